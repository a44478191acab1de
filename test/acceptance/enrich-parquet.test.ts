/** `metes enrich` on Parquet files of other programs, read back with hyparquet. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { noDuckDb, queryDuckDb } from '../support/duckdb.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../fixtures/points/', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'metes-enrich-parquet-'))
after(() => rm(directory, { recursive: true }))
const env = { ...process.env, METES_DATA_DIR: join(directory, 'data'), NO_COLOR: '1' }

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [METES, 'enrich', ...args], {
    env,
    cwd: directory,
    input: '',
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

type Row = Record<string, unknown>

const rowsOf = async (path: string): Promise<Row[]> => {
  const { buffer } = Uint8Array.from(await readFile(path))
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
  return parquetReadObjects({ file: buffer, compressors, utf8: false })
}

const schemaOf = async (path: string) => {
  const { schema, row_groups } = parquetMetadata(Uint8Array.from(await readFile(path)))
  return { columns: schema.slice(1), groups: row_groups.map(({ num_rows }) => Number(num_rows)) }
}

const without = (rows: readonly Row[], names: readonly string[]): Row[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))

const COUNTRY = ['country_id', 'country_name']

/** Of `visits` and `places`, from 0. */
const INVALID = [3, 46]

for (const name of ['visits', 'places'])
  test(`every column of ${name} keeps its type and its values; rows without a position are in a file beside`, async () => {
    const input = join(FIXTURES, `${name}.parquet`)
    const { code, stderr } = run(input, '--kinds', 'country', '--language', 'en', '-o', `${name}.parquet`)
    assert.equal(code, 0, stderr)
    assert.match(
      stderr,
      /Row 4: The longitude is not a number between -180 and 180\.\nRow 47: The longitude is not a number/,
    )
    assert.match(
      stderr,
      /60 rows .*: 58 in a boundary of the kind country, 0 in none, 2 rejected\.\n© OpenStreetMap contributors, ODbL 1\.0/,
    )
    const given = await rowsOf(input)
    const path = join(directory, `${name}.parquet`)
    const enriched = await rowsOf(path)
    assert.deepEqual(
      without(enriched, COUNTRY),
      given.filter((_, row) => !INVALID.includes(row)),
    )
    assert.deepEqual(
      await rowsOf(`${path}.rejected`),
      given.filter((_, row) => INVALID.includes(row)),
    )
    const names = new Set(enriched.map((row) => row.country_name))
    assert.deepEqual([...names].sort(), ['Germany', 'Luxembourg'])
    const before = await schemaOf(input)
    const { columns, groups } = await schemaOf(path)
    assert.deepEqual(columns.slice(0, -2), before.columns)
    assert.deepEqual(groups, [19, 20, 19])
    assert.deepEqual((await schemaOf(`${path}.rejected`)).groups, [1, 1])
  })

test('DuckDB reads enriched files, with columns of every kind that it writes', {
  skip: noDuckDb,
}, async () => {
  const [all, enriched] = ['all-types.parquet', 'all-types-out.parquet'].map((name) => join(directory, name))
  await queryDuckDb(`
    copy (
      select range as id, 45 + range / 1000 as lat, 10::double as lon, [range, null] as list, {'a': [range], 'b': null} as struct,
        map {'x': range} as map, null::varchar as nothing, 'é' as text, range::decimal(30, 3) as decimal,
        date '2020-01-01' as day, timestamp '2020-01-01 12:00:00' as time, range % 2 = 0 as flag, uuid() as uuid
      from range(5000)
    ) to '${all}' (row_group_size 2048)`)
  const { code, stderr } = run(all, '--kinds', 'country', '-o', enriched)
  assert.equal(code, 0, stderr)
  const [{ same, names }] = await queryDuckDb(`
    select
      (select count(*) from (select * exclude (country_id, country_name) from '${enriched}' intersect select * from '${all}')) as same,
      (select list(distinct country_name) from '${enriched}') as names`)
  assert.equal(same, 5000n)
  assert.match(String(names), /Italia/)
})

