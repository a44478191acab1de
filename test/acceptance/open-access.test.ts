/** What a service without accounts says at its start, and to its callers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

const WARNING = /METES_ACCESS is open, and the service may be reached from the internet/

/** The log of a start, once the server has answered. */
const logOf = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const server = await metes.serve(env)
  await fetch(`${server.url}/healthz`)
  await server.stop()
  return server.log()
}

test('it warns when its public address is a public name', async () => {
  assert.match(await logOf({ METES_ACCESS: 'open', METES_BASE_URL: 'https://maps.example.org' }), WARNING)
})

test('it says nothing on this machine, on a private name, or with accounts', async () => {
  assert.doesNotMatch(await logOf({ METES_ACCESS: 'open' }), WARNING)
  assert.doesNotMatch(await logOf({ METES_ACCESS: 'open', METES_BASE_URL: 'http://maps.intranet' }), WARNING)
  assert.doesNotMatch(await logOf({ METES_BASE_URL: 'https://maps.example.org' }), WARNING)
})

test('on this machine alone it tells callers how to import what is missing; behind a proxy or a name, whom to ask', async () => {
  const adviceOf = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const server = await metes.serve({ METES_ACCESS: 'open', ...env })
    const json = async (path: string) => (await fetch(`${server.url}/v1/boundaries/${path}`)).json()
    const { hint } = (await json('search?q=Munich')) as { hint: string }
    const { detail } = (await json('r999')) as { detail: string }
    await server.stop()
    return [hint, detail]
  }
  for (const text of await adviceOf({})) assert.match(text, /\(npx metes import --region [\w-]+\)/)
  const named = await adviceOf({ METES_BASE_URL: 'http://maps.intranet' })
  const proxied = await adviceOf({ METES_TRUST_PROXY: '1' })
  for (const text of [...named, ...proxied]) assert.match(text, /The operator of this service can add /)
})
