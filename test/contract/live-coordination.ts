/** What every adapter of the `LiveCoordination` port guarantees. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LiveCoordination } from '../../src/domain/live/ports.ts'

export interface OpenedCoordination {
  readonly coordination: LiveCoordination
  readonly close: () => Promise<void>
}

const HOUR_MS = 3_600_000
const JUMPS = [
  ['an hour', HOUR_MS],
  ['a day', 24 * HOUR_MS],
] as const

export const liveCoordinationContract = (
  name: string,
  skip: string | false,
  open: () => Promise<OpenedCoordination>,
): void => {
  describe(`live coordination: ${name}`, { skip }, () => {
    let opened: OpenedCoordination
    let coordination: LiveCoordination
    before(async () => {
      opened = await open()
      coordination = opened.coordination
    })
    after(() => opened?.close())

    test('of many who want a lease one gets it, and keeps it until it ends it', async () => {
      const owners = Array.from({ length: 20 }, (_, index) => `p${index}`)
      const taken = await Promise.all(
        owners.map((owner) => coordination.takeLease('one', owner, 1_000, 2_000)),
      )
      assert.equal(taken.filter(Boolean).length, 1)
      const holder = owners[taken.indexOf(true)]
      assert.equal(await coordination.takeLease('one', holder, 1_500, 3_000), true)
      assert.equal(await coordination.takeLease('one', 'other', 2_500, 9_000), false)
      await coordination.endLease('one', 'other')
      assert.equal(await coordination.takeLease('one', 'other', 2_500, 9_000), false)
      await coordination.endLease('one', holder)
      assert.equal(await coordination.takeLease('one', 'other', 2_500, 9_000), true)
    })

    test('a lease whose holder has died ends by itself', async () => {
      assert.equal(await coordination.takeLease('dead', 'a', 1_000, 2_000), true)
      assert.equal(await coordination.takeLease('dead', 'b', 1_999, 4_000), false)
      assert.equal(await coordination.takeLease('dead', 'b', 2_000, 4_000), true)
    })

    for (const [jump, jumpMs] of JUMPS)
      test(`after the clock was set back by ${jump}, nothing waits for the old time`, async () => {
        const beforeMs = 1_800_000_000_000
        const nowMs = beforeMs - jumpMs
        const name = `set back by ${jump}`
        await coordination.takeLease(name, 'dead', beforeMs, beforeMs + 4_500)
        assert.equal(await coordination.takeLease(name, 'a', nowMs, nowMs + 4_500), true)
        assert.equal(await coordination.takeLease(name, 'b', nowMs, nowMs + 4_500), false)
        for (let ask = 0; ask < 5; ask++) await coordination.nextMoment(name, beforeMs, 1_000)
        assert.equal(await coordination.nextMoment(name, nowMs, 1_000), nowMs)
        assert.equal(await coordination.nextMoment(name, nowMs, 1_000), nowMs + 1_000)
        const stand = (owner: string, atMs: number) =>
          coordination.standInLine(name, { owner, askers: [owner], sinceMs: atMs }, atMs, atMs + 3_000)
        assert.equal(await stand('dead', beforeMs), 'dead')
        await coordination.noteServed(name, 'late', nowMs)
        assert.equal(await stand('late', nowMs), 'late')
      })

    test('moments are an interval apart, however many ask at once', async () => {
      const moments = await Promise.all(
        Array.from({ length: 30 }, () => coordination.nextMoment('host', 10_000, 1_000)),
      )
      assert.deepEqual(
        moments.sort((a, b) => a - b),
        Array.from({ length: 30 }, (_, index) => 10_000 + 1_000 * index),
      )
      assert.equal(await coordination.nextMoment('host', 99_000, 1_000), 99_000)
    })

    test('of those who stand in a line the asker who was served longest ago goes first, then who came first', async () => {
      const stand = (owner: string, askers: readonly string[], sinceMs: number, nowMs = 1_000) =>
        coordination.standInLine('line', { owner, askers, sinceMs }, nowMs, nowMs + 500)
      assert.equal(await stand('p1', ['many'], 10), 'many')
      assert.equal(await stand('p2', ['many'], 20), null)
      assert.equal(await stand('p2', ['many'], 20), null, 'asking again is no way to the front')
      await coordination.noteServed('line', 'many', 900)
      await coordination.leaveLines('p1')
      assert.equal(await stand('p2', ['many'], 20), 'many')
      assert.equal(await stand('p3', ['one'], 30), 'one')
      assert.equal(await stand('p2', ['many'], 20), null)
      // A request that two wait for has the better turn of them.
      assert.equal(await stand('p4', ['many', 'other'], 25), 'other')
      await coordination.noteServed('line', 'other', 950)
      assert.equal(await stand('p4', ['many', 'other'], 25), null)
      assert.equal(await stand('p3', ['one'], 30), 'one')
      await coordination.leaveLines('p3')
      assert.equal(
        await coordination.standInLine(
          'next line',
          { owner: 'p5', askers: ['many'], sinceMs: 9 },
          1_000,
          2_000,
        ),
        'many',
      )
    })

    test('a place whose holder has died ends by itself', async () => {
      const stand = (owner: string, nowMs: number) =>
        coordination.standInLine('short', { owner, askers: [owner], sinceMs: nowMs }, nowMs, nowMs + 500)
      assert.equal(await stand('dead', 1_000), 'dead')
      assert.equal(await stand('next', 1_499), null)
      assert.equal(await stand('next', 1_500), 'next')
    })

    test('a day adds up', async () => {
      await Promise.all(Array.from({ length: 25 }, () => coordination.count('2026-01-31', 1, 100)))
      assert.deepEqual({ ...(await coordination.count('2026-01-31', 0, 0)) }, { requests: 25, bytes: 2_500 })
      assert.deepEqual({ ...(await coordination.count('2026-02-01', 0, 0)) }, { requests: 0, bytes: 0 })
    })

    test('what is over is swept, and nothing else', async () => {
      await coordination.takeLease('over', 'a', 1_000, 2_000)
      await coordination.takeLease('held', 'a', 1_000, 50_000)
      const standing = (owner: string) => ({ owner, askers: ['a'], sinceMs: 1_000 })
      await coordination.standInLine('swept', standing('over'), 1_000, 2_000)
      await coordination.standInLine('swept', standing('stays'), 1_001, 50_000)
      await coordination.noteServed('swept', 'b', 2_000)
      await coordination.nextMoment('past', 1_000, 500)
      await coordination.nextMoment('next', 90_000, 500)
      await coordination.count('2025-12-30', 1, 1)
      await coordination.count('2025-12-30 anonymous', 1, 1)
      await coordination.count('2025-12-31', 1, 1)
      await coordination.count('2025-12-31 anonymous', 1, 1)
      for (const [key, atMs] of [
        ['old', 4_999],
        ['good', 5_000],
        ['shrunk r1', 4_999],
        ['shrunk r2', 99],
        ['children r1 8', 4_999],
        ['children r2 8', 99],
        ['containing 1', 4_999],
      ] as const)
        await coordination.remember(key, 'fetched', atMs)
      await coordination.sweep({ endedMs: 3_000, day: '2025-12-31', answersMs: 5_000, lastingMs: 100 })
      // A moment of before the sweep would put the next one off.
      assert.equal(await coordination.nextMoment('past', 1_000, 500), 1_000)
      assert.equal(await coordination.nextMoment('next', 90_000, 500), 90_500)
      assert.equal(await coordination.takeLease('over', 'b', 1_500, 2_000), true)
      assert.equal(await coordination.takeLease('held', 'b', 1_500, 2_000), false)
      // Before the sweep the place was held at this time, and b had been served.
      assert.equal(await coordination.standInLine('swept', standing('stays'), 1_500, 50_000), 'a')
      const early = { owner: 'early', askers: ['b'], sinceMs: 999 }
      assert.equal(await coordination.standInLine('swept', early, 1_500, 50_000), 'b')
      const requests = async (day: string) => (await coordination.count(day, 0, 0)).requests
      assert.deepEqual(
        [
          await requests('2025-12-30'),
          await requests('2025-12-30 anonymous'),
          await requests('2025-12-31'),
          await requests('2025-12-31 anonymous'),
        ],
        [0, 0, 1, 1],
      )
      const remembered = async (key: string) => (await coordination.remembered(key)) !== null
      assert.deepEqual(
        [
          await remembered('old'),
          await remembered('good'),
          await remembered('shrunk r1'),
          await remembered('shrunk r2'),
          await remembered('children r1 8'),
          await remembered('children r2 8'),
          await remembered('containing 1'),
        ],
        [false, true, true, false, true, false, true],
      )
    })

    test('the last answer is remembered', async () => {
      assert.equal(await coordination.remembered('r1'), null)
      await coordination.remember('r1', 'absent', 1)
      await coordination.remember('r1', 'fetched', 2)
      assert.deepEqual({ ...(await coordination.remembered('r1')) }, { outcome: 'fetched', atMs: 2 })
    })
  })
}
