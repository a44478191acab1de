/** A person who signs in to a real server and creates a feed on the account page. */
import assert from 'node:assert/strict'
import { Browser } from '../support/browser.ts'
import { mailTo, signInOf } from '../support/outbox.ts'
import type { Installation, RunningServer } from '../support/service.ts'

export const signIn = async (
  { dataDir }: Installation,
  { url }: RunningServer,
  email: string,
): Promise<Browser> => {
  const browser = new Browser(url)
  await browser.open('/account')
  await browser.submit('/sign-in', { email })
  const { code } = signInOf(await mailTo(dataDir, email, 'sign_in'))
  assert.equal((await browser.submit('/sign-in/code', { code })).path, '/account')
  return browser
}

/** The token of the new feed. */
export const createFeed = async (browser: Browser, name: string): Promise<string> => {
  await browser.open('/account')
  const { status, text, headers } = await browser.submit('/account/feeds', { name })
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-store')
  return String(/mtf_[0-9A-Za-z]{38}/.exec(text)?.[0])
}
