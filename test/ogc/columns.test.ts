/**
 * The columns of a collection do not depend on its first page: as GDAL, PostGIS and QGIS find them, in every collection, of the atlas and
 * of postcode areas the first dozen of which have neither a population nor several parts.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { KINDS } from '../../src/domain/boundary/kind.ts'
import { boxCorners, drawMap } from '../support/drawn-map.ts'
import { noGdal } from '../support/gdal.ts'
import { succeed } from '../support/installed-package.ts'
import { type RelationSpec, writePbf } from '../support/pbf-writer.ts'
import { noPostGis, withDatabase } from '../support/postgis.ts'
import { noQgis, runQgis } from '../support/qgis.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

/** Around the postcode areas. */
const BOX = ['9', '45', '14', '48']

const postcode = (id: number, code: string, ways: readonly number[], tags = {}): RelationSpec => ({
  id,
  members: ways.map((way) => ['w', way, 'outer'] as const),
  tags: { type: 'boundary', boundary: 'postal_code', postal_code: code, ...tags },
  timestamp: Date.parse('2026-01-01T00:00:00Z') / 1000,
})

const SIMPLE = 12
const POSTCODES = writePbf(
  drawMap({
    ways: Array.from({ length: SIMPLE + 2 }, (_, i) => ({
      id: i + 1,
      corners: boxCorners(9 + (i % 5), 45 + Math.floor(i / 5), 9.5 + (i % 5), 45.5 + Math.floor(i / 5)),
    })),
    relations: [
      ...Array.from({ length: SIMPLE }, (_, i) => postcode(1001 + i, String(10_001 + i), [i + 1])),
      postcode(2001, '20001', [SIMPLE + 1, SIMPLE + 2], { population: '1234' }),
    ],
  }),
)

interface ReadLayer {
  readonly geometry: string
  readonly columns: readonly (readonly [name: string, type: string])[]
}
type ReadLayers = Readonly<Record<string, ReadLayer>>

const COLUMNS: ReadLayer['columns'] = [
  ['id', 'String'],
  ['name', 'String'],
  ['name_en', 'String'],
  ['kind', 'String'],
  ['admin_level', 'Integer64'],
  ['country', 'String'],
  ['iso', 'String'],
  ['wikidata', 'String'],
  ['parent', 'String'],
  ['population', 'Integer64'],
  ['population_source', 'String'],
  ['area_km2', 'Real'],
  ['detail', 'String'],
  ['precision', 'Integer64'],
  ['vertices', 'Integer64'],
  ['attribution', 'String'],
  ['source_url', 'String'],
  ['source_version', 'Integer64'],
  ['source_timestamp', 'DateTime'],
  ['source_fetched_at', 'DateTime'],
]
const EVERY_KIND: ReadLayers = Object.fromEntries(
  KINDS.map((kind) => [kind, { geometry: 'Multi Polygon', columns: COLUMNS }]),
)

/** Debian's own, even if another Python is first on the path. */
const PYTHON = '/usr/bin/python3'
const GDAL_COLUMNS = fileURLToPath(new URL('../support/gdal-columns.py', import.meta.url))
const noGdalInPython =
  !isRequired('gdal') &&
  spawnSync(PYTHON, ['-c', 'import osgeo.ogr']).status !== 0 &&
  'python3-gdal is not installed'

describe('the columns of every collection', () => {
  let metes: Installation
  let server: RunningServer
  let address: string
  before(async () => {
    metes = await install()
    const extract = join(metes.dataDir, 'postcodes.osm.pbf')
    writeFileSync(extract, POSTCODES)
    const imported = await metes.run(['import', extract, '--no-tiles'])
    assert.equal(imported.code, 0, imported.stderr)
    server = await metes.serve({ METES_ACCESS: 'open', METES_PUBLIC_RATE: '100000' })
    address = `${server.url}/ogc?detail=low`
  })
  after(async () => {
    await server?.stop()
    await metes.remove()
  })

  const gdalColumns = async (source: string, options: readonly string[] = []): Promise<ReadLayers> =>
    JSON.parse((await succeed(PYTHON, [GDAL_COLUMNS, source, ...options])).stdout)

  describe('in GDAL', { skip: noGdal || noGdalInPython }, () => {
    for (const size of [1, 1_000])
      test(`are the same at a page size of ${size}, in collections without features too`, async () => {
        assert.deepEqual(await gdalColumns(`OAPIF:${address}`, [`PAGE_SIZE=${size}`]), EVERY_KIND)
      })

    test('are those of a GeoPackage', async () => {
      const file = join(metes.dataDir, 'postcodes.gpkg')
      const ids = ['--ids', 'r1001', '--ids', 'r2001']
      const exported = await metes.run(['export-collection', ...ids, '--format', 'gpkg', '--output', file])
      assert.equal(exported.code, 0, exported.stderr)
      const [layer] = Object.values(await gdalColumns(file))
      assert.deepEqual(layer, EVERY_KIND.postal_code)
      // A time in another form than the standard's would be a warning.
      const { text } = await succeed('ogrinfo', ['-al', '-q', file])
      assert.match(text, /source_timestamp \(DateTime\) = 2026\/01\/01 00:00:00\+00/)
      assert.doesNotMatch(text, /Warning/)
    })
  })

  test('hold all rows in PostGIS', { skip: noGdal || noPostGis }, () =>
    withDatabase(async ({ env, rows }) => {
      await succeed('psql', ['-qc', 'create extension postgis'], { env })
      // In pages of ten, the default: the first has no multipolygon and no population.
      const target = ['-f', 'PostgreSQL', 'PG:', `OAPIF:${address}`, '-spat', ...BOX]
      await succeed('ogr2ogr', target, { env })
      assert.deepEqual(
        await rows('select f_table_name as name, type, srid from geometry_columns order by 1'),
        KINDS.toSorted().map((name) => ({ name, type: 'MULTIPOLYGON', srid: 4326 })),
      )
      assert.deepEqual(
        await rows(
          'select count(*)::int, sum(population)::int as people, sum(st_numgeometries(wkb_geometry))::int as parts from postal_code',
        ),
        [{ count: SIMPLE + 1, people: 1_234, parts: SIMPLE + 2 }],
      )
      assert.deepEqual(await rows("select iso from country where iso = 'LI'"), [{ iso: 'LI' }])
      assert.deepEqual(await rows('select count(*)::int from ward'), [{ count: 0 }])
    }),
  )

  describe('in QGIS', { skip: noQgis }, () => {
    const qgisColumns = (asked: object): Promise<ReadLayers> =>
      runQgis('qgis-columns.py', JSON.stringify({ url: address, ...asked }), metes.dataDir)

    test('are complete, of multipolygons, and the same at a page size of 1 and 1000', async () => {
      const kinds = KINDS.filter((kind) => kind !== 'ward' && kind !== 'neighbourhood')
      const [short, long] = await Promise.all(
        [1, 1_000].map((pageSize) => qgisColumns({ provider: 'OAPIF', pageSize, kinds })),
      )
      assert.deepEqual(short, long)
      const names = COLUMNS.map(([name]) => name).sort()
      for (const kind of kinds) {
        assert.equal(long[kind].geometry, 'MultiPolygon')
        assert.deepEqual(long[kind].columns.map(([name]) => name).sort(), names)
      }
    })

    test('have their types when GDAL opens the address', async () => {
      const layers = await qgisColumns({ provider: 'ogr', kinds: KINDS })
      for (const kind of KINDS)
        assert.deepEqual(layers[kind], { valid: true, geometry: 'MultiPolygon', columns: COLUMNS }, kind)
    })
  })
})
