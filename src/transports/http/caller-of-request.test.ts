import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressOf } from './caller-of-request.ts'

const PEER = '10.9.8.7'

const requestOf = (forwarded: string | undefined): IncomingMessage =>
  ({
    socket: { remoteAddress: PEER },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const address = fc.oneof(fc.ipV4(), fc.ipV6())
const garbage = fc.oneof(
  fc.constantFrom('', 'unknown', '_hidden', '1.2.3.4.5', '[::1', '1.2.3.4:x', '🏴'),
  fc.string({ maxLength: 20 }).filter((text) => !text.includes(',') && isIP(text.trim()) === 0),
)
const entry = fc.oneof(address, garbage)

test('whatever a caller sends, the address is the one that the outermost trusted proxy has seen', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 6 }),
      address,
      fc.array(address, { maxLength: 3 }),
      (sent, caller, proxies) => {
        const forwarded = [...sent, caller, ...proxies].join(', ')
        assert.equal(addressOf(requestOf(forwarded), proxies.length + 1), caller)
      },
    ),
    { seed: 88 },
  )
})

test('an entry that is no address gives the address of the connection, never an entry that a caller wrote', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 6 }),
      garbage,
      fc.array(address, { maxLength: 3 }),
      (sent, wrong, proxies) => {
        const forwarded = [...sent, wrong, ...proxies].join(',')
        assert.equal(addressOf(requestOf(forwarded), proxies.length + 1), PEER)
      },
    ),
    { seed: 88 },
  )
})

test('with fewer entries than trusted proxies the address is that of the connection', () => {
  assert.equal(addressOf(requestOf('192.0.2.1'), 2), PEER)
  assert.equal(addressOf(requestOf(undefined), 1), PEER)
})

test('without a trusted proxy nothing that is sent counts', () => {
  assert.equal(addressOf(requestOf('192.0.2.1'), 0), PEER)
})

test('ports are taken off', () => {
  assert.equal(addressOf(requestOf('192.0.2.1:4711'), 1), '192.0.2.1')
  assert.equal(addressOf(requestOf('[2001:db8::1]:4711'), 1), '2001:db8::1')
})
