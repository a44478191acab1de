/** `metes export-catalog`: programs of others read from the folder what the catalog holds, and a failure leaves nothing in its place. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parquetMetadata } from 'hyparquet'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { namesWithLocal } from '../../src/domain/boundary/local-name.ts'
import { GEOMETRY_TYPES } from '../../src/domain/formats/writer.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { DIALECTS, pointBoundariesSql } from '../../src/domain/warehouses/point-boundaries.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { noClickHouse, queryClickHouse } from '../support/clickhouse.ts'
import { noDuckDb, queryDuckDb } from '../support/duckdb.ts'
import { FOLDER_READERS } from '../support/folder-readers.ts'
import { areaOf } from '../support/geos.ts'
import { servePublicBucket } from '../support/public-bucket.ts'
import { type Installation, install } from '../support/service.ts'
import { WAREHOUSES } from '../support/warehouses.ts'

/** With a pole, the antimeridian, an enclave in another country, and a mainland, which has no level. */
const COUNTRIES = ['AQ', 'BE', 'FJ', 'NL', 'PT']
const ATLAS = join(import.meta.dirname, '../../data/atlas')
const SETTINGS = { METES_SOURCES: 'atlas' }

interface Expected {
  readonly record: BoundaryRecord
  /** Square degrees, by GEOS from the polygon in the catalog. */
  readonly area: number
}

const readExpected = async (): Promise<ReadonlyMap<string, Expected>> => {
  const { source, close } = await openBundledAtlas(ATLAS, ATLAS)
  const keys = await source.candidatesIn([-180, -90, 180, 90])
  const records = await source.records([...new Set(keys.map(({ id }) => id))])
  const members = records.filter(({ country }) => COUNTRIES.includes(country ?? ''))
  const geometries = await source.geometries(members.map(({ id }) => id))
  await close()
  return new Map(
    members.map((record) => [record.id, { record, area: areaOf(decodeRings(geometries.get(record.id)!)) }]),
  )
}

