/** Tests creating and revoking feeds on the account page. `test/ogc/feeds.test.ts` reads them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from '../../../../test/support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../../../../test/support/pages-with-mails.ts'
import { FEED_TOKEN, isSecretText, keyHash } from '../../../platform/key-format.ts'

let web: RunningWeb
let browser: Browser
before(async () => {
  web = await startWeb()
  browser = web.browser()
  await browser.open('/account')
  await browser.submit('/sign-in', { email: 'ann@example.org' })
  const { code } = readSignInMail(web.mails[web.mails.length - 1])
  await browser.submit('/sign-in/code', { code })
})
after(() => web.close())

const make = async (name: string): Promise<string> => {
  await browser.open('/account')
  const { text } = await browser.submit('/account/feeds', { name })
  return String(/mtf_[0-9A-Za-z]{38}/.exec(text)?.[0])
}

test('a new feed is shown with its address and the command that reads it', async () => {
  await browser.open('/account')
  const { text } = await browser.submit('/account/feeds', { name: 'QGIS' })
  const token = String(/mtf_[0-9A-Za-z]{38}/.exec(text)?.[0])
  assert.ok(isSecretText(token, FEED_TOKEN))
  assert.match(text, new RegExp(`>http://localhost:\\d+/ogc/feeds/${token}<`))
  assert.match(text, new RegExp(`ogrinfo 'OAPIF:http://localhost:\\d+/ogc/feeds/${token}'`))
  assert.equal((await web.storage.feeds.findFeed(keyHash(token)))?.feed.name, 'QGIS')
})

test('its name is text, and may be missing', async () => {
  const token = await make('')
  assert.equal((await web.storage.feeds.findFeed(keyHash(token)))?.feed.name, null)
  assert.match((await browser.open('/account')).text, /Unnamed/)
  await browser.open('/account')
  assert.equal((await browser.submit('/account/feeds', { name: 'x'.repeat(81) })).status, 400)
})

test('a reload of the page of a new feed leads back to the list', async () => {
  assert.equal((await browser.open('/account/feeds')).path, '/account#feeds')
})

test('a form of another site creates and revokes nothing', async () => {
  const token = await make('stays')
  const { feed } = (await web.storage.feeds.findFeed(keyHash(token)))!
  for (const path of ['/account/feeds', `/account/feeds/${feed.id}/revoke`]) {
    const response = await fetch(`${web.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ csrf_token: 'guessed' }),
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    assert.equal(response.status, 403)
  }
  assert.notEqual(await web.storage.feeds.findFeed(keyHash(token)), null)
})

test('there are fifty at most; the page says what to do about it', async () => {
  const { feed } = (await web.storage.feeds.findFeed(keyHash(await make('last'))))!
  for (let count = (await web.storage.feeds.listFeeds(feed.accountId)).length; count < 50; count++)
    await make(`feed ${count}`)
  await browser.open('/account')
  const refused = await browser.submit('/account/feeds', { name: 'one too many' })
  assert.equal(refused.status, 409)
  assert.match(refused.text, /can have 50 feeds\. Revoke unused ones/)
})
