import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createParts } from './parts.ts'

const { signal } = new AbortController()

test('parts are prepared in the order of opening, and closed in reverse order, even if some cannot be', async () => {
  const parts = createParts()
  const done: string[] = []
  const open = (name: string, isStuck = false) =>
    parts.add({
      [name]: name,
      prepare: async () => done.push(`prepare ${name}`),
      close: async () => {
        done.push(`close ${name}`)
        if (isStuck) throw new Error(`${name} is stuck.`)
      },
    })
  assert.equal(open('storage').storage, 'storage')
  parts.add({ log: 'a part with nothing to prepare or close' })
  open('quota', true)
  open('usage')
  await parts.prepare(signal)
  await assert.rejects(parts.close(), /^Error: quota is stuck\.$/)
  assert.deepEqual(done, [
    'prepare storage',
    'prepare quota',
    'prepare usage',
    'close usage',
    'close quota',
    'close storage',
  ])
})

test('the chores of all parts run, in the order of opening', () => {
  const parts = createParts()
  const chore = (name: string) => ({ name, everyMs: 1_000, run: async () => {} })
  parts.add({ chores: [chore('quota: heartbeat'), chore('idempotency: deleting expired keys')] })
  parts.add({})
  parts.add({ chores: [chore('usage: writing counts')] })
  assert.deepEqual(
    parts.chores().map(({ name }) => name),
    ['quota: heartbeat', 'idempotency: deleting expired keys', 'usage: writing counts'],
  )
})

test('two parts cannot offer the same name, which one of them would hide', () => {
  const parts = createParts()
  parts.add({ quota: {}, chores: [] })
  assert.throws(() => parts.add({ usage: {}, quota: {}, chores: [] }), /^Error: Two parts offer quota\.$/)
})
