import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import {
  archipelago,
  coastRing,
  nestedEnclaves,
  ringsOf,
  seededRandom,
} from '../../../test/support/shapes.ts'
import { decodeRings, decodeWeights, encodeRings, encodeWeights } from './codec.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'

const coast = ringsOf([[coastRing(seededRandom(5), { lon: 12, lat: 48, radius: 2, doublings: 12 })]])

/** Any counts and any 32-bit coordinates, plausible or not. */
const anyRings: fc.Arbitrary<Rings> = fc
  .array(
    fc.array(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 20 }), {
      maxLength: 4,
    }),
    {
      maxLength: 4,
    },
  )
  .map((polygons) => {
    const rings = polygons.flat().map((values) => values.slice(0, values.length & ~1))
    let positions = 0
    let count = 0
    return {
      coords: Int32Array.from(rings.flat()),
      ringEnds: Uint32Array.from(rings, (ring) => (positions += ring.length / 2)),
      polygonEnds: Uint32Array.from(polygons, (polygon) => (count += polygon.length)),
    }
  })

test('rings come back bit for bit', () => {
  fc.assert(
    fc.property(anyRings, (rings) => assert.deepEqual(decodeRings(encodeRings(rings)), rings)),
    { seed: 13, numRuns: casesOf('rings that are stored') },
  )
})

test('coasts, archipelagos and enclaves come back bit for bit', () => {
  const random = seededRandom(7)
  for (const rings of [
    EMPTY_RINGS,
    coast,
    ringsOf(archipelago(random, { lon: -70, lat: -50, islands: 200, spacing: 0.1, doublings: 3 })),
    ringsOf(nestedEnclaves(random, { lon: 5, lat: 51, radius: 1, depth: 6, doublings: 6 })),
  ]) {
    assert.deepEqual(decodeRings(encodeRings(rings)), rings)
  }
})

test('the difference from one end of the number range to the other survives', () => {
  const rings: Rings = {
    coords: Int32Array.of(-(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), 0, 0),
    ringEnds: Uint32Array.of(3),
    polygonEnds: Uint32Array.of(1),
  }
  assert.deepEqual(decodeRings(encodeRings(rings)), rings)
})

test('a coast takes less than seven bytes a position', () => {
  assert.ok(encodeRings(coast).length < 7 * (coast.coords.length / 2))
})

test('coordinates of four decimals come back bit for bit and take less than half the bytes', () => {
  const coarse = { ...coast, coords: coast.coords.map((value) => Math.round(value / 1000) * 1000) }
  const bytes = encodeRings(coarse)
  assert.deepEqual(decodeRings(bytes), coarse)
  assert.ok(bytes.length < encodeRings(coast).length / 2)
  assert.throws(() => decodeRings(Uint8Array.of(2, 9, 0)), /its grid leaves out 9 places, which none does\./)
  assert.throws(() => decodeRings(Uint8Array.of(2)), /its grid leaves out no places, which none does\./)
})

test('a view into a larger buffer is read as the bytes it shows', () => {
  const bytes = encodeRings(coast)
  const larger = new Uint8Array(bytes.length + 20)
  larger.set(bytes, 10)
  assert.deepEqual(decodeRings(larger.subarray(10, 10 + bytes.length)), coast)
})

test('truncated bytes are refused with a sentence', () => {
  const bytes = encodeRings(
    ringsOf([[coastRing(seededRandom(1), { lon: 1, lat: 1, radius: 1, doublings: 2 })]]),
  )
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(
      () => decodeRings(bytes.slice(0, length)),
      /^RangeError: Encoded rings are (damaged|empty).*\.$/,
    )
  }
})

test('trailing bytes and other versions are refused with a sentence', () => {
  const bytes = encodeRings(coast)
  const trailing = new Uint8Array(bytes.length + 1)
  trailing.set(bytes)
  assert.throws(() => decodeRings(trailing), /they end at byte \d+, but \d+ bytes were given/)
  assert.throws(() => decodeRings(Uint8Array.of(9, 0)), /have version 9; this program reads version 1/)
})

test('a count beyond the remaining bytes is refused before memory is allocated', () => {
  const fourBillion = [0xff, 0xff, 0xff, 0xff, 0x0f]
  assert.throws(() => decodeRings(Uint8Array.of(1, ...fourBillion)), /announces 4294967295 polygons/)
  assert.throws(
    () => decodeRings(Uint8Array.of(1, 1, ...fourBillion)),
    /announces 4294967295 parts of polygons/,
  )
  assert.throws(
    () => decodeRings(Uint8Array.of(1, 1, 1, ...fourBillion)),
    /announces 4294967295 parts of rings/,
  )
  assert.throws(() => decodeWeights(Uint8Array.of(1, ...fourBillion)), /announces 4294967295 weights/)
})

test('random bytes are refused or decoded, and never crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      for (const [decode, ...start] of [
        [decodeRings, 1],
        [decodeRings, 2, 3],
        [decodeWeights, 1],
      ] as const) {
        try {
          decode(Uint8Array.of(...start, ...bytes))
        } catch (error) {
          assert.ok(
            error instanceof RangeError && /^Encoded (rings|weights) are damaged: .*\.$/.test(error.message),
          )
        }
      }
    }),
    { seed: 14, numRuns: casesOf('damaged rings') },
  )
})

test('weights come back unchanged', () => {
  fc.assert(
    fc.property(fc.uint16Array(), (weights) =>
      assert.deepEqual(decodeWeights(encodeWeights(weights)), weights),
    ),
    { seed: 15, numRuns: casesOf('weights that are stored') },
  )
})
