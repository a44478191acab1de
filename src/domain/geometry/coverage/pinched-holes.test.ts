import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringsFromParts } from '../parts.ts'
import { withoutPinchedHoles } from './pinched-holes.ts'

const EXTERIOR = [0, 0, 100, 0, 100, 100, 0, 100, 0, 50]
/** Twice the area of each hole here. */
const DOUBLED = 400
const TOUCHING = [0, 50, 20, 60, 20, 40]
const FREE = [50, 50, 70, 60, 70, 40]

const holesLeft = (members: readonly Parameters<typeof ringsFromParts>[0][], smallest: number): number => {
  const [first] = withoutPinchedHoles(members.map(ringsFromParts), [0], smallest)
  return first.ringEnds.length - 1
}

test('a hole that touches its ring is filled if it is smaller than the limit', () => {
  assert.equal(holesLeft([[[EXTERIOR, TOUCHING]]], DOUBLED + 1), 0)
  assert.equal(holesLeft([[[EXTERIOR, TOUCHING]]], DOUBLED), 1)
})

test('a hole that touches nothing stays, however small', () => {
  assert.equal(holesLeft([[[EXTERIOR, FREE]]], DOUBLED + 1), 1)
  assert.equal(holesLeft([[[EXTERIOR, TOUCHING, FREE]]], DOUBLED + 1), 1)
})

test("a hole that is another area's place stays, wherever that area's ring begins", () => {
  for (const enclave of [
    [0, 50, 20, 40, 20, 60],
    [20, 60, 0, 50, 20, 40],
  ])
    assert.equal(holesLeft([[[EXTERIOR, TOUCHING]], [[enclave]]], DOUBLED + 1), 1)
})
