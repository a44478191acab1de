/**
 * Relations that real servers sent, with exclaves and enclaves: put together as a fetched boundary is, they are what GEOS builds from the same
 * lines.
 */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { lowerLayersOf } from '../../src/sources/extract/lower-layers.ts'
import { workersFor } from '../../src/sources/extract/workers.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { takeParts } from '../../src/sources/live/take-parts.ts'
import { UnusableAnswer } from '../../src/sources/live/unusable-answer.ts'
import { readOverpassAnswer } from '../../src/sources/overpass/answer.ts'
import { partsOf } from '../../src/sources/overpass/parts.ts'
import { sqliteDatabase } from '../support/databases.ts'
import { areaOf, builtArea, builtRings, validityReason } from '../support/geos.ts'
import { countOf, emptyFrom } from '../support/overpass-sections.ts'
import { missingRelation, recordedRelation, recordedWays } from '../support/recorded-relations.ts'

const KINDS = loadKindTables(join(import.meta.dirname, '../../data/kinds'))

type Element = Readonly<Record<string, unknown>>

/** The ways of the recording as a server sends them with `out meta geom`; it has positions without the ids of their nodes. */
const waysOf = (file: string): readonly Element[] => {
  const nodes = new Map<string, number>()
  const nodeAt = (position: string): number => {
    const id = nodes.get(position) ?? nodes.size + 1
    nodes.set(position, id)
    return id
  }
  return recordedWays(file).map(({ id, coords }) => {
    const geometry = Array.from({ length: coords.length / 2 }, (_, index) => ({
      lon: coords[2 * index] / UNITS_PER_DEGREE,
      lat: coords[2 * index + 1] / UNITS_PER_DEGREE,
    }))
    return {
      type: 'way',
      id,
      version: 1,
      geometry,
      nodes: geometry.map(({ lon, lat }) => nodeAt(`${lon} ${lat}`)),
    }
  })
}

/** The recording in the layout of our queries: one section each for the relation, its ways, labels, closed ways and their borders. */
const answerOf = (file: string, ways: readonly Element[], wayCount = ways.length): string => {
  const { id, tags, members } = recordedRelation(file)
  const plain = members.map(({ type, ref, role }) => ({ type, ref, role }))
  return JSON.stringify({
    osm3s: { timestamp_osm_base: '2022-10-02T22:59:39Z' },
    elements: [
      { type: 'relation', id, version: 1, tags, members: plain },
      countOf(1),
      ...ways,
      countOf(wayCount),
      ...emptyFrom('labels'),
    ],
  })
}

const taken = async (text: string, id: BoundaryId) => {
  const { parts, wanted } = partsOf(readOverpassAnswer(Buffer.from(text)), [])
  const database = await sqliteDatabase()
  const storage = await database.open()
  const workers = workersFor(0)
  try {
    const store = await storage.openFetched()
    const report = await takeParts(
      { parts, wanted, fetchedAt: '2026-01-02T03:04:05Z', mapTimestamp: null },
      {
        store,
        lowerLayers: lowerLayersOf([], store),
        kinds: KINDS,
        workers,
        shrunk: { isConfirmed: async () => false },
      },
    )
    const geometry = await store.geometry(id)
    return { report, rings: geometry === null ? null : decodeRings(geometry.rings) }
  } finally {
    await workers.close()
    await storage.close()
    await database.remove()
  }
}

for (const [file, polygons, rings] of [
  ['osm2geojson-lite-herne.json', 1, 1],
  ['osm2geojson-lite-hebei.json', 4, 8],
  ['osm2geojson-lite-tokyodo.json', 18, 19],
  ['osm2geojson-py-issue35.json', 9, 30],
] as const)
  describe(file, { skip: missingRelation(file) }, () => {
    test('is the area that GEOS builds from its ways', async () => {
      const id = `r${recordedRelation(file).id}` as BoundaryId
      const lines = recordedWays(file).map(({ coords }) => coords)
      const { report, rings: built } = await taken(answerOf(file, waysOf(file)), id)
      assert.deepEqual(report.taken, [id])
      assert.deepEqual([...report.skipped, ...report.kept], [])
      assert.equal(validityReason(built!), 'Valid Geometry')
      assert.deepEqual([built!.polygonEnds.length, built!.ringEnds.length], [polygons, rings])
      assert.deepEqual(builtRings(lines), { polygons, rings })
      assert.ok(Math.abs(areaOf(built!) / builtArea(lines) - 1) < 1e-12)
    })

    test('without one of its ways there is no polygon, rather than a smaller one', async () => {
      const id = `r${recordedRelation(file).id}` as BoundaryId
      const ways = waysOf(file)
      for (const dropped of [0, ways.length >> 1, ways.length - 1]) {
        const others = ways.filter((_, index) => index !== dropped)
        const { report, rings: built } = await taken(answerOf(file, others), id)
        assert.equal(built, null)
        assert.deepEqual(
          report.skipped.map((each) => each.id),
          [id],
        )
        assert.match(report.skipped[0].reason, /the answer of the map database lacks 1 of its \d+ ways/)
        assert.throws(
          () => partsOf(readOverpassAnswer(Buffer.from(answerOf(file, others, ways.length))), []),
          UnusableAnswer,
        )
      }
    })

    test('as it was recorded, without the nodes of its ways, it is no answer to our queries', () => {
      const { id, tags, members } = recordedRelation(file)
      const text = JSON.stringify({ elements: [{ type: 'relation', id, tags, members }] })
      assert.throws(() => partsOf(readOverpassAnswer(Buffer.from(text)), []), UnusableAnswer)
    })
  })
