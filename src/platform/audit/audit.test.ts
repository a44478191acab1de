import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createBookkeeping } from '../bookkeeping.ts'
import { type Audit, createAudit } from './audit.ts'
import type { AuditEvent } from './event.ts'

const KEY_USE = {
  action: 'key_used',
  accountId: 'a1',
  keyId: 'k1',
  keyPrefix: 'mts_abcd',
  origin: { way: 'operation', address: '192.0.2.1' },
} as const

const EVERY_EVENT = { accountId: null, keyPrefix: null, since: null, limit: 100 }

let nowMs: number
let added: AuditEvent[][]
let sweptBefore: string[]
let failing: boolean
let logged: string[]
let audit: Audit
beforeEach(() => {
  nowMs = Date.parse('2026-01-31T23:59:00Z')
  added = []
  sweptBefore = []
  failing = false
  logged = []
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  audit = createAudit(
    {
      add: async (events) => {
        if (failing) throw new Error('the store cannot be reached')
        added.push([...events])
      },
      list: async () => added.flat().map((event) => ({ ...event, email: null })),
      sweep: async (before) => void sweptBefore.push(before),
    },
    clock,
    createBookkeeping({ log: { warn: (_facts, text) => void logged.push(text) }, clock }),
  )
})

test('a thousand uses of a key are flushed as one event with the first and last time', async () => {
  for (let use = 0; use < 1_000; use++) {
    audit.recordSeen(KEY_USE)
    nowMs += 10
  }
  assert.deepEqual(added, [])
  await audit.flush()
  assert.deepEqual(
    added.flat().map(({ at, lastAt, count, network }) => [at, lastAt, count, network]),
    [['2026-01-31T23:59:00Z', '2026-01-31T23:59:09Z', null, '192.0.2.0/24']],
  )
})

test('events are separate per UTC day, account and key', async () => {
  audit.recordSeen(KEY_USE)
  audit.recordSeen({ ...KEY_USE, keyId: 'k2' })
  audit.recordSeen({ ...KEY_USE, accountId: 'a2' })
  nowMs += 60_000
  audit.recordSeen(KEY_USE)
  await audit.flush()
  assert.equal(new Set(added.flat().map(({ id }) => id)).size, 4)
})

test('counted events add up', async () => {
  const failure = { action: 'sign_in_failed', origin: { way: 'page', address: '192.0.2.1' } } as const
  for (let time = 0; time < 3; time++) audit.count(failure)
  await audit.flush()
  assert.deepEqual(
    added.flat().map(({ count, accountId }) => [count, accountId]),
    [[3, null]],
  )
})

test('failed writes are kept and written with later events', async () => {
  const failure = { action: 'sign_in_failed', origin: { way: 'page', address: null } } as const
  audit.count(failure)
  failing = true
  await assert.rejects(audit.flush())
  audit.count(failure)
  failing = false
  await audit.flush()
  assert.equal(added.flat()[0].count, 2)
  await audit.flush()
  assert.equal(added.length, 1)
})

test('a list that cannot be written first shows what is stored, and the failure is logged', async () => {
  audit.recordSeen(KEY_USE)
  await audit.flush()
  audit.recordSeen({ ...KEY_USE, keyId: 'k2' })
  failing = true
  const keysShown = async () => (await audit.list(EVERY_EVENT)).map(({ keyId }) => keyId)
  assert.deepEqual(await keysShown(), ['k1'])
  assert.deepEqual(logged, ['events of the audit trail could not be written'])
  failing = false
  assert.deepEqual(await keysShown(), ['k1', 'k2'])
})

test('events older than a year are deleted', async () => {
  await audit.sweep()
  assert.deepEqual(sweptBefore, ['2025-01-31T23:59:00Z'])
})
