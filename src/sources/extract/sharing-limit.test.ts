import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorkers } from '../../../test/support/extract-workers.ts'
import { memorySpool } from '../live/memory-spool.ts'
import type { BoundaryParts } from './extract-parts.ts'
import type { Relation } from './pbf/relations.ts'
import { selectBoundaries } from './select-boundaries.ts'
import type { ShapeTask } from './shape.ts'
import type { SpooledBoundary } from './shape-all.ts'
import { shapeBoundaries } from './shape-all.ts'

/** More than a hundred boundaries and a million further reads allow. */
const BOUNDARIES = 250
const LARGE = 9_000
const ALLOWED = 100 + Math.floor(1_000_000 / LARGE)

const tags = (level: number) => ({
  type: 'boundary',
  boundary: 'administrative',
  admin_level: String(level),
  name: 'Town',
})

const relation = (id: number, members: Relation['members']): Relation => ({
  id,
  tags: tags(8),
  members,
  version: 1,
  timestamp: null,
})

/** One way of so many positions, along one meridian. */
const partsOf = (positions: number, relations: readonly Relation[]): BoundaryParts => ({
  relations: new Map(relations.map((each) => [each.id, each])),
  taggedWays: [],
  ways: {
    ids: Float64Array.of(1),
    starts: Uint32Array.of(0),
    ends: Uint32Array.of(positions),
    nodes: Uint32Array.from({ length: positions }, (_, index) => index),
    nodeIds: Float64Array.from({ length: positions }, (_, index) => index),
    lons: new Int32Array(positions),
    lats: Int32Array.from({ length: positions }, (_, index) => index),
    junctions: new Uint8Array(positions),
  },
  coastlines: new Float64Array(0),
  labels: new Map(),
  unreadable: [],
})

/** Shapes nothing; returns what was to be shaped, and the reasons of the import report. */
const shaped = async (parts: BoundaryParts) => {
  const tasks: ShapeTask['boundaries'][number][] = []
  const workers = {
    ...testWorkers(),
    shape: async ({ boundaries }: ShapeTask) => {
      tasks.push(...boundaries)
      return boundaries.map(() => ({ flaws: [{ is: 'no area' as const }] }))
    },
  }
  const { found } = selectBoundaries(parts)
  const { broken } = await shapeBoundaries(found, parts, workers, memorySpool<SpooledBoundary>(), () => {})
  await workers.close()
  return { tasks, reasons: Map.groupBy(broken, ({ skipped }) => skipped.reason) }
}

const REFUSED =
  'Its border is too complex to process: more than 100 boundaries have one of its ways or member relations.'

test('a long way is read for a limited number of boundaries, the first ones of the file', async () => {
  const relations = Array.from({ length: BOUNDARIES }, (_, index) =>
    relation(index + 1, [{ type: 'way', id: 1, role: 'outer' }]),
  )
  const { tasks, reasons } = await shaped(partsOf(LARGE, relations))
  assert.equal(tasks.length, ALLOWED)
  assert.deepEqual(
    reasons.get(REFUSED)?.map(({ found }) => found.id),
    relations.slice(ALLOWED).map(({ id }) => `r${id}`),
  )
})

test('a short way may be the border of any number', async () => {
  const relations = Array.from({ length: 20_000 }, (_, index) =>
    relation(index + 1, [{ type: 'way', id: 1, role: 'outer' }]),
  )
  assert.equal((await shaped(partsOf(5, relations))).tasks.length, 20_000)
})

test('a large relation is followed for a limited number of boundaries that contain it', async () => {
  const large = relation(
    1_000_000,
    Array.from({ length: LARGE }, (_, index) => ({ type: 'way', id: index + 2, role: 'outer' })),
  )
  const relations = Array.from({ length: BOUNDARIES }, (_, index) =>
    relation(index + 1, [{ type: 'relation', id: large.id, role: '' }]),
  )
  const { tasks, reasons } = await shaped(partsOf(5, [...relations, large]))
  assert.equal(tasks.filter(({ nested }) => nested.length > 0).length, ALLOWED)
  assert.equal(reasons.get(REFUSED)?.length, BOUNDARIES - ALLOWED)
})

test('a label is cleaned once for all boundaries that have it', () => {
  const parts = partsOf(
    5,
    [1, 2].map((id) => relation(id, [{ type: 'node', id: 1, role: 'label' }])),
  )
  const { found } = selectBoundaries({ ...parts, labels: new Map([[1, { name: ' Town ' }]]) })
  assert.deepEqual({ ...found[0].label }, { name: 'Town' })
  assert.equal(found[0].label, found[1].label)
})
