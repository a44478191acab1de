/** Tests the page of an account: its owner can use it, and others cannot. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Browser } from '../../../../test/support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../../../../test/support/pages-with-mails.ts'
import { isKeyText, keyHash } from '../../../platform/key-format.ts'

let web: RunningWeb
let browser: Browser
let people = 0
before(async () => {
  web = await startWeb()
})
after(() => web.close())

const signedIn = async (email: string): Promise<Browser> => {
  const fresh = web.browser()
  await fresh.open('/account')
  await fresh.submit('/sign-in', { email })
  const { code } = readSignInMail(web.mails[web.mails.length - 1])
  assert.equal((await fresh.submit('/sign-in/code', { code })).path, '/account')
  return fresh
}
beforeEach(async () => {
  people++
  browser = await signedIn(`p${people}@example.org`)
})

describe('keys', () => {
  const make = async (name: string): Promise<string> => {
    await browser.open('/account')
    const { text } = await browser.submit('/account/keys', { name })
    return String(/mts_[0-9A-Za-z]{38}/.exec(text)?.[0])
  }

  test('are shown once, and work', async () => {
    const key = await make('laptop <b>')
    assert.ok(isKeyText(key))
    assert.equal((await web.storage.keys.findKey(keyHash(key)))?.account.email, `p${people}@example.org`)
    const { text, headers } = await browser.open('/account')
    assert.equal(headers['cache-control'], 'no-store')
    assert.ok(text.includes('laptop &lt;b&gt;') && text.includes(key.slice(0, 8)))
    assert.ok(!text.includes(key))
  })

  test('are revoked after a confirmation', async () => {
    const key = await make('laptop')
    const id = String((await web.storage.keys.findKey(keyHash(key)))?.key.id)
    assert.match((await browser.open(`/account/keys/${id}/revoke`)).text, /Revoke this key\?/)
    assert.equal((await web.storage.keys.findKey(keyHash(key)))?.key.revokedAt, null)
    const shown = await browser.submit(`/account/keys/${id}/revoke`)
    assert.match(shown.text, /Key revoked\./)
    assert.notEqual((await web.storage.keys.findKey(keyHash(key)))?.key.revokedAt, null)
  })

  test('are fifty at most; the page says what to do about it, and a revoked one makes room', async () => {
    for (let count = 0; count < 50; count++) await make(`key ${count}`)
    await browser.open('/account')
    const refused = await browser.submit('/account/keys', { name: 'one too many' })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /can have 50 keys that are not revoked.*Revoke unused keys/)
    await browser.open('/account')
    const { text } = await browser.open('/account')
    const id = String(/\/account\/keys\/(\w+)\/revoke/.exec(text)?.[1])
    await browser.open(`/account/keys/${id}/revoke`)
    await browser.submit(`/account/keys/${id}/revoke`)
    assert.ok(isKeyText(await make('again')))
  })

  test('of others cannot be seen or revoked', async () => {
    const key = await make('mine')
    const id = String((await web.storage.keys.findKey(keyHash(key)))?.key.id)
    const other = await signedIn(`other${people}@example.org`)
    assert.equal((await other.open(`/account/keys/${id}/revoke`)).status, 404)
    await other.open('/account')
    assert.equal((await web.storage.keys.findKey(keyHash(key)))?.key.revokedAt, null)
  })
})

describe('the profile', () => {
  test('is saved, shown as text, and cleared by empty fields', async () => {
    await browser.open('/account')
    await browser.submit('/account/profile', {
      name: 'Ann "the" Surveyor',
      company: '',
      use_case: '</textarea><b>maps</b>\r\nand more',
    })
    const { text } = await browser.open('/account')
    assert.ok(text.includes('value="Ann &quot;the&quot; Surveyor"'))
    assert.ok(text.includes('&lt;/textarea&gt;&lt;b&gt;maps&lt;/b&gt;\nand more</textarea>'))
    await browser.submit('/account/profile', { name: '', company: '', use_case: '' })
    assert.doesNotMatch((await browser.open('/account')).text, /Surveyor/)
  })

  test('is limited in length', async () => {
    await browser.open('/account')
    const shown = await browser.submit('/account/profile', {
      name: 'x'.repeat(121),
      company: '',
      use_case: '',
    })
    assert.deepEqual([shown.status, /the limit is 120/.test(shown.text)], [400, true])
  })
})

describe('mails', () => {
  const preferences = async () =>
    (await web.storage.emailPreferences.findByEmail(`p${people}@example.org`))?.preferences

  test('are chosen by kind, and choosing one brings mail back after an unsubscribe link', async () => {
    await browser.open('/account')
    await browser.submit('/account/mails', { usage_alerts: 'yes' })
    assert.deepEqual(await preferences(), {
      subscribed: true,
      kinds: { product_updates: false, usage_alerts: true, feedback_updates: false },
    })
    const account = await web.storage.emailPreferences.findByEmail(`p${people}@example.org`)
    await web.storage.emailPreferences.change(String(account?.accountId), { subscribed: false })
    assert.doesNotMatch((await browser.open('/account')).text, / checked>/)
    await browser.submit('/account/mails', { product_updates: 'yes' })
    assert.equal((await preferences())?.subscribed, true)
  })
})

describe('usage', () => {
  test('is a chart with words, and a table', async () => {
    const account = await web.storage.emailPreferences.findByEmail(`p${people}@example.org`)
    const date = new Date(Date.now()).toISOString().slice(0, 10)
    const call = { accountId: String(account?.accountId), date, op: 'get_boundary' }
    await web.storage.units.reserve({ id: 'h1', owner: 'o', units: 1234, ...call }, null)
    await web.storage.units.spend('h1')
    await web.storage.usage.add([{ ...call, calls: 6, cacheHits: 2 }])
    const { text } = await browser.open('/account')
    assert.match(text, /1,234 units and 7 calls in 30 days, at most 1,234 units a day \(\d+ \w+\)\./)
    assert.match(text, /<svg viewBox="0 0 30 100"/)
    assert.equal(text.match(/<rect /g)?.length, 1)
    assert.equal(text.match(/<td class="number">1,234<\/td>/g)?.length, 2)
    assert.doesNotMatch(text, /\sstyle=/)
    assert.match((await browser.open('/account?days=90')).text, /<svg viewBox="0 0 90 100"/)
    assert.match((await browser.open('/account?days=1e9')).text, /<svg viewBox="0 0 30 100"/)
  })

  test('says what to do while there is none', async () => {
    const { text } = await browser.open('/account')
    assert.match(text, /No calls in the last 30 days/)
    assert.match(text, /You have no keys yet/)
  })
})

describe('browsers', () => {
  test('are listed, and all of them can be signed out', async () => {
    const phone = await signedIn(`p${people}@example.org`)
    const { text } = await browser.open('/account')
    assert.equal(text.match(/Firefox on Linux/g)?.length, 2)
    assert.equal(text.match(/this one/g)?.length, 1)
    await browser.submit('/sign-out', { everywhere: 'yes' })
    for (const each of [browser, phone]) {
      assert.equal((await each.open('/account')).path, '/sign-in?next=%2Faccount')
    }
  })

  test('are signed out one at a time, too', async () => {
    const phone = await signedIn(`p${people}@example.org`)
    await browser.open('/account')
    await browser.submit('/sign-out')
    assert.equal((await browser.open('/account')).path, '/sign-in?next=%2Faccount')
    assert.equal((await phone.open('/account')).path, '/account')
  })
})
