/** How long a server rests after failures, and which of them make it suspect. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import { createFailedQuestions } from '../../src/sources/upstream/failed-questions.ts'
import { Mirror } from '../../src/sources/upstream/map-server.ts'
import type { Clock } from '../../src/util/clock.ts'
import type { Random } from '../../src/util/random.ts'

const RESTS = { firstRestMs: 2_000, maxRestMs: 20_000 }
/** Bytes that give the shortest, the undisturbed and the longest rest. */
const [SHORTEST, MIDDLE, LONGEST] = [0, 128, 255]

const mirrorOf = (byte: number) => {
  let nowMs = 1_000_000
  const clock: Clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const random: Random = { bytes: (count) => new Uint8Array(count).fill(byte) }
  const mirror = new Mirror('http://overpass.example/api/interpreter', RESTS, clock, random)
  return {
    mirror,
    pass: (durationMs: number): void => {
      nowMs += durationMs
    },
    /** Fails once the rest before is over; how long it rests then. */
    restAfterFailure: (retryAfterSeconds: number | null = null): number => {
      nowMs = Math.max(nowMs, mirror.notBeforeMs)
      mirror.failed('down', retryAfterSeconds)
      return mirror.notBeforeMs - nowMs
    },
    restAfterRefusal: (seconds: number): number => {
      nowMs = Math.max(nowMs, mirror.notBeforeMs)
      mirror.waitFor(seconds, 'busy')
      return mirror.notBeforeMs - nowMs
    },
  }
}

test('each failure doubles the rest, up to the maximum', () => {
  const { restAfterFailure } = mirrorOf(MIDDLE)
  const rests = Array.from({ length: 12 }, () => restAfterFailure() / 1000)
  assert.deepEqual(rests, [2, 4, 8, 16, ...Array(8).fill(20)])
})

test('a rest is up to a half shorter or longer, so that processes do not come back together', () => {
  assert.equal(mirrorOf(SHORTEST).restAfterFailure(), 1_000)
  const longestMs = mirrorOf(LONGEST).restAfterFailure()
  assert.ok(longestMs > 2_980 && longestMs <= 3_000, `${longestMs} ms`)
})

test('no rest that we choose is longer than the maximum, so that a server that works again is soon used', () => {
  const { restAfterFailure } = mirrorOf(LONGEST)
  const rests = Array.from({ length: 12 }, () => restAfterFailure())
  assert.equal(Math.max(...rests), RESTS.maxRestMs)
})

test('a success begins anew', () => {
  const { mirror, restAfterFailure } = mirrorOf(MIDDLE)
  restAfterFailure()
  restAfterFailure()
  assert.equal(mirror.lastProblem, 'down')
  mirror.succeeded()
  assert.equal(mirror.lastProblem, null)
  assert.equal(restAfterFailure(), 2_000)
})

test('what the server says takes the place of the rest, to the second, for ten minutes at most', () => {
  for (const byte of [SHORTEST, LONGEST]) {
    const { restAfterFailure, restAfterRefusal } = mirrorOf(byte)
    assert.equal(restAfterFailure(37), 37_000)
    assert.equal(restAfterRefusal(12), 12_000)
    assert.equal(restAfterFailure(86_400), 600_000)
    assert.equal(restAfterRefusal(86_400), 600_000)
  }
})

test('of two failures at once the longer rest counts', () => {
  const { mirror, restAfterFailure } = mirrorOf(MIDDLE)
  restAfterFailure(100)
  const { notBeforeMs } = mirror
  mirror.waitFor(1, 'busy')
  assert.equal(mirror.notBeforeMs, notBeforeMs)
})

describe('unusable answers', () => {
  test('never rest a server, and one question never makes it suspect, however often it fails', () => {
    const { mirror } = mirrorOf(MIDDLE)
    for (let times = 0; times < 100; times++) mirror.answeredBadly('one')
    assert.equal(mirror.isSuspect, false)
    for (let question = 0; question < 100; question++) mirror.answeredBadly(String(question))
    assert.equal(mirror.notBeforeMs, 0)
  })

  test('make it suspect for three different questions in a minute, until it passes a test', () => {
    const { mirror } = mirrorOf(MIDDLE)
    mirror.answeredBadly('one')
    mirror.answeredBadly('two')
    assert.equal(mirror.isSuspect, false)
    mirror.answeredBadly('three')
    assert.equal(mirror.isSuspect, true)
    mirror.passed()
    assert.equal(mirror.isSuspect, false)
    mirror.answeredBadly('four')
    mirror.answeredBadly('five')
    assert.equal(mirror.isSuspect, false)
  })

  test('do not, with a success between them', () => {
    const { mirror } = mirrorOf(MIDDLE)
    for (const question of ['one', 'two', 'three', 'four', 'five']) {
      mirror.answeredBadly(question)
      mirror.answeredBadly(`${question} again`)
      mirror.succeeded()
    }
    assert.equal(mirror.isSuspect, false)
  })

  test('do not, if they are more than a minute apart', () => {
    const { mirror, pass } = mirrorOf(MIDDLE)
    for (let question = 0; question < 20; question++) {
      mirror.answeredBadly(String(question))
      pass(31_000)
    }
    assert.equal(mirror.isSuspect, false)
  })
})

test('after a failure a server must pass a test; passing it does not shorten the next rest, a success does', () => {
  const { mirror, restAfterFailure } = mirrorOf(MIDDLE)
  restAfterFailure()
  assert.equal(mirror.isSuspect, true)
  mirror.passed()
  assert.equal(mirror.isSuspect, false)
  assert.equal(restAfterFailure(), 4_000)
  mirror.succeeded()
  assert.equal(restAfterFailure(), 2_000)
})

for (const [jump, jumpMs] of [
  ['an hour', 3_600_000],
  ['a day', 86_400_000],
] as const)
  test(`a clock that jumps by ${jump} neither ends a rest nor makes it longer`, () => {
    let nowMs = 1_000_000_000
    let jumpedMs = 0
    const clock: Clock = { now: () => nowMs + jumpedMs, elapsedMs: () => nowMs }
    const random: Random = { bytes: (count) => new Uint8Array(count).fill(MIDDLE) }
    const mirror = new Mirror('http://overpass.example/api/interpreter', RESTS, clock, random)
    const questions = createFailedQuestions(RESTS, clock)
    for (const direction of [1, -1, -1, 1]) {
      mirror.failed('down', 10)
      questions.failed('where', 'broken', 'nothing usable')
      jumpedMs += direction * jumpMs
      assert.equal(mirror.notBeforeMs - clock.now(), 10_000)
      assert.throws(() => questions.requireRested('where'), LiveMapFailed)
      nowMs += 20_000
      assert.ok(mirror.notBeforeMs <= clock.now())
      questions.requireRested('where')
    }
  })
