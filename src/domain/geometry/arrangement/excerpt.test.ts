import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coastRing, ringsOf, seededRandom } from '../../../../test/support/shapes.ts'
import { allEdges, findContacts, ON_EDGE } from './contacts.ts'
import { excerptOf, putBack } from './excerpt.ts'
import { node } from './noding.ts'
import { joinStrands, type NodedStrands, strandsOfRings } from './strands.ts'

const coast = (seed: number) =>
  ringsOf([[coastRing(seededRandom(seed), { lon: 0, lat: 0, radius: 0.001, doublings: 9, roughness: 0.5 })]])

/** Two coasts of a few hundred thousand units that cross each other all along. */
const coasts = (seed: number): NodedStrands => {
  const strands = strandsOfRings([[coast(seed)], [coast(seed + 1)]], 1)
  return { ...strands, junctions: new Uint8Array(strands.coords.length / 2) }
}

const nothing = (strands: NodedStrands): Uint8Array => new Uint8Array(strands.coords.length / 2)

test('an excerpt that nobody changes is put back in its place', () => {
  const whole = coasts(1)
  for (const every of [1, 2, 3, 50]) {
    const edges = allEdges(whole).filter((_, i) => Math.floor(i / 7) % every === 0)
    const excerpt = excerptOf(whole, nothing(whole), edges)
    const { noded, fresh } = putBack(whole, edges, excerpt.strands)
    assert.deepEqual(noded, whole)
    assert.ok(!fresh.includes(1))
  }
})

test('split edges of an excerpt are put back with their new positions, and marked', () => {
  const whole = coasts(1)
  const edges = Int32Array.of(3, 4, 900)
  const { strands } = excerptOf(whole, nothing(whole), edges)
  assert.deepEqual([...strands.ends], [3, 5])
  assert.deepEqual([...strands.weights], [1, 0, 1, 0])
  const [x, y] = [7, 9]
  const coords = Int32Array.of(...strands.coords.slice(0, 4), x, y, ...strands.coords.slice(4))
  const split = { ...strands, coords, junctions: Uint8Array.of(0, 0, 1, 0, 0, 0), ends: Int32Array.of(4, 6) }
  const { noded, fresh } = putBack(whole, edges, split)
  assert.deepEqual(
    [...noded.coords.slice(8, 14)],
    [...whole.coords.slice(8, 10), x, y, ...whole.coords.slice(10, 12)],
  )
  assert.deepEqual([...noded.coords.slice(14)], [...whole.coords.slice(12)])
  assert.deepEqual(
    [...noded.ends],
    [...whole.ends].map((end) => end + 1),
  )
  assert.deepEqual(
    [...fresh.keys()].filter((edge) => fresh[edge]),
    [4, 5],
  )
  assert.deepEqual(
    [...noded.junctions.keys()].filter((position) => noded.junctions[position]),
    [5],
  )
})

test('crowded coasts far apart are noded, place by place', () => {
  const shifted = (strands: NodedStrands, by: number): NodedStrands => ({
    ...strands,
    coords: strands.coords.map((value, i) => (i % 2 === 0 ? value + by : value)),
  })
  const strands = joinStrands([1, 3, 5, 7, 9].map((seed) => shifted(coasts(seed), seed * 1e6)))
  const noded = node(strands, 1)
  const refuse = (): never => assert.fail('Edges still touch.')
  findContacts(noded, allEdges(noded), null, ON_EDGE, {
    cross: refuse,
    touch: refuse,
    meet: () => {},
    fold: () => {},
  })
})
