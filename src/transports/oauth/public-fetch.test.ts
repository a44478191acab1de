import assert from 'node:assert/strict'
import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { describe, test } from 'node:test'
import { isPublicAddress, publicFetch, publicLookup } from './public-fetch.ts'

describe('an address', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::1',
    '2001::1',
    'not an address',
  ])
    test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false))

  for (const address of ['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])
    test(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
})

const lookedUp = (addresses: readonly string[], all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const rows = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const look = publicLookup(async () => rows)
    look('app.example', { all }, (error, found) => (error === null ? resolve(found) : reject(error)))
  })

describe('a name', () => {
  test('that has public addresses only is connected to at these', async () => {
    assert.equal(await lookedUp(['1.1.1.1', '2606:4700:4700::1111'], false), '1.1.1.1')
    assert.deepEqual(await lookedUp(['1.1.1.1'], true), [{ address: '1.1.1.1', family: 4 }])
  })

  test('that also has a private address, or none, is refused', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::ffff:192.168.0.1'], []])
      for (const all of [true, false]) await assert.rejects(lookedUp(addresses, all), /not public/)
  })
})

test('nothing is fetched without TLS, from a literal private address, or from this machine', async () => {
  for (const address of ['http://app.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/'])
    await assert.rejects(publicFetch(address), /public/, address)
})

test('nothing is fetched from another port than 443', async () => {
  for (const port of [22, 80, 8443])
    await assert.rejects(publicFetch(`https://1.1.1.1:${port}/`, { signal: AbortSignal.abort() }), /port 443/)
})

test('a silent name server holds no thread of the process, and is left when the time is over', async ({
  mock,
}) => {
  const asked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const threads = mock.method(dns, 'lookup', () => asked.reject(new Error('It asked by a thread.')))
  syncBuiltinESMExports()
  mock.method(Resolver.prototype, 'resolve4', () => new Promise(() => {}))
  mock.method(Resolver.prototype, 'resolve6', () => new Promise(() => asked.resolve()))
  mock.method(Resolver.prototype, 'cancel', () => cancelled.resolve())
  const over = new AbortController()
  const fetching = publicFetch('https://app.example/', { signal: over.signal })
  fetching.catch(() => {})
  await asked.promise
  over.abort()
  await assert.rejects(fetching, { name: 'AbortError' })
  await cancelled.promise
  assert.equal(threads.mock.callCount(), 0)
  mock.restoreAll()
  syncBuiltinESMExports()
})
