/** Public pages: the first one, the docs, and error pages. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { suiteSite } from '../support/site-with-users.ts'

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

  test('the search works by keyboard and leads to a section', async () => {
    const page = await site.person()
    await page.goto('/docs')
    const search = page.getByRole('combobox', { name: 'Search the docs' })
    await search.focus()
    await page.keyboard.type('retry idempotency')
    const results = page.getByRole('option')
    await results.first().waitFor()
    assert.equal(await search.getAttribute('aria-expanded'), 'true')
    await assertGoodPage(page)
    await page.keyboard.press('Escape')
    await results.first().waitFor({ state: 'hidden' })
    assert.equal(await search.inputValue(), 'retry idempotency')
    await page.keyboard.press('ArrowDown')
    await results.first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const active = page.locator(`#${await search.getAttribute('aria-activedescendant')}`)
    assert.equal(await active.getAttribute('aria-selected'), 'true')
    const target = String(await active.getAttribute('href'))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname + url.hash === target)
  })

  test('a word that no page has is said to be missing', async () => {
    const page = await site.person()
    await page.goto('/docs?q=Xyzzyx')
    await page.locator('.docs-none').getByText('No page has these words.').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).pathname, '/docs')
  })

  test('without scripts there is no search, and the forms of a call are shown one after the other', async () => {
    const page = await site.person(false)
    await page.goto('/docs/reference/get_boundary')
    await page.getByRole('searchbox').waitFor({ state: 'hidden' })
    const forms = page.locator('.form')
    for (const name of ['curl', 'Command', 'TypeScript', 'Python'])
      await forms.filter({ hasText: name }).first().waitFor({ state: 'visible' })
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
  })

  test('a session is copied without its prompts and answers, and the button says so', async () => {
    const page = await site.person()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/docs/guide/start')
    const session = page.locator('.copied').filter({ hasText: 'Lichtenstien' }).first()
    const button = session.getByRole('button')
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'npx metes search Lichtenstien')
  })

  test('the form of calls that the reader chose stays on other pages', async () => {
    const page = await site.person()
    await page.goto('/docs/reference/get_boundary')
    await page.getByRole('tab', { name: 'curl' }).first().focus()
    for (const name of ['Command', 'TypeScript', 'Python']) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tabpanel', { name }).first().waitFor()
    }
    await assertGoodPage(page)
    await page.goto('/docs/reference/create_area')
    await page.getByRole('tabpanel', { name: 'Python' }).first().waitFor()
    await page.getByRole('tabpanel', { name: 'curl' }).first().waitFor({ state: 'hidden' })
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
