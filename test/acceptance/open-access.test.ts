/** What a service without accounts says at its start. */
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
