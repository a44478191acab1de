/** An app that opens a browser to sign a person in, with Chromium: mail, consent, and back to the app. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { allowApp, type DesktopApp, signInForApp, startDesktopApp } from '../support/desktop-app.ts'
import { suiteSite } from '../support/site-with-users.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

describe('in a browser', { skip: noChromium }, () => {
  const site = suiteSite()
  let app: DesktopApp
  let issuer: oauth.AuthorizationServer
  let client: oauth.Client
  before(async () => {
    app = await startDesktopApp()
    const url = new URL(site.baseUrl)
    const described = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...insecure })
    issuer = await oauth.processDiscoveryResponse(url, described)
    // Registered without a port, which an app chooses when it starts (RFC 8252 §7.3).
    const registered = await oauth.dynamicClientRegistrationRequest(
      issuer,
      { client_name: 'Desk', redirect_uris: ['http://127.0.0.1/callback'] },
      insecure,
    )
    client = await oauth.processDynamicClientRegistrationResponse(registered)
  })
  after(async () => {
    await app?.close()
  })

  for (const scripts of [true, false])
    test(`a person signs in by mail, allows the app and is back in it${scripts ? '' : ', without scripts'}`, async () => {
      const email = `desk-${scripts}@example.org`
      const verifier = oauth.generateRandomCodeVerifier()
      const query = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: app.redirectUri,
        response_type: 'code',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        scope: 'boundaries account',
        state: 's',
      })
      const page = await signInForApp(site, `/oauth/authorize?${query}`, email, scripts)
      if (scripts) await assertGoodPage(page)
      const parameters = oauth.validateAuthResponse(issuer, client, await allowApp(page), 's')
      const answer = await oauth.authorizationCodeGrantRequest(
        issuer,
        client,
        oauth.None(),
        parameters,
        app.redirectUri,
        verifier,
        insecure,
      )
      const { access_token } = await oauth.processAuthorizationCodeResponse(issuer, client, answer)
      const getAccount = () =>
        fetch(`${site.url}/v1/account`, { headers: { Authorization: `Bearer ${access_token}` } })
      assert.equal(((await (await getAccount()).json()) as { email: string }).email, email)

      await page.goto(`${site.url}/account`)
      await page.getByRole('link', { name: 'Revoke Desk' }).click()
      if (scripts) await assertGoodPage(page)
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('App revoked.').waitFor()
      assert.equal((await getAccount()).status, 401)
    })
})
