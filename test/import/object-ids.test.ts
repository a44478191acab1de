/** Objects with ids that OpenStreetMap does not give: those of editors, 0, and numbers that are not exact. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { casesOf } from '../cases.ts'
import { besideAnother, boundary, boxCorners, drawMap, nodeAt } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import type { MapSpec, ObjectId } from '../support/pbf-writer.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const MAX = 2n ** 53n - 1n
const idOfObject = fc.oneof(
  fc.bigInt({ min: 1n, max: MAX }),
  fc.constantFrom(MAX - 1n, MAX),
  fc.integer({ min: 1, max: 1000 }).map(BigInt),
)
const otherId = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 0n }),
  fc.bigInt({ min: MAX + 1n, max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, -12n, -MAX, MAX + 1n, MAX + 2n, MAX + 3n, -(2n ** 63n), 2n ** 63n - 1n),
)

const square = (at: number) => boxCorners(2 * at, 0, 2 * at + 1, 1)
const TAGS = { boundary: 'administrative', admin_level: '8' }
const named = (id: ObjectId) => `Place ${id}`

test('every boundary of a file is stored with an id that calls accept, or skipped with the reason', async () => {
  const ids = fc.uniqueArray(fc.oneof(idOfObject, otherId), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(ids, ids, async (relations, ways) => {
      await world.close()
      world = await openImportWorld()
      const report = await world.importMap(
        besideAnother(
          drawMap({
            ways: [
              { id: 4_000_000_000, corners: square(0) },
              ...ways.map((id, at) => ({ id, corners: square(1 + at), tags: { ...TAGS, name: named(id) } })),
            ],
            relations: relations.map((id) => boundary(id, named(id), 8, [4_000_000_000])),
          }),
        ),
      )
      const all = [...relations.map((id) => `r${id}`), ...ways.map((id) => `w${id}`)]
      const isAccepted = (id: string) => !('problem' in parseBoundaryReference(id))
      const stored: string[] = []
      for (const id of all) if ((await world.record(id)) !== null) stored.push(id)
      assert.deepEqual(stored, all.filter(isAccepted))
      assert.equal(report.boundaries, stored.length + 1)
      assert.deepEqual(
        new Set(report.skipped.map(({ id }) => id as string)),
        new Set(all.filter((id) => !isAccepted(id))),
      )
      for (const { id, name, adminLevel, reason, isCut } of report.skipped) {
        assert.deepEqual([name, adminLevel, isCut], [named(BigInt(id.slice(1))), 8, false])
        assert.ok(reason.startsWith(`${id.slice(1)} is not the id of an OpenStreetMap object: `), reason)
      }
    }),
    { numRuns: casesOf('ids of objects'), seed: 2_053 },
  )
})

test('a country with a negative id is no parent, and a closed way with its name is a boundary', async () => {
  const report = await world.importMap(
    drawMap({
      ways: [
        { id: 1, corners: boxCorners(0, 0, 10, 10) },
        { id: 2, corners: boxCorners(1, 1, 2, 2), tags: { ...TAGS, name: 'Town' } },
        { id: 3, corners: boxCorners(4, 4, 5, 5) },
      ],
      relations: [
        boundary(-12, 'Country', 2, [1], { 'ISO3166-1': 'XA' }),
        boundary(-13, 'Town', 8, [2]),
        boundary(100, 'Village', 9, [3]),
      ],
    }),
  )
  assert.deepEqual(
    report.skipped.map(({ id, reason }) => [id, reason]),
    [-13, -12].map((id) => [
      `r${id}`,
      `${id} is not the id of an OpenStreetMap object: editors give negative ids to objects that were not uploaded.`,
    ]),
  )
  assert.deepEqual(
    report.levels.map(({ adminLevel }) => adminLevel),
    [8, 9],
  )
  assert.deepEqual((await world.record('r100'))?.parents, [])
  assert.equal((await world.record('w2'))?.name, 'Town')
})

test('a file of an editor with only new boundaries is refused', async (t) => {
  const file = fileURLToPath(new URL('../../../shared/data/cases/negative-id.osm.pbf', import.meta.url))
  if (!existsSync(file)) return t.skip('the file negative-id.osm.pbf is not on this machine')
  await assert.rejects(
    world.importFile(file),
    /None of the 2 boundaries of the file .* The first is r-12, Neg rel: -12 is not the id of an OpenStreetMap object/,
  )
  assert.deepEqual([await world.record('r-12'), await world.record('w-21')], [null, null])
})

/** The outline of a box in two ways, and nodes with other ids. */
const withIds = (nodeId: (id: number) => ObjectId, ways: readonly [ObjectId, ObjectId]): MapSpec => {
  const drawn = drawMap({
    ways: [
      { id: 1, corners: boxCorners(0, 0, 4, 4).slice(0, 3) },
      { id: 2, corners: boxCorners(0, 0, 4, 4).slice(2) },
    ],
  })
  return {
    nodes: drawn.nodes!.map((node) => ({ ...node, id: nodeId(Number(node.id)) })),
    ways: drawn.ways!.map(({ id, nodes }) => ({
      id: ways[Number(id) - 1],
      nodes: nodes.map((node) => nodeId(Number(node))),
    })),
    relations: [boundary(100, 'Town', 8, ways)],
  }
}

