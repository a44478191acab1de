import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { KnownNearby } from './known-nearby.ts'

const idsOf = (count: number): readonly BoundaryId[] =>
  Array.from({ length: count }, (_, index) => `r${index + 1}` as BoundaryId)

/** A source with so many boundaries at every place; counts the records that are looked up. */
const crowdedSource = (count: number) => {
  const ids = idsOf(count)
  const find = async (_: unknown, most = count) =>
    ids.slice(0, most).map((id, index) => ({ id, revision: index }))
  const counted = { lookups: 0 }
  const source = {
    candidates: find,
    candidatesIn: find,
    records: async (wanted: readonly BoundaryId[]) => {
      counted.lookups += wanted.length
      return wanted.map((id) => ({ id }) as BoundaryRecord)
    },
  } as unknown as BoundarySource
  return { source, counted }
}

test('an import looks up a limited number of the boundaries that are known at a place', async () => {
  const { source, counted } = crowdedSource(2_000)
  const nearby = new KnownNearby()
  const objects = idsOf(2_000)
  for (const object of objects) await nearby.at(source, object, [[0, 0]])
  for (const object of objects) await nearby.in(source, object, [0, 0, 1, 1])
  assert.equal(counted.lookups, 1_000_000 + 4_000 * 100)
  // A million further ones are enough for the first 526 objects.
  assert.deepEqual([...nearby.crowded], objects.slice(526).concat(objects.slice(0, 526)))
})

test('an import compares a limited number, those with the lowest ids', () => {
  const nearby = new KnownNearby()
  const known = idsOf(125).map((id) => ({ id }))
  const compared = idsOf(1_000).map((object) => nearby.compared(object, known.toReversed()))
  assert.equal(
    compared.reduce((sum, each) => sum + each.length, 0),
    5_000 + 1_000 * 25,
  )
  assert.equal(nearby.crowded.size, 950)
  assert.deepEqual(compared[999], known.slice(0, 25))
})

test('objects among few known boundaries take nothing from others', async () => {
  const { source } = crowdedSource(99)
  const nearby = new KnownNearby()
  for (const object of idsOf(20_000)) await nearby.at(source, object, [[0, 0]])
  assert.equal(nearby.crowded.size, 0)
})
