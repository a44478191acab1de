/** Servers of Overpass that fail or ask to wait: the next one is asked, and none before the time that it names. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import type { Overpass } from '../../src/sources/overpass/client.ts'
import { FAULTS, type Fault, refused } from './overpass-faults.ts'
import { type ScriptedOverpass, serveScriptedOverpass } from './scripted-overpass.ts'
import { type SkippingClock, skippingClock } from './skipping-clock.ts'
import { askFor, QUICK_PACE, testOverpass } from './test-map.ts'

const PACE = {
  firstRestMs: 2_000,
  maxRestMs: 20_000,
  requestTimeoutMs: 3_000,
  longRequestTimeoutMs: 3_000,
  maxWaitMs: 60_000,
}
const ATTEMPTS = 4
/** Longest of the first rest, and a look for a slot. */
const LONGEST_FIRST_REST_MS = 3_000 + 1_000
/** Of the looks for a slot and of the way to the server. */
const TOLERANCE_MS = 1_500

describe('servers of the map database', () => {
  let clock: SkippingClock
  let first: ScriptedOverpass
  let second: ScriptedOverpass
  beforeEach(async () => {
    clock = skippingClock()
    const options = { nowMs: clock.now }
    first = await serveScriptedOverpass(1, 0, options)
    second = await serveScriptedOverpass(2, 0, options)
  })
  afterEach(async () => {
    await first?.close()
    await second?.close()
  })

  const open = (urls: readonly string[]): Overpass =>
    testOverpass(urls, { clock, sleep: clock.sleep, pace: PACE })

  /** Time between the first two requests to the server. */
  const waitedMs = ({ arrivalsMs }: ScriptedOverpass): number => arrivalsMs[1] - arrivalsMs[0]

  FAULTS.forEach((fault, index) => {
    test(`where the first fails, the second answers, and the first is preferred again once it works: fault ${index + 1}`, async () => {
      const overpass = open([first.url, second.url])
      first.nextFaults.push(fault)
      const wanted = await askFor(overpass, 1)
      assert.deepEqual([...wanted], ['r1'])
      assert.deepEqual([...second.answered.keys()], [1])
      await clock.sleep(LONGEST_FIRST_REST_MS)
      await askFor(overpass, 4)
      assert.deepEqual([...first.answered.keys()], [4])
      assert.deepEqual([...second.answered.keys()], [1])
    })
  })

  test('where the first cannot be reached, the second answers', async () => {
    await first.close()
    const wanted = await askFor(open([first.url, second.url]), 1)
    assert.deepEqual([...wanted], ['r1'])
    assert.equal(second.requests, 1)
    first = await serveScriptedOverpass(1)
  })

  test('where none can be reached, all are named without a wait', async () => {
    const atMs = clock.now()
    await Promise.all([first.close(), second.close()])
    await assert.rejects(askFor(open([first.url, second.url]), 1), (error) => {
      assert.ok(error instanceof LiveMapFailed)
      assert.equal(error.fault, 'unreachable')
      for (const { url } of [first, second])
        assert.ok(error.message.includes(`${new URL(url).host} cannot be reached: ECONNREFUSED.`))
      return true
    })
    assert.ok(clock.now() - atMs < TOLERANCE_MS)
  })

  test('a server that has answered before is waited for when it cannot be reached', async () => {
    const overpass = open([first.url])
    await askFor(overpass, 1)
    await first.close()
    await assert.rejects(askFor(overpass, 4), { name: 'LiveMapFailed', fault: 'unavailable' })
  })

  test('while the first rests it is left alone', async () => {
    const overpass = open([first.url, second.url])
    first.nextFaults.push(refused(503, 30))
    for (const number of [1, 4, 7]) await askFor(overpass, number)
    assert.deepEqual([first.requests, second.requests], [1, 3])
  })

  test('where all fail, it is a failure that says when to come back', async () => {
    for (const server of [first, second]) server.nextFaults.push(...Array<Fault>(ATTEMPTS).fill(refused(504)))
    await assert.rejects(askFor(open([first.url, second.url]), 1), (error) => {
      assert.ok(error instanceof LiveMapFailed)
      assert.equal(error.fault, 'unavailable')
      assert.ok(error.retryAfterSeconds >= 1)
      return true
    })
    for (const { requests, tests } of [first, second])
      assert.deepEqual([requests, tests], [1, ATTEMPTS / 2 - 1])
  })

  for (const [name, status, seconds] of [
    [
      'the soonest of its slots',
      'Rate limit: 2\nSlot available after: 2026-01-02T03:04:05Z, in 44 seconds.\nSlot available after: 2026-01-02T03:03:33Z, in 12 seconds.\nCurrently running queries (pid, space limit, time limit, start time):\n',
      12,
    ],
    [
      'a slot that is free already',
      'Rate limit: 2\n1 slots available now.\nSlot available after: 2026-01-02T03:04:05Z, in 44 seconds.\n',
      1,
    ],
    ['a status without times', 'Rate limit: 0\n', 15],
  ] as const)
    test(`429: the server is asked again when its status says so: ${name}`, async () => {
      first.nextFaults.push(refused(429))
      first.status = status
      await askFor(open([first.url]), 1)
      const waited = waitedMs(first)
      assert.ok(waited >= seconds * 1000 && waited < seconds * 1000 + TOLERANCE_MS, `${waited} ms`)
    })

  for (const [limit, atOnce] of [
    [1, 1],
    [2, 2],
    [6, 2],
    [0, 2],
  ] as const)
    test(`a server that refuses and allows ${limit} queries at once gets ${atOnce} at most`, async () => {
      const overpass = testOverpass([first.url], { pace: QUICK_PACE })
      first.nextFaults.push(refused(429))
      first.status = `Rate limit: ${limit}\n1 slots available now.\n`
      await askFor(overpass, 1)
      // Answers when as many wait as may, however slow the machine is.
      first.latencyMs = 60_000
      const asked = [4, 7, 10, 13].map((number) => askFor(overpass, number))
      for (let answered = 1; answered <= asked.length; answered += atOnce) {
        while (first.waiting < atOnce) await setImmediate()
        // Time for one more to come.
        await setTimeout(30)
        first.release()
      }
      await Promise.all(asked)
      assert.equal(first.mostAtOnce, atOnce)
    })

  test('Retry-After may be a date', async () => {
    first.nextFaults.push((response) => {
      response.writeHead(503, { 'retry-after': new Date(clock.now() + 30_000).toUTCString() })
      response.end()
    })
    await askFor(open([first.url]), 1)
    const waited = waitedMs(first)
    assert.ok(waited >= 29_000 && waited < 30_000 + TOLERANCE_MS, `${waited} ms`)
  })

  for (const status of [503, 504])
    test(`${status} with Retry-After: the server is asked again after that time`, async () => {
      first.nextFaults.push(refused(status, 20))
      await askFor(open([first.url]), 1)
      const waited = waitedMs(first)
      assert.ok(waited >= 20_000 && waited < 20_000 + TOLERANCE_MS, `${waited} ms`)
    })

  test('a rest that is longer than callers wait is a failure that names it, and nothing is sent meanwhile', async () => {
    const overpass = open([first.url])
    first.nextFaults.push(refused(503, 300))
    for (const number of [1, 4])
      await assert.rejects(askFor(overpass, number), (error) => {
        assert.ok(error instanceof LiveMapFailed)
        assert.equal(error.fault, 'unavailable')
        assert.ok(
          error.retryAfterSeconds > 290 && error.retryAfterSeconds <= 300,
          String(error.retryAfterSeconds),
        )
        return true
      })
    assert.equal(first.requests, 1)
    await clock.sleep(300_000)
    assert.deepEqual([...(await askFor(overpass, 1))], ['r1'])
  })
})