test('a boundary may have ways and nodes that were not uploaded', async () => {
  for (const dense of [true, false]) {
    const report = await world.importMap(
      withIds((id) => -id, [-1, 2]),
      { dense },
    )
    assert.deepEqual([report.boundaries, report.skipped], [1, []])
  }
  const rings = await world.rings('r100')
  await world.importMap(withIds((id) => id, [1, 2]))
  assert.deepEqual(await world.rings('r100'), rings)
})

test('ways and nodes with ids beyond 2^53 are never taken for one another: their boundary is skipped', async () => {
  const corner = nodeAt(0, 0)
  const nodesOf = (at: bigint) => withIds((id) => (id === corner ? at : id), [1, 2])
  const maps: MapSpec[] = [
    nodesOf(MAX + 2n),
    nodesOf(-MAX - 2n),
    nodesOf(2n ** 63n - 1n),
    withIds((id) => id, [MAX + 1n, MAX + 2n]),
    withIds((id) => id, [1, 2n ** 62n + 1n]),
  ]
  for (const map of maps) {
    for (const dense of [true, false]) {
      await assert.rejects(
        world.importMap(map, { dense }),
        /catalog is unchanged\. It is r100, Town: A member way, or a node of one, has an id beyond 2\^53, which no OpenStreetMap object has/,
      )
    }
  }
})

test('ids after one beyond 2^53 are read exactly, although the format writes differences', async () => {
  const huge = 2n ** 60n + 1n
  const map = withIds((id) => id + (id % 2), [1, 2])
  const odd = map.nodes!.map(({ id }) => ({ id: BigInt(id) - 1n, lon: 100, lat: 50 }))
  const [first, second] = map.ways!
  await world.importMap({
    // The nodes that a rounded difference would lead to have other positions.
    nodes: [...map.nodes!, ...odd].flatMap((node) => [{ id: huge, lon: 7, lat: 7 }, node]),
    ways: [first, second, { id: huge, nodes: [huge, first.nodes[0], huge] }],
    relations: [
      boundary(101, 'Beside', 8, [huge, 1, 2]),
      {
        ...boundary(100, 'Town', 8, []),
        members: [
          ['n', huge, 'label'],
          ['w', 1, 'outer'],
          ['n', huge, 'admin_centre'],
          ['w', 2, 'outer'],
        ],
      },
    ],
  })
  assert.deepEqual((await world.record('r100'))?.bbox, [0, 0, 4, 4])
  assert.equal(await world.record('r101'), null)
})
