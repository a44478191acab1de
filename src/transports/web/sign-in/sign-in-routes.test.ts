/** Tests signing in with pages, forms and a mail. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from '../../../../test/support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../../../../test/support/pages-with-mails.ts'

let web: RunningWeb
before(async () => {
  web = await startWeb()
})
after(() => web.close())

const asked = async (email: string, next = '/'): Promise<Browser> => {
  const browser = web.browser()
  await browser.open(`/sign-in?next=${encodeURIComponent(next)}`)
  const shown = await browser.submit('/sign-in', { email })
  assert.deepEqual([shown.status, shown.path], [200, '/sign-in/code'])
  assert.doesNotMatch(shown.text, /no mail server/)
  return browser
}
const lastMail = () => readSignInMail(web.mails[web.mails.length - 1])

describe('signing in', () => {
  test('is found at the addresses that people type', async () => {
    for (const path of ['/login', '/signin', '/signup'])
      assert.equal((await web.browser().open(path)).path, '/sign-in')
  })

  test('by the code leads to the requested page', async () => {
    const browser = await asked('code@example.org', '/?from=sign-in')
    const wrong = await browser.submit('/sign-in/code', { code: 'BBBB-BBBB' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /4 more tries/)
    const { code } = lastMail()
    const shown = await browser.submit('/sign-in/code', { code: code.toLowerCase() })
    assert.equal(shown.path, '/?from=sign-in')
    assert.match(shown.text, /href="\/account"/)
    assert.deepEqual([...browser.cookies.keys()].sort(), ['metes_form', 'metes_session'])
  })

  test('by the link works in another browser, after a click, however often the mail is scanned', async () => {
    await asked('link@example.org')
    const { link } = lastMail()
    for (let scan = 0; scan < 3; scan++) assert.equal((await web.browser().open(link)).status, 200)
    const phone = web.browser()
    assert.match((await phone.open(link)).text, /link@example\.org/)
    assert.match((await phone.submit('/sign-in/link')).text, /href="\/account"/)
    const late = await web.browser().open(link)
    assert.deepEqual([late.status, /This link is no longer valid/.test(late.text)], [410, true])
  })

  test('never leads to another site', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const browser = web.browser()
      await browser.open(`/sign-in?next=${encodeURIComponent(next)}`)
      await browser.submit('/sign-in', { email: `${next.length}@example.org`, next })
      const shown = await browser.submit('/sign-in/code', { code: lastMail().code })
      assert.equal(shown.path, '/account')
    }
  })

  test('tells nobody whether an address has an account', async () => {
    const [known, unknown] = [web.browser(), web.browser()]
    const pages = []
    for (const [browser, email] of [
      [known, 'code@example.org'],
      [unknown, 'new@example.org'],
    ] as const) {
      await browser.open('/sign-in')
      pages.push((await browser.submit('/sign-in', { email })).text.replace(/value="[\w-]{43}"/, ''))
    }
    assert.equal(pages[0], pages[1])
  })

  test('with an invalid address asks again', async () => {
    const browser = web.browser()
    await browser.open('/sign-in')
    const shown = await browser.submit('/sign-in', { email: '"><b>@' })
    assert.equal(shown.status, 400)
    assert.match(shown.text, /aria-invalid="true"/)
    assert.doesNotMatch(shown.text, /<b>@/)
  })
})

describe('signing out', () => {
  test('ends the session, even if the cookie was kept', async () => {
    const browser = await asked('out@example.org')
    await browser.submit('/sign-in/code', { code: lastMail().code })
    const stolen = web.browser()
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    assert.match((await stolen.open('/')).text, /href="\/account"/)
    const account = await web.storage.emailPreferences.findByEmail('out@example.org')
    await web.storage.sessions.endAll(String(account?.accountId))
    assert.match((await stolen.open('/')).text, /href="\/sign-in"/)
    assert.match((await browser.open('/')).text, /href="\/sign-in"/)
  })
})
