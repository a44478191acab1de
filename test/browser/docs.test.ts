/** Pages that everybody may read: the first one, the docs, and what is said when something is wrong. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'

describe('pages for everybody', { skip: noChromium }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.close())

  test('the first one shows a boundary and a call that works', async () => {
    const page = await site.person()
    await page.goto('/')
    await page.getByRole('img', { name: 'Outline of Iceland' }).waitFor()
    await assertGoodPage(page)
    const commands = String(await page.locator('pre').textContent())
    const calls = Array.from(commands.matchAll(/curl 'http:\/\/[^/]+([^']+)'/g), ([, path]) => path)
    assert.equal(calls.length, 2)
    for (const path of calls) {
      const answer = await fetch(`${site.url}${path}`)
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /Iceland|Ísland/)
    }
  })

  test('the keyboard reaches the content first, past the navigation', async () => {
    const page = await site.person()
    await page.goto('/docs')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  })

  test('the docs lead from their contents to guides, operations and settings, on a phone without scrolling sideways', async () => {
    const page = await site.person()
    await page.goto('/')
    await page.getByRole('link', { name: 'Read the docs' }).click()
    await assertGoodPage(page)
    for (const name of ['Guide for callers', 'get_boundary', 'Configuration']) {
      await page.goto('/docs')
      await page.getByRole('list').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await assertGoodPage(page)
    }
  })

  test('the type of a problem is the address of a page about it, also without scripts', async () => {
    const answer = await fetch(`${site.url}/v1/boundaries/nowhere!`)
    const { type, code } = (await answer.json()) as { type: string; code: string }
    for (const scripts of [true, false]) {
      const page = await site.person(scripts)
      await page.goto(new URL(type).pathname)
      await page.getByRole('heading', { level: 1, name: `${code} (${answer.status})` }).waitFor()
      if (scripts) await assertGoodPage(page)
    }
  })

  test('what is missing, and a link that was cut, are good pages that lead on', async () => {
    const page = await site.person()
    for (const [path, status, heading] of [
      ['/nowhere', 404, 'Page not found'],
      ['/feedback/4040404', 404, 'not'],
      ['/unsubscribe?token=cut', 400, 'This link does not work'],
    ] as const) {
      assert.equal((await page.goto(path))?.status(), status)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await assertGoodPage(page)
    }
  })
})
