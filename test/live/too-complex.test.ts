/** Boundaries that the map has and whose polygon cannot be used: refused with the reason, and not asked for again for an hour. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { memoryCoordination } from '../doubles/memory-coordination.ts'
import { temporaryStorage } from '../support/databases.ts'
import { HOSTILE_SHAPES, type Line } from '../support/hostile-ways.ts'
import { relationOfLines } from '../support/overpass-sections.ts'
import { seededRandom } from '../support/shapes.ts'
import { skippingClock } from './skipping-clock.ts'
import { testMap, testOverpass } from './test-map.ts'
import { serveUpstream, type Upstream } from './upstream.ts'

const TANGLED = 5
const OPEN = 6
const HOUR_MS = 3_600_000

/** A legal answer of 160 kB: one way of 2,000 positions that crosses itself hundreds of thousands of times. */
const TANGLE: readonly Line[] = HOSTILE_SHAPES['a ring of random positions'](2_000, seededRandom(1))
const OPEN_LINE: readonly Line[] = [[0, 0, UNITS_PER_DEGREE, 0]]

const REASONS = [
  {
    number: TANGLED,
    reason: 'r5: Its border is too complex to process: its lines cross each other more than 12,001 times.',
  },
  {
    number: OPEN,
    reason: 'r6: Open ring: nothing continues w6000 at 0, 0, w6000 at 1, 0 (longitude, latitude).',
  },
]

describe('a boundary without a usable polygon', () => {
  const clock = skippingClock()
  let upstream: Upstream<string>
  let storage: Storage
  before(async () => {
    upstream = await serveUpstream((query) => {
      const number = query.includes(`rel(${TANGLED})`) ? TANGLED : OPEN
      return { key: query, body: relationOfLines(number, number === TANGLED ? TANGLE : OPEN_LINE) }
    })
    storage = await temporaryStorage()
  })
  after(async () => {
    await upstream?.close()
    await storage?.close()
  })

  for (const { number, reason } of REASONS)
    test(`is refused with the reason, in every process for an hour, with one request: r${number}`, async () => {
      const coordination = memoryCoordination()
      const store = await storage.openFetched()
      const open = (owner: string) =>
        testMap({
          coordination,
          clock,
          sleep: clock.sleep,
          overpass: testOverpass([upstream.url], { coordination, clock, sleep: clock.sleep }),
          store,
          owner,
        })
      const before = upstream.requests
      const refusal = async (owner: string): Promise<LiveMapFailed> => {
        const failure = await open(owner)
          .fetch({ by: 'relation', number })
          .catch((error: unknown) => error)
        assert.ok(failure instanceof LiveMapFailed, String(failure))
        assert.equal(failure.fault, 'no polygon')
        assert.equal(failure.message, reason)
        return failure
      }
      assert.equal((await refusal('one')).retryAfterSeconds, 3_600)
      await clock.sleep(HOUR_MS / 2)
      const again = await refusal('another')
      assert.ok(again.retryAfterSeconds <= 1_800, `${again.retryAfterSeconds} seconds`)
      assert.equal(upstream.requests, before + 1)
      await clock.sleep(HOUR_MS / 2)
      await refusal('one')
      assert.equal(upstream.requests, before + 2)
    })
})
