import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStorageSpace } from './storage-space.ts'

const errorWith = (fields: object): Error => Object.assign(new Error('no'), fields)
const NO_SPACE = errorWith({ code: 'ENOSPC' })
const NO_PAGES = new Error('failed', { cause: errorWith({ errcode: 13 }) })

const setUp = () => {
  const lines: (readonly [string, unknown])[] = []
  const line =
    (level: string) =>
    (facts: Readonly<Record<string, unknown>>, message: string): void =>
      void lines.push([level, facts.reason ?? message])
  const state = { nowMs: 0, probe: null as Error | null }
  const space = createStorageSpace({
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    clock: { now: () => state.nowMs, elapsedMs: () => state.nowMs },
    probe: async () => {
      if (state.probe !== null) throw state.probe
    },
  })
  return { space, lines, state }
}
const fail = (error: Error) => () => Promise.reject(error)
const succeed = async (): Promise<void> => {}

test('a full storage is logged once, whatever fails for it, and again if the cause changes', async () => {
  const { space, lines, state } = setUp()
  for (let call = 0; call < 100; call++) {
    state.nowMs += 1_000
    space.log.error({ error: NO_SPACE, requestId: `r${call}` }, 'a request failed')
    space.log.warn(
      { error: new Error('not stored', { cause: NO_SPACE }) },
      'the counts of usage could not be written',
    )
    await space.inBackground('quota: heartbeat failed', fail(NO_SPACE))
    if (call >= 50) space.log.error({ error: NO_PAGES }, 'a request failed')
  }
  assert.deepEqual(lines, [
    ['error', 'ENOSPC'],
    ['error', 'SQLITE_FULL'],
  ])
})

test('that there is space again is logged once, and what is full later is logged anew', async () => {
  const { space, lines, state } = setUp()
  space.log.error({ error: NO_SPACE }, 'a request failed')
  state.nowMs = 59_999
  await space.inBackground('', succeed)
  assert.equal(lines.length, 1)
  state.nowMs = 60_000
  for (let run = 0; run < 3; run++) await space.inBackground('', succeed)
  space.log.error({ error: NO_SPACE }, 'a request failed')
  assert.deepEqual(lines, [
    ['error', 'ENOSPC'],
    ['info', 'storage: space is available again'],
    ['error', 'ENOSPC'],
  ])
})

test('other lines are logged as they are', async () => {
  const { space, lines } = setUp()
  space.log.error({ error: new Error('no') }, 'a request failed')
  space.log.warn({}, 'a warning')
  space.log.info({}, 'listening')
  await space.inBackground('mail: processing the queue failed', fail(new Error('no')))
  assert.deepEqual(lines, [
    ['error', 'a request failed'],
    ['warn', 'a warning'],
    ['info', 'listening'],
    ['warn', 'mail: processing the queue failed'],
  ])
})

test('the check fails while nothing can be written, or the periodic writes find no space', async () => {
  const { space, state } = setUp()
  await space.check()
  state.probe = NO_SPACE
  await assert.rejects(space.check(), NO_SPACE)
  state.probe = null
  await space.check()
  // What one call needs says nothing about the others.
  space.log.error({ error: NO_PAGES }, 'a request failed')
  await space.check()
  await space.inBackground('quota: heartbeat failed', fail(NO_PAGES))
  await assert.rejects(space.check(), NO_PAGES)
  state.nowMs += 5_000
  await space.check()
})
