/** Collections of the bundled atlas, written in a thread, as GDAL and geopandas read them. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import type { Format } from '../../src/domain/formats/index.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { exportCollection } from '../../src/ops/boundaries/export_collection.ts'
import { type AtlasService, type Input, startAtlasService } from '../registry/atlas-service.ts'
import { planarArea, readWkb } from '../support/file-readers.ts'
import { noGdal } from '../support/gdal.ts'
import { holesInside, holesInsideCoverage, invalidCoverageEdges } from '../support/geos.ts'
import { isRequired } from '../support/required.ts'
import { findFault } from '../support/validity.ts'

interface Answer {
  readonly boundaries: number
  readonly units: number
  readonly estimated_bytes: number
  readonly url: string | null
  readonly bytes: number | null
  readonly code?: string
  readonly detail?: string
}

interface ReadFeature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: GeoJsonArea
}

let service: AtlasService
let directory: string
before(async () => {
  service = await startAtlasService()
  directory = await mkdtemp(join(tmpdir(), 'metes-collections-'))
})
after(async () => {
  await service.close()
  await rm(directory, { recursive: true })
})

const exported = async (input: Input): Promise<Answer> => {
  const response = await service.rpc(exportCollection, input, { 'x-api-key': service.key })
  const answer = (await response.json()) as Answer
  assert.equal(response.status, 200, answer.detail)
  return answer
}

/** The file on this machine, under the extension that programs know it by. */
const download = async (input: Input & { readonly format: Format }): Promise<string> => {
  const { url, bytes, estimated_bytes: estimated } = await exported(input)
  assert.ok(
    estimated > bytes! / 2 && estimated < bytes! * 2,
    `${estimated} bytes were expected, not ${bytes}`,
  )
  const content = Buffer.from(await (await fetch(String(url))).arrayBuffer())
  assert.equal(content.length, bytes)
  const path = join(directory, `collection.${input.format === 'shp' ? 'shp.zip' : input.format}`)
  await writeFile(path, content)
  return path
}

const readByOgr = (path: string): readonly ReadFeature[] =>
  JSON.parse(
    execFileSync('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9', '/vsistdout/', path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ).features

const areasOf = (features: readonly ReadFeature[]): Map<unknown, number> =>
  new Map(
    features.map(({ properties, geometry }) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      return [properties.id, Math.abs(planarArea(polygons as [number, number][][][]))]
    }),
  )

/** A few pairs of counties overlap by less than a hectare in the atlas itself, across water. */
const ALLOWED_FAULTS = 20

const SETS = [
  { name: 'the German states', input: { within: 'iso:DE' }, count: 16 },
  { name: 'all counties of the United States', input: { within: 'iso:US', kind: 'county' }, count: 3_106 },
] as const

const hasGeopandas =
  isRequired('geopandas') || spawnSync('/usr/bin/python3', ['-c', 'import geopandas']).status === 0

