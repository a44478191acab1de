/** The size that a dry run tells is close to that of the file, in every format, at every detail, on real boundaries. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DETAILS } from '../../src/domain/boundary/detail-levels.ts'
import { COLLECTION_FORMATS, type Format } from '../../src/domain/formats/index.ts'
import { exportCollection } from '../../src/ops/boundaries/export_collection.ts'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'

const LUXEMBOURG = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))
const noExtract = !existsSync(LUXEMBOURG) && 'the extract luxembourg-2018.osm.pbf is not on this machine'

/** Estimate by size of the file. */
const LEAST = 0.7
const MOST = 1.5

interface Collection {
  readonly what: string
  readonly input: object
  readonly formats: readonly Format[]
  readonly skip?: false | string
}

const SETS: readonly Collection[] = [
  { what: 'German states', input: { within: 'iso:DE' }, formats: COLLECTION_FORMATS },
  // Each file of these takes a second or two: one text, one topology, one table and one with its own compression.
  {
    what: 'counties of the United States',
    input: { within: 'iso:US', kind: 'county' },
    formats: ['geojson', 'topojson', 'gpkg', 'shp'],
  },
  { what: 'counties of Utah', input: { within: 'iso:US-UT', kind: 'county' }, formats: COLLECTION_FORMATS },
  { what: 'a country', input: { ids: ['iso:CH'] }, formats: COLLECTION_FORMATS },
  {
    what: 'communes of Luxembourg',
    input: { within: 'iso:LU', admin_level: 8 },
    formats: COLLECTION_FORMATS,
    skip: noExtract,
  },
]

describe('estimated sizes of', () => {
  let service: AtlasService
  before(async () => {
    service = await startAtlasService()
    if (noExtract === false) await service.importExtract(LUXEMBOURG)
  })
  after(() => service.close())

  const sizeOf = async (input: object): Promise<{ estimated_bytes: number; bytes: number | null }> => {
    const response = await service.rpc(exportCollection, { ...input }, { 'x-api-key': service.key })
    assert.equal(response.status, 200)
    return (await response.json()) as { estimated_bytes: number; bytes: number | null }
  }

  for (const { what, input, formats, skip = false } of SETS)
    for (const detail of DETAILS)
      test(`${what} at ${detail} detail`, { skip }, async () => {
        const wrong: string[] = []
        for (const format of formats) {
          const { estimated_bytes: estimated } = await sizeOf({ ...input, detail, format, dry_run: true })
          const { bytes } = await sizeOf({ ...input, detail, format })
          const ratio = estimated / bytes!
          if (!(ratio >= LEAST && ratio <= MOST)) wrong.push(`${format}: ${ratio.toFixed(2)} of ${bytes}`)
        }
        assert.deepEqual(wrong, [])
      })
})
