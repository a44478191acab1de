/** What every adapter of the `LiveCoordination` port guarantees. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LiveCoordination } from '../../src/domain/live/ports.ts'

export interface OpenedCoordination {
  readonly coordination: LiveCoordination
  readonly close: () => Promise<void>
}

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

    test('a day adds up', async () => {
      await Promise.all(Array.from({ length: 25 }, () => coordination.count('2026-01-31', 1, 100)))
      assert.deepEqual({ ...(await coordination.count('2026-01-31', 0, 0)) }, { requests: 25, bytes: 2_500 })
      assert.deepEqual({ ...(await coordination.count('2026-02-01', 0, 0)) }, { requests: 0, bytes: 0 })
    })

    test('the last answer is remembered', async () => {
      assert.equal(await coordination.remembered('r1'), null)
      await coordination.remember('r1', 'absent', 1)
      await coordination.remember('r1', 'fetched', 2)
      assert.deepEqual({ ...(await coordination.remembered('r1')) }, { outcome: 'fetched', atMs: 2 })
    })
  })
}
