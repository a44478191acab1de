import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boxRing, clockwise, ringsOf } from '../../../test/support/shapes.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { encodeRings } from '../geometry/codec.ts'
import type { Rings } from '../geometry/rings.ts'
import type { Dispute } from './dispute.ts'
import { disputesIn } from './disputed-share.ts'

const dispute = (area: string, land: Rings): Dispute => ({
  area,
  claimants: ['AA', 'BB'],
  administeredBy: ['AA'],
  isCondominium: false,
  source: 'https://example.org',
  bbox: bboxOf(land),
  land: encodeRings(land),
})

const box = (west: number, south: number, east: number, north: number) =>
  ringsOf([[boxRing(west, south, east, north)]])

const sharesOf = (area: Rings, land: Rings): readonly number[] =>
  disputesIn(area, [dispute('Land', land)]).map(({ share }) => Math.round(share * 100) / 100)

describe('disputesIn', () => {
  test('finds land that lies in the area, completely or partly', () => {
    assert.deepEqual(sharesOf(box(0, 0, 10, 10), box(4, 4, 5, 5)), [1])
    assert.deepEqual(sharesOf(box(0, 0, 10, 10), box(9.5, 4, 10.5, 5)), [0.5])
  })

  test('finds land around a small area', () => {
    assert.deepEqual(sharesOf(box(4.4, 4.4, 4.41, 4.41), box(4, 4, 5, 5)), [0])
    assert.equal(disputesIn(box(4.4, 4.4, 4.41, 4.41), [dispute('Land', box(4, 4, 5, 5))]).length, 1)
  })

  test('excludes land beside the area, in a hole of it, or between two drawings of its border', () => {
    assert.deepEqual(sharesOf(box(0, 0, 10, 10), box(10, 4, 11, 5)), [])
    assert.deepEqual(
      sharesOf(ringsOf([[boxRing(0, 0, 10, 10), clockwise(boxRing(3, 3, 6, 6))]]), box(4, 4, 5, 5)),
      [],
    )
    assert.deepEqual(sharesOf(box(0, 0, 10, 10), box(9.99, 4, 11, 5)), [])
  })

  test('a small polygon counts, even if another one of the same dispute is large', () => {
    const land = ringsOf([[boxRing(20, 0, 22, 2)], [boxRing(5, 5, 5.01, 5.01)]])
    assert.equal(disputesIn(box(0, 0, 10, 10), [dispute('Land', land)]).length, 1)
  })
})
