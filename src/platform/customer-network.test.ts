import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coarseNetwork, network } from './customer-network.ts'

test('an IPv6 customer counts by its /64, an IPv4-mapped address as IPv4', () => {
  assert.equal(network('2001:db8:0:7::1'), network('2001:0db8:0000:0007:ffff:1:2:3'))
  assert.notEqual(network('2001:db8:0:7::1'), network('2001:db8:0:8::1'))
  assert.equal(network('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(network('::1'), '0:0:0:0::/64')
  assert.equal(network('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('a stored address names only its network', () => {
  assert.equal(coarseNetwork('192.0.2.77'), '192.0.2.0/24')
  assert.equal(coarseNetwork('::ffff:192.0.2.77'), '192.0.2.0/24')
  assert.equal(coarseNetwork('2001:db8:1:7:ffff:1:2:3'), '2001:db8:1::/48')
  assert.equal(coarseNetwork('2001:db8::1'), '2001:db8:0::/48')
  assert.equal(coarseNetwork('unknown'), 'unknown')
})
