/** The authorization server prints nothing of its own between the JSON lines of our log. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { tokenHash } from '../../src/platform/random-tokens.ts'
import { readSignInMail, startWeb } from '../support/pages-with-mails.ts'

const REDIRECT = 'http://127.0.0.1/callback'
const VERIFIER = 'v'.repeat(43)

test('from the registration of a client to the revocation of its token nothing is printed', async ({
  mock,
}) => {
  const printed = (['log', 'info', 'warn', 'error'] as const).map((way) =>
    mock.method(console, way, () => {}),
  )
  const web = await startWeb()
  try {
    const browser = web.browser()
    await browser.open('/sign-in')
    await browser.submit('/sign-in', { email: 'ann@example.org' })
    await browser.submit('/sign-in/code', { code: readSignInMail(web.mails[0]).code })
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${web.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    const registered = await fetch(`${web.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    })
    const { client_id } = (await registered.json()) as { client_id: string }
    const asked = new URLSearchParams({
      client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const shown = await browser.open(`/oauth/authorize?${asked}`)
    const landed = await browser.submit(shown.path, { decision: 'allow' })
    const code = String(new URL(String(landed.headers.location)).searchParams.get('code'))
    const granted = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: VERIFIER,
      client_id,
      redirect_uri: REDIRECT,
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    assert.equal((await post('/oauth/revoke', { token, client_id: 'another app' })).status, 200)
    assert.notEqual(await web.storage.oauth.findToken(tokenHash(token)), null)
    assert.equal((await post('/oauth/revoke', { token, client_id })).status, 200)
    assert.equal(await web.storage.oauth.findToken(tokenHash(token)), null)
    assert.deepEqual(
      printed.flatMap(({ mock: { calls } }) => calls.map(({ arguments: [text] }) => text)),
      [],
    )
  } finally {
    await web.close()
  }
})
