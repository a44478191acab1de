/** `metes enrich` as a command of its own, on real files. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../support/shapes.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'metes-enrich-'))
after(() => rm(directory, { recursive: true }))
const env = { ...process.env, METES_DATA_DIR: join(directory, 'data'), NO_COLOR: '1' }

const start = (args: readonly string[]) =>
  spawn(process.execPath, [METES, 'enrich', ...args], { env, cwd: directory })

const run = async (args: readonly string[], input?: string) => {
  const child = start(args)
  child.stdin.end(input)
  const read = async (stream: NodeJS.ReadableStream): Promise<string> => {
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString()
  }
  const [stdout, stderr, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

const random = seededRandom(1)
const inBrazil = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${i},${(-15 + 10 * random()).toFixed(5)},${(-55 + 10 * random()).toFixed(5)}\n`,
  ).join('')

const inEurope = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${i},${(45 + 8 * random()).toFixed(5)},${(5 + 15 * random()).toFixed(5)}\n`,
  ).join('')

test('each row gets the boundaries that contain its point', async () => {
  const { code, stdout } = await run(
    ['-', '--format', 'csv', '--kinds', 'country,county', '--language', 'en'],
    'id,lat,lon\n1,49.61,6.13\n2,41.88,-87.63\n3,0,-30\n',
  )
  assert.equal(code, 0)
  assert.equal(
    stdout,
    [
      'id,lat,lon,country_id,country_name,county_id,county_name',
      '1,49.61,6.13,r2171347,Luxembourg,,',
      '2,41.88,-87.63,r148838,United States,fips:17031,Cook County',
      '3,0,-30,,,,',
      '',
    ].join('\n'),
  )
})

test('GeoJSON features get properties', async () => {
  const feature = {
    type: 'Feature',
    properties: { a: 1 },
    geometry: { type: 'Point', coordinates: [6.13, 49.61] },
  }
  const { stdout } = await run(
    ['-', '--format', 'geojsonl', '--kinds', 'country'],
    `${JSON.stringify(feature)}\n`,
  )
  assert.deepEqual(JSON.parse(stdout), {
    ...feature,
    properties: { a: 1, country_id: 'r2171347', country_name: 'Lëtzebuerg' },
  })
})

test('rows without a valid position are told by line and written beside the output', async () => {
  await writeFile(join(directory, 'bad.csv'), 'lat,lon\n49.6,6.1\nx,6.1\n49.7,6.2\n49.7\n')
  const { code, stderr } = await run(['bad.csv', '--output', 'bad-out.csv'])
  assert.equal(code, 0)
  assert.match(
    stderr,
    /Line 3: The latitude is not a number between -90 and 90\.\nLine 5: It has 1 column instead of 2\./,
  )
  assert.match(
    stderr,
    /4 rows .*: 2 in a boundary, 0 in none, 2 rejected\.\n© OpenStreetMap contributors, ODbL 1\.0/,
  )
  assert.equal(await readFile(join(directory, 'bad-out.csv.rejected'), 'utf8'), 'lat,lon\nx,6.1\n49.7\n')
  assert.equal((await readFile(join(directory, 'bad-out.csv'), 'utf8')).split('\n').length, 4)
})

test('the same file gives the same bytes, also in many blocks', async () => {
  await writeFile(join(directory, 'many.csv'), `id,lat,lon\n${inEurope(120_000)}`)
  const first = await run(['many.csv', '-o', 'first.csv'])
  assert.equal(first.code, 0)
  await run(['many.csv', '-o', 'second.csv'])
  const bytes = await readFile(join(directory, 'first.csv'))
  assert.ok(bytes.equals(await readFile(join(directory, 'second.csv'))))
  const ids = bytes
    .toString()
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.slice(0, line.indexOf(','))))
  assert.deepEqual(
    ids,
    Array.from({ length: 120_000 }, (_, i) => i),
  )
})

test('swapped longitude and latitude are refused, and accepted on request', async () => {
  await writeFile(join(directory, 'swapped.csv'), `id,lon,lat\n${inBrazil(200)}`)
  const { code, stderr } = await run(['swapped.csv', '-o', 'swapped-out.csv'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /Longitude and latitude seem to be swapped: of 200 points, \d+ are on land, and \d+ would be if they were swapped\. Swap them with --lon and --lat, or keep/,
  )
  assert.ok(!(await readdir(directory)).some((name) => name.startsWith('swapped-out')))
  assert.equal((await run(['swapped.csv', '--keep-order'])).code, 0)
  const beyond = 'lon,lat\n'.concat('40.1,-100.2\n'.repeat(30))
  assert.match(
    (await run(['-', '--format', 'csv'], beyond)).stderr,
    /of 30 points, 0 are on land, and 30 would be/,
  )
  assert.equal((await run(['swapped.csv', '--lon', 'lat', '--lat', 'lon'])).code, 0)
  const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[40.1,-100.2]}}\n'
  assert.match(
    (await run(['-', '--format', 'geojsonl'], feature.repeat(30))).stderr,
    /Swap them in the file, or keep them with --keep-order/,
  )
})

/** Resolves when a file with a name that begins so appears in the directory. */
const begun = async (beginning: string): Promise<void> => {
  for await (const { filename } of watch(directory)) if (filename?.startsWith(beginning) === true) return
}

