/** Authorizations and clients of one network, however many, do not keep other networks from signing in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tokenHash } from '../../src/platform/random-tokens.ts'
import { type RunningWeb, startWeb } from '../support/pages-with-mails.ts'

const REDIRECT = 'http://127.0.0.1/callback'
/** The share of a network. */
const SHARE = 1_000
const ROOM = { ofNetwork: SHARE, ofAll: 10_000 }

let web: RunningWeb
before(async () => {
  web = await startWeb()
})
after(() => web.close())

const register = async (address: string): Promise<string> => {
  const answer = await fetch(`${web.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ redirect_uris: [REDIRECT] }),
  })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { client_id: string }).client_id
}

/** Begins an authorization, and returns its id. */
const authorize = async (clientId: string, address: string): Promise<string> => {
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const answer = await fetch(`${web.url}/oauth/authorize?${asked}`, {
    headers: { 'X-Forwarded-For': address },
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
  return String(/\/oauth\/consent\/([\w-]+)/.exec(answer.headers.get('location') ?? '')?.[1])
}

const isPending = async (hash: string) => (await web.storage.oauth.findRecord('Interaction', hash)) !== null

test('a network that has begun too many authorizations loses its own oldest', async () => {
  const client = await register('198.51.100.7')
  const elsewhere = await authorize(client, '198.51.100.7')
  await Promise.all(
    Array.from({ length: SHARE }, (_, index) =>
      web.storage.oauth.addInteraction(
        {
          kind: 'Interaction',
          hash: `h${index}`,
          grantId: null,
          payload: {},
          expiresAtMs: index,
          usedAtMs: null,
        },
        '203.0.113.0/24',
        ROOM,
      ),
    ),
  )
  assert.equal(await isPending('h0'), true)
  const begun = await authorize(client, '203.0.113.9')
  assert.equal(await isPending('h0'), false, 'the network is recognized by another of its addresses')
  assert.equal(await isPending('h1'), true)
  for (const id of [elsewhere, begun]) assert.equal(await isPending(tokenHash(id)), true)
})

test('a network that has registered too many clients loses its own oldest', async () => {
  const elsewhere = await register('198.51.100.7')
  await Promise.all(
    Array.from({ length: SHARE }, (_, index) =>
      web.storage.oauth.addClient(
        { id: `c${index}`, metadata: {}, createdAtMs: index, network: '2001:db8:1::/48' },
        ROOM,
      ),
    ),
  )
  const registered = await register('2001:db8:1:ffff::1')
  assert.equal(await web.storage.oauth.findClient('c0'), null)
  for (const id of ['c1', elsewhere, registered])
    assert.notEqual(await web.storage.oauth.findClient(id), null)
})