test('the same points as CSV get the same boundaries', async () => {
  const rows = (await rowsOf(join(FIXTURES, 'visits.parquet'))).filter((_, row) => !INVALID.includes(row))
  await writeFile(
    join(directory, 'visits.csv'),
    `lon,lat\n${rows.map(({ lon, lat }) => `${lon},${lat}\n`).join('')}`,
  )
  run('visits.csv', '-o', 'csv-out.csv')
  const [names, ...lines] = (await readFile(join(directory, 'csv-out.csv'), 'utf8')).trimEnd().split('\n')
  const { stdout, code } = run(join(FIXTURES, 'visits.parquet'), '-o', 'all.parquet')
  assert.equal(code, 0, stdout)
  const columns = names.split(',').slice(2)
  assert.deepEqual(
    (await rowsOf(join(directory, 'all.parquet'))).map((row) => columns.map((name) => row[name] ?? '')),
    lines.map((line) => line.split(',').slice(2)),
  )
})

test('geometries of GeoParquet are points, in both encodings', async () => {
  const countries: unknown[] = []
  for (const name of ['shops', 'depots']) {
    assert.equal(
      run(join(FIXTURES, `${name}.parquet`), '--kinds', 'country', '-o', `${name}.parquet`).code,
      0,
    )
    const rows = await rowsOf(join(directory, `${name}.parquet`))
    countries.push(rows.map((row) => row.country_id))
    assert.deepEqual(without(rows, COUNTRY), await rowsOf(join(FIXTURES, `${name}.parquet`)))
  }
  assert.deepEqual(countries[0], countries[1])
  assert.ok((countries[0] as unknown[]).includes('r2171347'))
})

test('a file in other coordinates, of another format, or with the new columns ends in a sentence', async () => {
  const mercator = run(join(FIXTURES, 'mercator.parquet'), '-o', 'none.parquet')
  assert.equal(mercator.code, 1)
  assert.match(
    mercator.stderr,
    /^Error: The column geometry is in EPSG:3857\. Convert it to longitude and latitude \(EPSG:4326\) first\.\n$/,
  )
  await writeFile(join(directory, 'text.parquet'), 'lon,lat\n1,2\n')
  assert.match(run('text.parquet', '-o', 'none.parquet').stderr, /The file is not Parquet/)
  run(join(FIXTURES, 'shops.parquet'), '--kinds', 'country', '-o', 'once.parquet')
  assert.match(
    run('once.parquet', '-o', 'none.parquet').stderr,
    /The file already has the columns country_id and country_name\. Rename them, or omit their kinds/,
  )
  assert.match(run('-', '--format', 'parquet').stderr, /cannot be read from standard input/)
  assert.match(
    run(join(FIXTURES, 'shops.parquet'), '-o', 'none.xlsx').stderr,
    /cannot be written to none\.xlsx\. A file in the format parquet can be written to \.csv/,
  )
  assert.ok(!(await readdir(directory)).some((name) => name.startsWith('none')))
})

test('a file without rows gets the columns, and a row group whose rows are all rejected is left out', async () => {
  const columns = (lons: readonly (number | null)[]) => [
    { name: 'lon', data: [...lons], type: 'DOUBLE' as const },
    { name: 'lat', data: lons.map(() => 1), type: 'DOUBLE' as const },
  ]
  for (const [name, lons, left] of [
    ['empty', [], 0],
    ['nowhere', [null, null, 500, 1], 1],
  ] as const) {
    await writeFile(
      join(directory, `${name}.parquet`),
      new Uint8Array(parquetWriteBuffer({ columnData: columns(lons), rowGroupSize: 3 })),
    )
    const { code, stderr } = run(`${name}.parquet`, '--kinds', 'country', '-o', `${name}-out.parquet`)
    assert.equal(code, 0, stderr)
    assert.equal((await rowsOf(join(directory, `${name}-out.parquet`))).length, left)
    const { columns: written } = await schemaOf(join(directory, `${name}-out.parquet`))
    assert.deepEqual(
      written.map((column) => column.name),
      ['lon', 'lat', ...COUNTRY],
    )
  }
  assert.equal((await rowsOf(join(directory, 'nowhere-out.parquet.rejected'))).length, 3)
})
