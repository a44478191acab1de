import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './loopback.ts'

for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])
  test(`${host} is this machine`, () => assert.ok(isLoopback(host)))

for (const host of [
  '0.0.0.0',
  '::',
  '10.0.0.1',
  'localhost.example',
  '127.0.0.1.example',
  'notlocalhost',
  '[::2]',
])
  test(`${host} is not only this machine`, () => assert.ok(!isLoopback(host)))
