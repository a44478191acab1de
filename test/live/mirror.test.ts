/** How long a server rests after failures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mirror } from '../../src/sources/live/mirror.ts'
import type { Clock } from '../../src/util/clock.ts'
import type { Random } from '../../src/util/random.ts'

const RESTS = { firstRestMs: 2_000, maxRestMs: 600_000 }
/** Bytes that give the shortest, the undisturbed and the longest rest. */
const [SHORTEST, MIDDLE, LONGEST] = [0, 128, 255]

const mirrorOf = (byte: number) => {
  let nowMs = 1_000_000
  const clock: Clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const random: Random = { bytes: (count) => new Uint8Array(count).fill(byte) }
  const mirror = new Mirror('http://overpass.example/api/interpreter', RESTS, clock, random)
  return {
    mirror,
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
  assert.deepEqual(rests, [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600])
})

test('a rest is up to a half shorter or longer, so that processes do not come back together', () => {
  assert.equal(mirrorOf(SHORTEST).restAfterFailure(), 1_000)
  const longestMs = mirrorOf(LONGEST).restAfterFailure()
  assert.ok(longestMs > 2_980 && longestMs <= 3_000, `${longestMs} ms`)
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

test('what the server says takes the place of the rest, to the second, and never exceeds the maximum', () => {
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
