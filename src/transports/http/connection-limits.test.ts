import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionCounts } from './connection-limits.ts'

test('the connections of an address are limited, and one that ends makes room', () => {
  const counts = new ConnectionCounts({ connections: 100, connectionsPerAddress: 2 })
  assert.equal(counts.take('192.0.2.1'), 'taken')
  assert.equal(counts.take('192.0.2.1'), 'taken')
  assert.equal(counts.take('192.0.2.1'), 'address_full')
  assert.equal(counts.take('192.0.2.2'), 'taken')
  counts.leave('192.0.2.1')
  assert.equal(counts.take('192.0.2.1'), 'taken')
})

test('all addresses of an IPv6 /64 count as one', () => {
  const counts = new ConnectionCounts({ connections: 100, connectionsPerAddress: 1 })
  assert.equal(counts.take('2001:db8:0:7::1'), 'taken')
  assert.equal(counts.take('2001:db8:0:7:ffff:1:2:3'), 'address_full')
  assert.equal(counts.take('2001:db8:0:8::1'), 'taken')
})

test('the service has a limit for all addresses together', () => {
  const counts = new ConnectionCounts({ connections: 2, connectionsPerAddress: null })
  assert.equal(counts.take('192.0.2.1'), 'taken')
  assert.equal(counts.take('192.0.2.1'), 'taken')
  assert.equal(counts.take('192.0.2.2'), 'service_full')
  counts.leave('192.0.2.1')
  assert.equal(counts.take('192.0.2.2'), 'taken')
})
