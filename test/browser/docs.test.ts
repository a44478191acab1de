/** Public pages: the first one, the docs, and error pages. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { suiteSite } from '../support/site.ts'

describe('public pages', { skip: noChromium }, () => {
  const site = suiteSite()

  test('without scripts the first one shows a boundary and a working call', async () => {
    const page = await site.person(false)
    await page.goto('/')
    await page.getByRole('img', { name: 'Outline of Iceland' }).waitFor()
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

  test('the contents of the docs lead to guides, operations and settings, on a phone without scrolling sideways', async () => {
    const page = await site.person()
    await page.goto('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click()
    await page.getByRole('heading', { name: 'Try it' }).waitFor()
    await assertGoodPage(page)
    for (const name of ['Guide for callers', 'get_boundary', 'Configuration']) {
      await page.goto('/docs')
      await page.getByRole('list').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await assertGoodPage(page)
    }
  })

  test('the contents are beside a page on a wide screen, and open by a button on a phone, without scripts', async () => {
    const page = await site.person(false)
    await page.goto('/docs/reference/get_boundary')
    const link = page.getByRole('link', { name: 'export_boundary', exact: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    await link.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await link.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Contents' }).click()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'export_boundary' }).waitFor()
  })

  test('the type of a problem is the address of a page about it, even without scripts', async () => {
    const answer = await fetch(`${site.url}/v1/boundaries/nowhere!`)
    const { type, code } = (await answer.json()) as { type: string; code: string }
    for (const scripts of [true, false]) {
      const page = await site.person(scripts)
      await page.goto(new URL(type).pathname)
      await page.getByRole('heading', { level: 1, name: `${code} (${answer.status})` }).waitFor()
      if (scripts) await assertGoodPage(page)
    }
  })

  test('missing pages and truncated links show a page that leads on', async () => {
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
