/** Objects that claim a known boundary together: one of them at most is it, and what is in conflict is no parent of others. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { type BBox, type Position, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { silentLog } from '../support/silent-log.ts'
import { type DeliveredRelation, ringOfBox } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

let world: KnownWorldOfTest
beforeEach(async () => {
  world = await openKnownWorld()
})
afterEach(() => world.close())

/** The known border of Vaduz, moved east. */
const vaduz = async (number: number, eastDegrees = 0): Promise<DeliveredRelation> => {
  const [{ id }] = await world.atlas.find({ by: 'iso', code: 'LI-11' })
  const { coords, ringEnds } = decodeRings((await world.atlas.geometry(id))!.rings)
  const ring = Array.from(
    { length: ringEnds[0] },
    (_, index): Position => [
      coords[2 * index] / UNITS_PER_DEGREE + eastDegrees,
      coords[2 * index + 1] / UNITS_PER_DEGREE,
    ],
  )
  const tags = { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Vaduz' }
  return { number, tags: { ...tags, 'ISO3166-2': 'LI-11' }, label: null, rings: [ring] }
}

const importing = async (relations: readonly DeliveredRelation[]): Promise<void> => {
  await importTo(world, relations)
}
const fetching = ([relation]: readonly DeliveredRelation[]): Promise<void> => fetchTo(world, relation)

const bearer = async (): Promise<string> => {
  const found = await world.catalog.find({ by: 'iso', code: 'LI-11' })
  assert.ok(found.found)
  return found.record.id
}
const conflictsIn = async (store: BoundaryStore) =>
  [...(await store.conflicts())].map(({ id, reason }) => [id, reason])

test('of one file, the one whose land agrees best is the place', async () => {
  const [better, worse] = [await vaduz(9_000_000_001, 0.001), await vaduz(9_000_000_002, 0.002)]
  await importing([worse, better])
  assert.equal(await bearer(), 'r9000000001')
  const conflicts = await conflictsIn(world.imports)
  assert.ok(conflicts.length > 0)
  for (const [id, reason] of conflicts) {
    assert.equal(id, 'r9000000002')
    assert.match(reason, /^Vaduz \(r9000000001\) of the same source fits better\.$/)
  }
})

for (const [way, deliver, storeOf] of [
  ['imported', importing, () => world.imports],
  ['fetched', fetching, () => world.fetched],
] as const)
  test(`one that is ${way} later does not displace the first`, async () => {
    await deliver([await vaduz(9_000_000_002, 0.002)])
    assert.equal(await bearer(), 'r9000000002')
    await deliver([await vaduz(9_000_000_001)])
    assert.equal(await bearer(), 'r9000000002')
    const conflicts = await conflictsIn(storeOf())
    assert.ok(conflicts.length > 0)
    for (const [id, reason] of conflicts) {
      assert.equal(id, 'r9000000001')
      assert.match(reason, /^Vaduz \(r9000000002\) is already this place\.$/)
    }
  })

test('an object in conflict is no parent of what lies in it', async () => {
  const box: BBox = [9.5, 47.1, 9.55, 47.16]
  const claimant: DeliveredRelation = {
    number: 9_000_000_001,
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '6',
      name: 'Duchy',
      'ISO3166-1': 'LI',
    },
    label: null,
    rings: [ringOfBox(box)],
  }
  const quarter: DeliveredRelation = {
    number: 9_000_000_002,
    tags: { type: 'boundary', boundary: 'administrative', admin_level: '10', name: 'Quarter' },
    label: null,
    rings: [ringOfBox([9.52, 47.13, 9.53, 47.14])],
  }
  await importing([claimant, quarter])
  assert.deepEqual(new Set((await conflictsIn(world.imports)).map(([id]) => id)), new Set(['r9000000001']))
  const found = await world.catalog.find({ by: 'relation', number: 9_000_000_002 })
  assert.ok(found.found)
  assert.deepEqual(
    found.record.parents.map(({ id }) => id),
    ['r1155955'],
  )
})

test('a fetched object in conflict is told in the log, with the reason', async () => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (facts: object, message: string) => void warnings.push([message, facts]) }
  const square: DeliveredRelation = {
    number: 9_000_000_001,
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '8',
      name: 'Vaduz',
      'ISO3166-2': 'LI-11',
    },
    label: null,
    rings: [ringOfBox([9.52, 47.13, 9.53, 47.14])],
  }
  await fetchTo(world, square, log)
  assert.equal(await bearer(), 'iso:LI-11')
  const [[, reason]] = await conflictsIn(world.fetched)
  assert.deepEqual(warnings.length, 1)
  const [[message, facts]] = warnings as [string, { id: string; reason: string }][]
  assert.deepEqual([message, facts.id], ['not taken', 'r9000000001'])
  assert.match(facts.reason, /^It claims iso:LI-11\b/)
  assert.ok(facts.reason.includes(reason), facts.reason)
})