test('a file of which every row is rejected ends with 1, says why, and leaves nothing', async () => {
  await writeFile(join(directory, 'invalid.csv'), 'lat,lon\nx,1\n91,1\n')
  const { code, stderr } = await run(['invalid.csv', '-o', 'invalid-out.csv'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /Line 2: The latitude is not .*\nLine 3: .*\nError: All 2 rows were rejected, so nothing is written\./s,
  )
  assert.ok(!(await readdir(directory)).some((name) => name.startsWith('invalid-out')))
})

test('an output of an unknown or another kind of format is refused before anything is read', async () => {
  for (const name of ['out.xlsx', 'out.geojson', 'out.csv.gz']) {
    const { code, stderr } = await run(['missing.csv', '-o', name])
    assert.equal(code, 2)
    assert.match(
      stderr,
      /cannot be written to out\..*\. A file in the format csv can be written to \.csv, \.tsv, \.txt, \.parquet, or \.geoparquet\./,
    )
  }
  assert.match((await run(['book.xlsx'])).stderr, /Save an Excel file as "CSV UTF-8" first\./)
  const layer = await run(['missing.csv', '--layer', 'stops'])
  assert.equal(layer.code, 2)
  assert.match(layer.stderr, /--layer is for files in the format gpkg; this one is csv\./)
})

test('an interrupted run leaves no half file', async () => {
  const child = start(['-', '--format', 'csv', '-o', 'long-out.csv'])
  const part = begun('long-out.csv.')
  // The input never ends, and the command does not read it to its end.
  child.stdin.on('error', () => {})
  child.stdin.write(`id,lat,lon\n${inEurope(100_000)}`)
  await part
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 130)
  assert.ok(!(await readdir(directory)).some((name) => name.startsWith('long-out')))
})

test('a killed run leaves no half file under the name of the output', async () => {
  const child = start(['-', '--format', 'csv', '-o', 'killed-out.csv'])
  const part = begun('killed-out.csv.')
  child.stdin.on('error', () => {})
  child.stdin.write(`id,lat,lon\n${inEurope(100_000)}`)
  await part
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.ok(!(await readdir(directory)).includes('killed-out.csv'))
})

test('a file that is missing, empty or of an unknown format ends in a sentence', async () => {
  await writeFile(join(directory, 'empty.csv'), '')
  for (const missing of ['none.csv', 'none.parquet'])
    for (const output of [[], ['-o', `out-of-${missing}`]]) {
      const { code, stderr } = await run([missing, ...output])
      assert.deepEqual({ code, stderr }, { code: 1, stderr: `Error: ${missing} does not exist.\n` })
    }
  assert.match((await run(['empty.csv'])).stderr, /The file is empty/)
  const unknown = await run(['points.xyz'])
  assert.equal(unknown.code, 2)
  assert.match(
    unknown.stderr,
    /The format of points\.xyz is unknown\. Name it with --format: csv, geojsonl, geojson, parquet, gpkg, or shp\./,
  )
})
