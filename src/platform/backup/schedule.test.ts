import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '../../util/clock.ts'
import type { BackupSummary, ListedBackup } from './ports.ts'
import { expendable, isBackupName, placeIn, scheduledBackup } from './schedule.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 0, 31, 4, 5, 6)

const backup = (name: string, isComplete = true): ListedBackup => ({ name, isComplete })

/** Backups in memory, written at once, at a clock that the test sets. */
const world = (listed: ListedBackup[] = []) => {
  const written: string[] = []
  let nowMs = NOW
  let owner: string | null = null
  const takeLease = (name: string) => async () => {
    if (owner !== null && owner !== name) return false
    owner = name
    return true
  }
  const run = (isDueNow: boolean, keep = 2, name = 'a') =>
    scheduledBackup(
      { to: '/backups/', everyMs: DAY_MS, keep },
      {
        backups: {
          write: async (to) => {
            written.push(to)
            listed.push(backup(to.split('/').at(-1)!))
            return { place: to } as BackupSummary
          },
          list: async () => [...listed].sort((one, other) => (one.name < other.name ? -1 : 1)),
          remove: async (_parent, each) => {
            listed.splice(
              listed.findIndex((one) => one.name === each),
              1,
            )
          },
        },
        takeLease: takeLease(name),
        endLease: async () => {
          owner = null
        },
        clock: { now: () => nowMs, elapsedMs: () => 0 },
      },
      { isDueNow },
    )
  return {
    run,
    written,
    names: () => listed.map(({ name }) => name).sort(),
    pass: (ms: number) => {
      nowMs += ms
    },
    holdLease: () => {
      owner = 'another process'
    },
  }
}

describe('scheduled backups', () => {
  test('one is written each period, named after its moment', async () => {
    const { run, written, pass } = world()
    await run(false)
    assert.deepEqual(written, ['/backups/2026-01-31T04-05-06Z'])
    pass(DAY_MS - 1000)
    assert.equal(await run(false), null)
    pass(1000)
    assert.notEqual(await run(false), null)
    assert.equal(written.length, 2)
  })

  test('an incomplete one does not count, and is deleted', async () => {
    const { run, names } = world([backup('2026-01-31T03-00-00Z', false)])
    await run(false)
    assert.deepEqual(names(), ['2026-01-31T04-05-06Z'])
  })

  test('the newest are kept', async () => {
    const { run, names, pass } = world([backup('2026-01-01T00-00-00Z'), backup('2026-01-02T00-00-00Z')])
    const first = await run(false)
    assert.deepEqual(first?.removed, ['2026-01-01T00-00-00Z'])
    pass(DAY_MS)
    await run(false)
    assert.deepEqual(names(), ['2026-01-31T04-05-06Z', '2026-02-01T04-05-06Z'])
  })

  test('one on request is written even if none is due', async () => {
    const { run, written, pass } = world()
    await run(false)
    pass(HOUR_MS)
    await run(true)
    assert.equal(written.length, 2)
  })

  test('while another process writes one, no second one is written', async () => {
    const { run, written, holdLease } = world()
    holdLease()
    assert.equal(await run(true), null)
    assert.deepEqual(written, [])
  })

  for (const [jump, ms] of [
    ['an hour', HOUR_MS],
    ['a day', DAY_MS],
  ] as const)
    test(`after the clock was set back by ${jump}, backups go on, one each period, and the new one is kept`, async () => {
      const { run, written, names, pass } = world()
      await run(false, 1)
      pass(-ms)
      await run(false, 1)
      assert.equal(await run(false, 1), null)
      assert.equal(written.length, 2)
      assert.ok(names().includes(written[1].split('/').at(-1)!))
    })

  test('after the clock jumped ahead, one is written at once, and after its correction one each period again', async () => {
    const { run, written, pass } = world()
    await run(false)
    pass(DAY_MS)
    assert.notEqual(await run(false), null)
    pass(-DAY_MS)
    assert.equal(await run(false), null, 'that of today is there')
    pass(DAY_MS)
    assert.equal(await run(false), null, 'that of tomorrow is no longer in the future')
    assert.equal(written.length, 2)
  })

  test('only folders named after a moment are ever taken for backups', () => {
    assert.ok(isBackupName('2026-01-31T04-05-06Z'))
    for (const name of ['2026-01-31', 'photos', '2026-01-31T04-05-06Z.old', '../2026-01-31T04-05-06Z'])
      assert.ok(!isBackupName(name), name)
  })

  test('as many as are to be kept are no reason to delete one', () => {
    assert.deepEqual(expendable([backup('a'), backup('b')], 2), [])
    assert.deepEqual(expendable([backup('a'), backup('b'), backup('c')], 2), ['a'])
  })

  test('the address of one in a bucket keeps the parameters of the bucket', () => {
    assert.equal(
      placeIn('s3://k:s@host/bucket/daily/?region=eu&protocol=http', 'x'),
      's3://k:s@host/bucket/daily/x?region=eu&protocol=http',
    )
    assert.equal(placeIn('/', 'x'), '/x')
  })
})