for (const { name, input, count } of SETS) {
  describe(name, () => {
    let expected: Map<unknown, number>
    /** Lakes between the full polygons. */
    let lakes: number
    before(async () => {
      const { url } = await exported({ ...input, format: 'geojson', detail: 'full' })
      const { features } = (await (await fetch(String(url))).json()) as { features: readonly ReadFeature[] }
      assert.equal(features.length, count)
      expected = areasOf(features)
      const members = features.map(({ geometry }) => ringsFromGeoJson(geometry))
      assert.ok(invalidCoverageEdges(members) <= ALLOWED_FAULTS)
      lakes = holesInside(members)
    })

    for (const format of [
      'geojsonl',
      'geojsons',
      'topojson',
      'kml',
      'gml',
      'csv',
      'fgb',
      'gpkg',
      'shp',
    ] as const) {
      test(`are whole in ${format}, as GDAL reads it`, { skip: noGdal }, async () => {
        const features = readByOgr(await download({ ...input, format, detail: 'full' }))
        assert.equal(features.length, count)
        for (const [id, area] of areasOf(features))
          assert.ok(Math.abs(area / expected.get(id)! - 1) < 1e-6, String(id))
        for (const { properties } of features) {
          assert.ok(String(properties.attribution ?? properties.attrib).length > 10)
          assert.ok(String(properties.name ?? properties.Name).length > 1)
        }
      })
    }

    test('are whole in parquet, as hyparquet reads it', async () => {
      const { url } = await exported({ ...input, format: 'parquet', detail: 'full' })
      const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
      const file = await (await fetch(String(url))).arrayBuffer()
      const rows = await parquetReadObjects({ file, compressors, geoparquet: false, utf8: false })
      assert.equal(rows.length, count)
      for (const { id, geometry } of rows)
        assert.ok(Math.abs(planarArea(readWkb(geometry)) / expected.get(id)! - 1) < 1e-6, id)
    })

    test('are valid and whole in fgb, gpkg and shp, as geopandas reads them', {
      skip: !hasGeopandas,
    }, async () => {
      const sum = [...expected.values()].reduce((a, b) => a + b)
      for (const format of ['fgb', 'gpkg', 'shp'] as const) {
        const path = await download({ ...input, format, detail: 'full' })
        const script =
          'import sys, json, warnings; warnings.simplefilter("ignore"); import geopandas as g; d = g.read_file(sys.argv[1]);' +
          'print(json.dumps([len(d), bool(d.is_valid.all()), float(d.area.sum()), d.crs.to_epsg()]))'
        const [rows, isValid, area, epsg] = JSON.parse(
          execFileSync('/usr/bin/python3', ['-c', script, path], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          }),
        )
        assert.deepEqual([rows, isValid, epsg], [count, true, 4326], format)
        assert.ok(Math.abs(area / sum - 1) < 1e-6, format)
      }
    })

    for (const detail of ['low', 'medium', 'high'] as const) {
      test(`are one coverage at ${detail} detail: valid, without gaps and overlaps`, async () => {
        const { url } = await exported({ ...input, format: 'geojson', detail })
        const { features } = (await (await fetch(String(url))).json()) as { features: readonly ReadFeature[] }
        const members = features.map(({ geometry }) => ringsFromGeoJson(geometry))
        for (const each of members) assert.equal(findFault(each), null)
        assert.equal(invalidCoverageEdges(members), 0)
        assert.ok(holesInsideCoverage(members) <= lakes)
        assert.ok(
          members.every((each) => planarAreaDegrees(each) > 0),
          'none is lost',
        )
      })
    }

    test('cost and size are told before, without a file', async () => {
      const planned = await exported({ ...input, detail: 'full', dry_run: true })
      assert.deepEqual([planned.url, planned.bytes], [null, null])
      assert.deepEqual([planned.boundaries, planned.units], [count, Math.ceil(count / 10)])
    })
  })
}

test('a set of ids is exported in their order, each once', async () => {
  const { url } = await exported({ ids: ['iso:LU', 'iso:BE', 'iso:LU'], detail: 'low' })
  const { features } = (await (await fetch(String(url))).json()) as { features: readonly ReadFeature[] }
  assert.deepEqual(
    features.map(({ properties }) => properties.iso),
    ['LU', 'BE'],
  )
})

test('the whole hierarchy has the subdivisions of every level', async () => {
  const { boundaries } = await exported({ within: 'iso:US-UT', members: 'hierarchy', dry_run: true })
  const { boundaries: direct } = await exported({ within: 'iso:US-UT', dry_run: true })
  assert.ok(boundaries >= direct && direct === 29)
})

for (const [why, input, status, code] of [
  ['neither a parent nor ids', {}, 400, 'invalid_input'],
  ['both a parent and ids', { within: 'iso:LU', ids: ['iso:BE'] }, 400, 'invalid_input'],
  ['a format without collections', { within: 'iso:DE', format: 'wkt' }, 400, 'invalid_input'],
  ['an unknown boundary', { within: 'r999999999999' }, 404, 'not_found'],
  ['nothing to export', { within: 'iso:VA' }, 422, 'empty_area'],
] as const) {
  test(`${why} is refused`, async () => {
    const response = await service.rpc(exportCollection, input, { 'x-api-key': service.key })
    assert.deepEqual([response.status, ((await response.json()) as Answer).code], [status, code])
  })
}
