/**
 * Relations that real servers sent, with exclaves and enclaves: put together as a fetched boundary is, they are what GEOS builds from the same
 * lines.
 */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { createKnownWorld } from '../../src/sources/extract/known-world.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { takeParts } from '../../src/sources/live/take-parts.ts'
import { readOverpassAnswer } from '../../src/sources/overpass/answer.ts'
import { partsOf } from '../../src/sources/overpass/answer-parts.ts'
import { UnusableAnswer } from '../../src/sources/upstream/unusable-answer.ts'
import { ALL_LAND } from '../support/all-land.ts'
import { temporaryStorage } from '../support/databases.ts'
import { testWorkers } from '../support/extract-workers.ts'
import { areaOf, builtArea, builtRings, validityReason } from '../support/geos.ts'
import {
  missingRelation,
  RECORDED_RELATIONS,
  recordedAnswer,
  recordedRelation,
  recordedWays,
  waysOfRecording,
} from '../support/recorded-relations.ts'

const KINDS = loadKindTables(join(import.meta.dirname, '../../data/kinds'))

const taken = async (text: string, id: BoundaryId) => {
  const { parts, wanted } = partsOf(readOverpassAnswer(Buffer.from(text)), [])
  const storage = await temporaryStorage()
  const workers = testWorkers()
  try {
    const store = await storage.openFetched()
    const report = await takeParts(
      { parts, wanted, fetchedAt: '2026-01-02T03:04:05Z', mapTimestamp: null },
      {
        store,
        world: createKnownWorld({ sources: [store], store, land: ALL_LAND })(workers),
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
  }
}

for (const { file, polygons, rings } of RECORDED_RELATIONS)
  describe(file, { skip: missingRelation(file) }, () => {
    test('is the area that GEOS builds from its ways', async () => {
      const id = `r${recordedRelation(file).id}` as BoundaryId
      const lines = recordedWays(file).map(({ coords }) => coords)
      const { report, rings: built } = await taken(recordedAnswer(file, waysOfRecording(file)), id)
      assert.deepEqual(report.taken, [id])
      assert.deepEqual([...report.skipped, ...report.kept], [])
      assert.equal(validityReason(built!), 'Valid Geometry')
      assert.deepEqual([built!.polygonEnds.length, built!.ringEnds.length], [polygons, rings])
      assert.deepEqual(builtRings(lines), { polygons, rings })
      assert.ok(Math.abs(areaOf(built!) / builtArea(lines) - 1) < 1e-12)
    })

    test('without one of its ways there is no polygon, rather than a smaller one', async () => {
      const id = `r${recordedRelation(file).id}` as BoundaryId
      const ways = waysOfRecording(file)
      for (const dropped of [0, ways.length >> 1, ways.length - 1]) {
        const others = ways.filter((_, index) => index !== dropped)
        const { report, rings: built } = await taken(recordedAnswer(file, others), id)
        assert.equal(built, null)
        assert.deepEqual(
          report.skipped.map((each) => each.id),
          [id],
        )
        assert.match(report.skipped[0].reason, /OpenStreetMap’s answer lacks 1 of its \d+ ways/)
        assert.throws(
          () => partsOf(readOverpassAnswer(Buffer.from(recordedAnswer(file, others, ways.length))), []),
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
