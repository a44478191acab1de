import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringsFromParts } from '../parts.ts'
import { withoutPinchedHoles } from './pinched-holes.ts'
import { ringsOfArcs } from './rings-of-arcs.ts'
import { snapArcs } from './snap-arcs.ts'
import { topologyOf } from './topology.ts'

const EXTERIOR = [0, 0, 100, 0, 100, 100, 0, 100, 0, 50]
/** Twice the area of each hole here. */
const DOUBLED = 400
const TOUCHING = [0, 50, 20, 60, 20, 40]
const FREE = [50, 50, 70, 60, 70, 40]

const holesLeft = (members: readonly Parameters<typeof ringsFromParts>[0][], smallest: number): number => {
  const [first] = withoutPinchedHoles(members.map(ringsFromParts), smallest)
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

test('a bay whose mouth is closed by the grid is filled if it is smaller than what is drawn', () => {
  const shore = [0, 0, 100_000, 0, 100_000, 49_900, 80_000, 40_000, 80_000, 60_000, 100_000, 50_100]
  const topology = topologyOf([ringsFromParts([[[...shore, 100_000, 100_000, 0, 100_000]]])])
  const arcs = snapArcs(topology.arcs, 10_000)
  const holesAt = (threshold: number): number =>
    ringsOfArcs(topology, arcs, 10_000, threshold)[0].ringEnds.length - 1
  // Twice the area of the bay.
  assert.deepEqual([holesAt(4e8), holesAt(4e8 + 1)], [1, 0])
})
