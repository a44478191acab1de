/** The official clients begin with nothing but the address of `/mcp`, sign a person in with Chromium, and call every tool. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noChromium } from '../support/chromium.ts'
import { allowApp, type DesktopApp, signInForApp, startDesktopApp } from '../support/desktop-app.ts'
import {
  type AuthProvider,
  CLIENT_KINDS,
  connectClient,
  type McpClient,
  noClients,
} from '../support/mcp-clients.ts'
import { callEveryTool } from '../support/mcp-examples.ts'
import { suiteSite } from '../support/site-with-users.ts'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** What a client knows after its sign-in, in memory. */
const memoryProvider = (redirectUrl: string, clientMetadataUrl?: string) => {
  let information: object | undefined
  let discovered: object | undefined
  let verifier = ''
  const known: { tokens?: Tokens; asked?: URL } = {}
  const provider: AuthProvider = {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: { client_name: 'Desk', redirect_uris: [redirectUrl] },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => known.tokens,
    saveTokens: (given) => {
      known.tokens = given as Tokens
    },
    redirectToAuthorization: (address) => {
      known.asked = address
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovered = given
    },
    discoveryState: () => discovered,
  }
  return { provider, known }
}

describe('with the official clients of MCP', { skip: noChromium || noClients }, () => {
  const site = suiteSite()
  let app: DesktopApp
  let url: string
  before(async () => {
    url = `${site.baseUrl}/mcp`
    app = await startDesktopApp()
  })
  after(async () => {
    await app?.close()
  })

  const emailOf = async (client: McpClient): Promise<unknown> =>
    (await client.callTool({ name: 'get_account', arguments: {} })).structuredContent?.email

  for (const kind of CLIENT_KINDS)
    test(`${kind}: a refused call → sign-in → every tool → a refreshed token`, async () => {
      const email = `${kind}@example.org`
      // Their plan has room for all examples.
      await site.metes.createKey({}, email)
      const { provider, known } = memoryProvider(app.redirectUri)
      const client = await connectClient(kind, { url, authProvider: provider })
      try {
        const free = await client.callTool({
          name: 'search_boundaries',
          arguments: { q: 'Luxembourg', limit: 1 },
        })
        assert.notEqual(free.isError, true)
        assert.equal(known.asked, undefined)

        await assert.rejects(emailOf(client), /Unauthorized/)
        const parameters = known.asked!.searchParams
        assert.equal(parameters.get('scope'), 'boundaries areas feedback account')
        assert.equal(parameters.get('code_challenge_method'), 'S256')
        assert.equal(parameters.get('resource'), url)
        const page = await signInForApp(site, String(known.asked), email)
        const { searchParams: returned } = await allowApp(page)
        await client.transport.finishAuth(kind === 'old' ? String(returned.get('code')) : returned)
        assert.equal(await emailOf(client), email)
        await callEveryTool(client)

        const first = known.tokens!
        known.tokens = { ...first, access_token: 'lost' }
        assert.equal(await emailOf(client), email)
        assert.notEqual(known.tokens.access_token, 'lost')
        assert.notEqual(known.tokens.refresh_token, first.refresh_token)
      } finally {
        await client.close()
      }
    })

  for (const kind of CLIENT_KINDS)
    test(`${kind}: a client with a metadata document sends its address; one at a private host is refused`, async () => {
      const document = 'https://localhost/client.json'
      const { provider, known } = memoryProvider(app.redirectUri, document)
      const client = await connectClient(kind, { url, authProvider: provider })
      try {
        await assert.rejects(emailOf(client), /Unauthorized/)
        assert.equal(known.asked!.searchParams.get('client_id'), document)
        const page = await site.person()
        await page.goto(String(known.asked))
        await page.getByRole('heading', { name: 'This app cannot sign you in' }).waitFor()
      } finally {
        await client.close()
      }
    })
})
