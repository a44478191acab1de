/** Questions that a server cannot answer, beside those that it can, and a server that fails and works again. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import { OVERPASS_PACE, type Overpass } from '../../src/sources/overpass/client.ts'
import { FAULTS, type Fault, refused } from './overpass-faults.ts'
import { type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'
import { type SkippingClock, skippingClock } from './skipping-clock.ts'
import { askFor, testOverpass } from './test-map.ts'

/** Rests and waits as they are; only what hangs is cut off sooner. */
const PACE = { ...OVERPASS_PACE, requestTimeoutMs: 1_500, longRequestTimeoutMs: 1_500 }
const RECOVERY_MS = 30_000
const FIRST_BAD = 301
/** Not what was asked for. */
const useless: Fault = (response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"elements":[]}')
}

describe('a server that cannot answer some questions', () => {
  let clock: SkippingClock
  let sleptMs: number
  let upstream: ScriptedOverpass
  let isMended: boolean
  let overpass: Overpass
  beforeEach(async () => {
    clock = skippingClock()
    sleptMs = 0
    isMended = false
    upstream = await serveScriptedOverpass(1, 0, {
      faultFor: (relation) => (relation >= FIRST_BAD && !isMended ? useless : null),
    })
    overpass = testOverpass([upstream.url], {
      clock,
      sleep: async (durationMs) => {
        sleptMs += durationMs
        await clock.sleep(durationMs)
      },
      pace: PACE,
    })
  })
  afterEach(() => upstream?.close())

  const failure = async (relation: number): Promise<LiveMapFailed | null> => {
    try {
      await askFor(overpass, relation)
      return null
    } catch (error) {
      assert.ok(error instanceof LiveMapFailed, String(error))
      return error
    }
  }

  test('answers all others at once, however many it cannot', async () => {
    for (let bad = 0; bad < 20; bad++) {
      assert.equal((await failure(FIRST_BAD + 3 * bad))?.fault, 'broken')
      assert.equal(await failure(1 + 3 * bad), null)
    }
    for (let bad = 20; bad < 40; bad++) assert.equal((await failure(FIRST_BAD + 3 * bad))?.fault, 'broken')
    assert.equal(await failure(100), null)
    assert.equal(sleptMs, 0)
  })

  test('is not asked again while the question rests, and the rests grow to 20 seconds at most', async () => {
    const rests: number[] = []
    for (let times = 0; times < 8; times++) {
      await failure(FIRST_BAD)
      const { requests } = upstream
      const resting = await failure(FIRST_BAD)
      assert.equal(upstream.requests, requests)
      assert.equal(resting?.fault, 'broken')
      rests.push(resting!.retryAfterSeconds)
      await clock.sleep(resting!.retryAfterSeconds * 1000)
    }
    assert.deepEqual(rests, [2, 4, 8, 16, 20, 20, 20, 20])
    isMended = true
    assert.equal(await failure(FIRST_BAD), null)
  })

  test('gets a question once more, then once for each call', async () => {
    await failure(FIRST_BAD)
    assert.equal(upstream.requests, 2)
    await clock.sleep(2_000)
    await failure(FIRST_BAD)
    assert.equal(upstream.requests, 3)
  })

  test('gets a question that runs out of time once more with more time', async () => {
    const outOfTime: Fault = (response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"elements":[],"remark":"runtime error: Query timed out in \\"query\\" at line 1"}')
    }
    upstream.nextFaults.push(outOfTime)
    assert.equal(await failure(1), null)
    upstream.nextFaults.push(outOfTime, outOfTime)
    assert.equal((await failure(4))?.fault, 'timeout')
    assert.equal(sleptMs, 0)
  })

  test('is tested before the next question, once it hung or has failed, and is asked none while it fails the test', async () => {
    const silence: Fault = () => {
      // Never answers.
    }
    upstream.nextFaults.push(silence)
    assert.equal((await failure(1))?.fault, 'broken')
    upstream.nextFaults.push(silence, refused(503))
    assert.equal(await failure(4), null)
    assert.equal(upstream.tests, 3)
    assert.deepEqual(upstream.asked, [1, 4])
    assert.equal(await failure(7), null)
    assert.equal(upstream.tests, 3)
  })

  test('is waited for, and asked once, in less time than callers wait, and cut off in less than it has to recover', () => {
    assert.ok(OVERPASS_PACE.maxWaitMs + OVERPASS_PACE.requestTimeoutMs < 59_000)
    assert.ok(OVERPASS_PACE.requestTimeoutMs < RECOVERY_MS)
    assert.ok(OVERPASS_PACE.maxRestMs < RECOVERY_MS)
  })

  for (const [name, faults] of [
    ['every way', FAULTS],
    ['503', [refused(503)]],
    ['a broken connection', [(response) => void response.destroy()]],
    [
      'silence',
      [
        () => {
          // Never answers.
        },
      ],
    ],
  ] as const satisfies readonly (readonly [string, readonly Fault[]])[])
    test(`after it failed in ${name} it answers everything within 30 seconds`, async () => {
      let next = 0
      const asked = Array.from({ length: 6 }, (_, index) => 1 + 3 * index)
      for (let round = 0; round < 5; round++) {
        upstream.nextFaults.push(...Array.from({ length: 60 }, () => faults[next++ % faults.length]))
        const failures = await Promise.all(asked.map(failure))
        assert.ok(failures.some((each) => each !== null))
        upstream.nextFaults.length = 0
      }
      for (const relation of asked) {
        const stoppedMs = sleptMs
        for (let error = await failure(relation); error !== null; error = await failure(relation)) {
          sleptMs += error.retryAfterSeconds * 1000
          await clock.sleep(error.retryAfterSeconds * 1000)
        }
        assert.ok(sleptMs - stoppedMs <= RECOVERY_MS, `${sleptMs - stoppedMs} ms`)
      }
    })
})