describe('metes export-catalog', { concurrency: 1 }, () => {
  let metes: Installation
  let folder: string
  let expected: Awaited<ReturnType<typeof readExpected>>
  const at = (name: string): string => join(folder, name)
  const exported = (name: string, ...options: readonly string[]) =>
    metes.runHere(['export-catalog', '--output', at(name), '--in', COUNTRIES.join(','), ...options], SETTINGS)
  before(async () => {
    metes = await install()
    folder = await mkdtemp(join(tmpdir(), 'metes-catalog-'))
    expected = await readExpected()
    for (const type of GEOMETRY_TYPES) {
      const options = type === 'wkb' ? [] : ['--geometry-type', type, '--no-cover']
      const { code, stdout, stderr } = await exported(type, ...options)
      assert.deepEqual([code, stdout], [0, ''], stderr)
    }
  })
  after(async () => {
    await metes.remove()
    await rm(folder, { recursive: true })
  })

  for (const type of GEOMETRY_TYPES)
    for (const [name, { skip, read }] of Object.entries(FOLDER_READERS))
      test(`${name} reads every boundary of a folder of ${type} with its area, and finds it valid`, {
        skip,
      }, async () => {
        const rows = await read(at(`${type}/boundaries`))
        assert.equal(rows.length, expected.size)
        assert.equal(new Set(rows.map(({ id }) => id)).size, expected.size)
        for (const { id, country, level, area, isValid } of rows) {
          const { record, area: right } = expected.get(id)!
          assert.deepEqual([country, level, isValid], [record.country, record.adminLevel ?? 0, true], id)
          assert.ok(Math.abs(area - right) <= 1e-9 * right, `${id}: ${area} instead of ${right}`)
        }
      })

  test('ClickHouse reads the folder from a bucket by its address', { skip: noClickHouse }, async () => {
    const bucket = await servePublicBucket(folder)
    try {
      const boundaries = `s3('${bucket.url}/wkb/boundaries/*/*/*.parquet', NOSIGN, 'Parquet')`
      const [[all, area]] = await queryClickHouse(
        `SELECT count(), sum(abs(polygonAreaCartesian(geometry))) FROM ${boundaries}`,
      )
      const areas = [...expected.values()].reduce((sum, { area }) => sum + area, 0)
      assert.equal(all, expected.size)
      assert.ok(Math.abs(Number(area) - areas) <= 1e-9 * areas)
      const provinces = await queryClickHouse(
        `SELECT count() FROM ${boundaries} WHERE country = 'NL' AND level = 4`,
      )
      assert.deepEqual(provinces, [[12]])
    } finally {
      await bucket.close()
    }
  })

  test('each row group has its box in the statistics', () => {
    for (const path of globSync('wkb/boundaries/*/*/*.parquet', { cwd: folder })) {
      const { row_groups: groups } = parquetMetadata(bufferOf(at(path)))
      for (const { columns } of groups)
        for (const side of ['xmin', 'ymin', 'xmax', 'ymax']) {
          const { meta_data } = columns.find(({ meta_data }) => meta_data!.path_in_schema.at(-1) === side)!
          assert.equal(typeof meta_data!.statistics!.min_value, 'number', path)
        }
    }
  })

  test('types of Parquet are declared for those who ask, with boxes where edges are straight', () => {
    const declared = GEOMETRY_TYPES.map((type) => {
      const { schema, row_groups, key_value_metadata } = parquetMetadata(
        bufferOf(at(`${type}/boundaries/country=NL/level=4/boundaries.parquet`)),
        // Otherwise the reader derives the type from the metadata of GeoParquet.
        { geoparquet: false },
      )
      const { meta_data } = row_groups[0].columns.find(
        ({ meta_data }) => meta_data!.path_in_schema[0] === 'geometry',
      )!
      const geo = JSON.parse(key_value_metadata!.find(({ key }) => key === 'geo')!.value!)
      return {
        type: schema.find(({ name }) => name === 'geometry')!.logical_type?.type,
        hasBox: meta_data!.geospatial_statistics?.bbox !== undefined,
        geo: [geo.version, geo.columns.geometry.edges],
      }
    })
    assert.deepEqual(declared, [
      { type: undefined, hasBox: false, geo: ['1.1.0', undefined] },
      { type: 'GEOMETRY', hasBox: true, geo: ['1.1.0', undefined] },
      { type: 'GEOGRAPHY', hasBox: false, geo: ['1.1.0', 'spherical'] },
    ])
  })

  test('names, parents and codes of every boundary are beside them', { skip: noDuckDb }, async () => {
    const rowsOf = async (table: string) =>
      (await queryDuckDb(`SELECT * FROM '${table}.parquet'`, at('wkb'))).map((row) =>
        Object.values(row).join(' '),
      )
    const records = [...expected.values()].map(({ record }) => record)
    assert.deepEqual(
      (await rowsOf('names')).toSorted(),
      records
        .flatMap((record) => [
          `${record.id}  ${record.name}`,
          ...Object.entries(namesWithLocal(record)).map(
            ([language, name]) => `${record.id} ${language} ${name}`,
          ),
        ])
        .toSorted(),
    )
    assert.deepEqual(
      (await rowsOf('parents')).toSorted(),
      records
        .flatMap(({ id, parents }) =>
          parents.map((parent, index) =>
            [id, parent.id, parent.name, parent.kind, parent.adminLevel, parents.length - index].join(' '),
          ),
        )
        .toSorted(),
    )
    const codes = await rowsOf('codes')
    for (const { id, iso, wikidata } of records) {
      if (iso !== null) assert.ok(codes.includes(`${id} iso ${iso} atlas`), id)
      if (wikidata !== null) assert.ok(codes.includes(`${id} wikidata ${wikidata} atlas`), id)
    }
  })

  test('the cover of a partition finds its boundaries', { skip: WAREHOUSES.duckdb.skip }, async () => {
    const members = [...expected.values()].filter(
      ({ record }) => record.country === 'NL' && record.adminLevel === 4,
    )
    const points = members.map(({ record: { centroid } }, id) => ({ id, lon: centroid[0], lat: centroid[1] }))
    const pairs = await WAREHOUSES.duckdb.pairs(
      at('wkb/cover/country=NL/level=4'),
      pointBoundariesSql(DIALECTS.duckdb),
      points,
    )
    assert.deepEqual(pairs.toSorted(), members.map(({ record }, id) => `${id} ${record.id}`).toSorted())
  })

  test('catalog.json lists every file with its checksum, and the attribution', () => {
    const { files, boundaries, attribution } = JSON.parse(readFileSync(at('wkb/catalog.json'), 'utf8'))
    assert.equal(boundaries, expected.size)
    assert.match(attribution, /^© OpenStreetMap contributors, ODbL 1\.0; /)
    const paths = globSync('**/*.parquet', { cwd: at('wkb') }).map((path) => path.replaceAll('\\', '/'))
    assert.deepEqual((files as { path: string }[]).map(({ path }) => path).toSorted(), paths.toSorted())
    for (const { path, bytes, sha256 } of files) {
      const content = readFileSync(at(`wkb/${path}`))
      const found = createHash('sha256').update(content).digest('hex')
      assert.deepEqual([content.length, found], [bytes, sha256], path)
    }
  })

  test('a folder with files is refused, and an earlier export replaced with --force', async () => {
    const refused = await exported('wkb')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /is not empty\. .*--force/)
    const replaced = await exported('geometry', '--no-cover', '--detail', 'low', '--force')
    assert.equal(replaced.code, 0, replaced.stderr)
    assert.equal(JSON.parse(readFileSync(at('geometry/catalog.json'), 'utf8')).detail, 'low')
    assert.ok(!readdirSync(folder).some((name) => name.startsWith('metes-')))
  })

  test('--force replaces nothing but an export', async () => {
    await mkdir(at('letters'))
    writeFileSync(at('letters/dear.txt'), 'Dear')
    const { code, stderr } = await exported('letters', '--force')
    assert.equal(code, 1)
    assert.match(stderr, /is not an exported catalog: it has no catalog\.json/)
    assert.deepEqual(readdirSync(at('letters')), ['dear.txt'])
  })

  test('a dry run tells the size and writes nothing', async () => {
    const { code, stdout, stderr } = await exported('dry', '--dry-run')
    assert.deepEqual([code, stdout], [0, ''])
    assert.match(stderr, new RegExp(`^${expected.size} boundaries in \\d+ partitions would take about`))
    assert.ok(!existsSync(at('dry')))
  })

  test('a country without boundaries is refused, and leaves nothing', async () => {
    const { code, stderr } = await metes.runHere(
      ['export-catalog', '--output', at('none'), '--in', 'QQ'],
      SETTINGS,
    )
    assert.equal(code, 1)
    assert.match(stderr, /no boundaries in QQ; nothing was written/)
    assert.ok(!existsSync(at('none')))
  })

  test('a killed export leaves no folder, and the next one removes its files', async () => {
    const line = ['export-catalog', '--output', at('killed'), '--in', COUNTRIES.join(',')]
    const child = metes.start(line, SETTINGS)
    const isBeside = (): boolean => globSync('metes-*/written/**/*.parquet', { cwd: folder }).length > 0
    while (!isBeside()) await delay(5)
    child.kill('SIGKILL')
    await child.ended
    assert.ok(!existsSync(at('killed')))
    assert.ok(isBeside())
    const again = await exported('killed', '--no-cover')
    assert.equal(again.code, 0, again.stderr)
    assert.ok(!isBeside())
    assert.ok(existsSync(at('killed/catalog.json')))
  })
})

const bufferOf = (path: string): ArrayBuffer => {
  const { buffer } = Uint8Array.from(readFileSync(path))
  return buffer
}
