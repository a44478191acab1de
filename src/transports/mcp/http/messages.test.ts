import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyOp } from '../../../op/define.ts'
import { readMessages } from './messages.ts'

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'weigh', arguments: {} } }

test('a batch of more than 100 messages is refused before any of them is read', () => {
  const ops = new Proxy([] as AnyOp[], {
    get: () => {
      throw new Error('A message was read.')
    },
  })
  assert.throws(() => readMessages(Array(101).fill(call), ops), { code: 'invalid_input' })
})
