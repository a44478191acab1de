import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrivateHost } from './private-address.ts'

const PRIVATE = [
  '127.0.0.1',
  'localhost',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.9',
  '169.254.0.1',
]
const PRIVATE_SIX_AND_NAMES = [
  '::1',
  '[fd00::1]',
  'fe80::1%eth0',
  'maps',
  'maps.lan',
  'maps.internal',
  'a.home.arpa',
]
const PUBLIC = [
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2001:db8::1',
  '[2606:4700::1]',
  'maps.example.org',
  'localhost.example.org',
]

test('addresses and names of private networks are private', () => {
  for (const host of [...PRIVATE, ...PRIVATE_SIX_AND_NAMES]) assert.equal(isPrivateHost(host), true, host)
})

test('all others are public, names of the public DNS included', () => {
  for (const host of PUBLIC) assert.equal(isPrivateHost(host), false, host)
})
