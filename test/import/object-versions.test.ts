/** Files that repeat objects in several versions: the highest counts, in whatever order they come. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { type BoundaryParts, readParts } from '../../src/sources/extract/extract-parts.ts'
import { isShapeRole } from '../../src/sources/extract/member-roles.ts'
import { openPbf } from '../../src/sources/extract/pbf/file.ts'
import { NO_COORDINATE } from '../../src/sources/extract/way-table.ts'
import { casesOf } from '../cases.ts'
import { testWorkers } from '../support/extract-workers.ts'
import { concat, type MapSpec, type WriteOptions, writePbf } from '../support/pbf-writer.ts'

const directory = mkdtempSync(join(tmpdir(), 'metes-versions-'))
after(() => rmSync(directory, { recursive: true }))

/** The last one has more bits than a version, and counts as unknown. */
const version = fc.constantFrom(undefined, 1, 2, 3, 2 ** 31 - 1, 2 ** 31)
const known = ({ version = 0 }: { readonly version?: number }) => (version < 2 ** 31 ? version : 0)
const versioned = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc
    .tuple(arbitrary, version)
    .map(([spec, number]) => (number === undefined ? spec : { ...spec, version: number }))

const id = fc.integer({ min: 1, max: 5 })
const BOUNDARY = { boundary: 'administrative', type: 'boundary', name: 'Here' }

/** Most versions of a node have one position; the last one here is off the map. */
const position = fc
  .constantFrom([0, 0], [0, 0], [0, 0], [0, 0], [0, 1], [181, 0])
  .map(([lon, lat]) => ({ lon, lat }))
const node = versioned(
  fc
    .tuple(
      id,
      position,
      fc.constantFrom<Record<string, string> | undefined>(
        undefined,
        { name: 'A' },
        { name: 'B', place: 'city' },
      ),
    )
    .map(([id, at, tags]) => (tags === undefined ? { id, ...at } : { id, ...at, tags })),
)
const way = versioned(
  fc.record({
    id,
    nodes: fc.oneof(
      fc.constantFrom([], [1], [1, 2], [1, 2, 3, 1], [3, 2, 1, 3]),
      fc.array(id, { maxLength: 4 }),
    ),
    tags: fc.constantFrom<Record<string, string>>({}, BOUNDARY, { natural: 'coastline' }),
  }),
)
const relation = versioned(
  fc.record({
    id,
    members: fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom('n', 'w', 'r'), id, fc.constantFrom('outer', 'label', '')),
        fc.tuple(fc.constant('n'), id, fc.constant('label')),
      ),
      { maxLength: 4 },
    ),
    tags: fc.constantFrom<Record<string, string>>({}, BOUNDARY),
  }),
)

/** Blobs in file order, each with objects of one kind. */
const file = fc.array(
  fc.oneof(
    fc.array(node, { minLength: 1, maxLength: 6 }).map((nodes): MapSpec => ({ nodes })),
    fc.array(way, { minLength: 1, maxLength: 6 }).map((ways): MapSpec => ({ ways })),
    fc.array(relation, { minLength: 1, maxLength: 6 }).map((relations): MapSpec => ({ relations })),
  ),
  { minLength: 1, maxLength: 12 },
)

/** The model: of each object the highest version, of equal ones the last; sorted, as most files are. */
const highest = (maps: readonly MapSpec[]): MapSpec => {
  const of = <T extends { readonly id: number | bigint; readonly version?: number }>(
    all: readonly T[],
  ): readonly T[] => {
    const best = new Map<number, T>()
    for (const each of all) {
      const former = best.get(Number(each.id))
      if (former === undefined || known(each) >= known(former)) best.set(Number(each.id), each)
    }
    return [...best.values()].sort((a, b) => Number(a.id) - Number(b.id))
  }
  return {
    nodes: of(maps.flatMap(({ nodes = [] }) => nodes)),
    ways: of(maps.flatMap(({ ways = [] }) => ways)),
    relations: of(maps.flatMap(({ relations = [] }) => relations)),
  }
}

const read = async (maps: readonly MapSpec[], options: WriteOptions = {}, workers = inPlace) => {
  const path = join(directory, 'map.osm.pbf')
  writeFileSync(path, concat(maps.map((map) => writePbf(map, options))))
  return readable(await readParts(await openPbf(path), workers, () => {}))
}

const inPlace = testWorkers()

/** Everything that an import uses of the parts, in an order that does not depend on the file's. */
const readable = ({ relations, taggedWays, ways, coastlines, labels, unreadable }: BoundaryParts) => {
  const members = [...relations.values()].flatMap((relation) => relation.members)
  const used = new Set([
    ...members.filter(({ type, role }) => type === 'way' && isShapeRole(role)).map((member) => member.id),
    ...taggedWays.map((way) => way.id),
    ...coastlines,
  ])
  const drawn = [...ways.ids].flatMap((way, index) =>
    used.has(way) ? [{ way, nodes: nodesOf(ways, index) }] : [],
  )
  return structuredClone({
    relations: sortedById([...relations.values()]),
    taggedWays: sortedById(taggedWays),
    drawn,
    coastlines: [...coastlines],
    labels: [...labels].sort(([a], [b]) => a - b),
    unreadable,
  })
}

const nodesOf = (ways: BoundaryParts['ways'], index: number) =>
  [...ways.nodes.subarray(ways.starts[index], ways.ends[index])].map((place) => ({
    node: ways.nodeIds[place],
    at: ways.lons[place] === NO_COORDINATE ? null : [ways.lons[place], ways.lats[place]],
    junction: ways.junctions[place],
  }))

const sortedById = <T extends { readonly id: number }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => a.id - b.id)

test('of the versions of an object the highest counts, of equal ones the last, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (maps, dense) => {
      assert.deepEqual(await read(maps, { dense }), await read([highest(maps)]))
    }),
    { numRuns: casesOf('versions of an object, in any order'), seed: 29, endOnFailure: true },
  )
})

test('so it is where threads read the versions at the same time', async () => {
  const large = fc.array(
    fc.record({
      nodes: fc.array(node, { minLength: 1, maxLength: 5 }),
      ways: fc.array(way, { minLength: 1, maxLength: 5 }),
      relations: fc.array(relation, { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 3, maxLength: 3 },
  )
  const threads = testWorkers({ threads: 2, scansInPlace: false })
  try {
    await fc.assert(
      fc.asyncProperty(large, async (maps) => {
        // Each blob is as large as a task of a thread.
        const options: WriteOptions = { compression: 'none', paddingBytes: 2 ** 21 }
        assert.deepEqual(await read(maps, options, threads), await read([highest(maps)]))
      }),
      { numRuns: casesOf('versions of an object, read by threads'), seed: 30, endOnFailure: true },
    )
  } finally {
    await threads.close()
  }
})
