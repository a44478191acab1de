/** Where `--output` writes to: a file of a fitting name, standard output, a pipe or a link; what does not fit is refused before any work. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { dashedName } from '../../src/transports/cli/input/schema-options.ts'
import { FEATURE } from '../support/boundary-answer.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)
const host = { operations: async () => operations }
const answer = () => FEATURE

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Operations that answer with a boundary, an area or a file of them. */
const OF_POLYGONS = [
  'get_boundary',
  'create_area',
  'union_boundaries',
  'export_boundary',
  'export_collection',
]

test('an answer that is not a polygon goes to .json and .yaml only', async () => {
  const others = operations.filter(({ name }) => !OF_POLYGONS.includes(name))
  assert.ok(others.length > 20)
  for (const operation of others)
    for (const extension of ['geojson', 'kml', 'gpkg', 'csv']) {
      const argv = [dashedName(operation.name), '--input', '-', '--output', `/nowhere/a.${extension}`]
      const { code, stderr, calls } = await run(argv, { host, stdin: '{}' })
      assert.deepEqual([code, calls], [2, []], `${operation.name}: ${stderr}`)
    }
  const { stderr } = await run(['at', '49.6', '6.1', '--output', 'p.geojson'], { host })
  assert.match(
    stderr,
    /^Error: The answer of at is not a boundary, so it cannot be written to p\.geojson\. Use \.json, \.yaml, or \.yml\.\n/,
  )
})

test('every command that writes names and files calls it --language and -o, --output', async () => {
  const commands = [...operations.map(({ name }) => dashedName(name)), 'enrich', 'tiles']
  for (const command of commands) {
    const { stdout } = await run([command, '--help'], { host })
    assert.match(stdout, /^ {2}--language <tags> /m, command)
    assert.match(stdout, /^ {2}-o, --output <file> /m, command)
    assert.doesNotMatch(stdout, /--lang(s|uages)? /, command)
  }
  assert.match((await run(['mcp', '--help'], { host })).stdout, /--language <tags>/)
  for (const [argv, meant] of [
    [['enrich', 'a.csv', '--lang', 'de'], '--language'],
    [['tiles', '-o', 'a.pmtiles', '--languages', 'de'], '--language'],
    [['get', 'LI', '--out', 'a.json'], '--output'],
  ] as const) {
    const { code, stderr } = await run(argv, { host })
    assert.equal(code, 2)
    assert.ok(stderr.includes(`\n(Did you mean ${meant}?)\n`), stderr)
  }
})

test('languages are read like those of a request: in canonical case, once each', async () => {
  const { calls } = await run(['get', 'LI', '--language', 'DE-at, pt-br,DE-AT'], { host, answer })
  assert.deepEqual(calls[0].languages, ['de-AT', 'pt-BR'])
  for (const command of [['get', 'LI'], ['enrich', 'a.csv'], ['tiles', '-o', 'a.pmtiles'], ['mcp']]) {
    const { code, stderr } = await run([...command, '--language', 'de;fr'], { host })
    assert.equal(code, 2)
    assert.match(stderr, /Write language tags with commas between them, such as de,zh-Hant\./)
  }
})

test('tiles are written as PMTiles only', async () => {
  for (const name of ['a.mbtiles', 'a.geojson', 'a.pmtiles.gz', 'a.zip']) {
    const { code, stderr } = await run(['tiles', '--output', name])
    assert.equal(code, 2)
    assert.match(stderr, /Tiles are written as PMTiles only: end the name in \.pmtiles\./)
  }
})

test('--output - writes the boundary in the format that is asked for', async () => {
  const json = `${JSON.stringify(FEATURE)}\n`
  const written = async (...args: readonly string[]) => {
    const { code, stdoutBytes, stderr } = await run(['get', 'LI', '-o', '-', ...args], { host, answer })
    assert.deepEqual([code, stderr], [0, ''])
    return stdoutBytes
  }
  assert.equal(String(await written()), json)
  assert.equal(String(await written('--format', 'wkt')), 'POLYGON ((9.5 47.1,9.6 47.1,9.6 47.2,9.5 47.1))\n')
  assert.match(String(await written('--format', 'gpkg')), /^SQLite format 3\0/)
})

const FILE = Buffer.from([0, 255, 254, 1, 128])
const sha256 = createHash('sha256').update(FILE).digest('hex')
const EXPORT = {
  url: 'https://cdn.example/files/abc.fgb',
  format: 'fgb',
  detail: 'low',
  bytes: FILE.length,
  sha256,
  boundaries: 3,
  notes: [],
}
const holding = (content: Buffer) => ({
  host,
  answer: () => EXPORT,
  service: { openFile: async () => Readable.from([content.subarray(0, 2), content.subarray(2)]) },
})

test('--output - of an export writes the file; the answer goes to stderr', async () => {
  for (const argv of [
    ['export-boundary', 'LI', '--format', 'fgb'],
    ['export', 'LU', '--format', 'fgb'],
  ]) {
    const { code, stdoutBytes, stderr } = await run([...argv, '--output', '-'], holding(FILE))
    assert.equal(code, 0, stderr)
    assert.deepEqual(stdoutBytes, FILE)
    assert.match(stderr, /FGB, low detail, 5 bytes; also at https:\/\/cdn\.example\/files\/abc\.fgb/)
  }
})

test('a file that is written is named as it was given, without its other place on this machine', () =>
  inFolder(async (folder) => {
    const path = relative(process.cwd(), join(folder, 'li.fgb'))
    const url = 'file:///home/ann/.local/share/metes/files/ab/cd/abc.fgb'
    for (const [argv, told] of [
      [['export-boundary', 'LI'], 'FGB, low detail, 5 bytes.\n'],
      [['export-collection', '--ids', 'LI'], '3 boundaries, FGB, low detail, 5 bytes.\n'],
    ] as const) {
      const { code, stdout, stderr } = await run([...argv, '--format', 'fgb', '--output', path], {
        ...holding(FILE),
        answer: () => ({ ...EXPORT, url }),
        terminal: 80,
      })
      assert.deepEqual([code, stdout], [0, told], stderr)
      assert.equal(stderr, `Wrote ${path} (5 bytes).\n`)
    }
  }))

test('a damaged file on stdout is a failure that says not to use it', async () => {
  const damaged = Buffer.from([0, 255, 254, 1, 129])
  const { code, stderr } = await run(
    ['export-boundary', 'LI', '--format', 'fgb', '-o', '-'],
    holding(damaged),
  )
  assert.equal(code, 1)
  assert.match(stderr, /its SHA-256 differs\. Do not use what was written\./)
})

test('--output - of an area writes its polygon, and its summary and notes go to stderr', async () => {
  const area = { ...FEATURE, properties: { summary: 'Two countries.', notes: ['One note.'] } }
  for (const argv of [
    ['area', 'Benelux'],
    ['union-boundaries', 'BE', 'NL'],
  ]) {
    const { code, stdout, stderr } = await run([...argv, '--output', '-'], { host, answer: () => area })
    assert.deepEqual([code, stdout], [0, `${JSON.stringify(area)}\n`])
    assert.equal(stderr, 'Two countries.\nNote: One note.\n')
  }
})

test('a file that is not text is not sent to a terminal, and nothing is asked for it', async () => {
  for (const argv of [
    ['get', 'LI', '--format', 'gpkg'],
    ['get', 'LI', '--format', 'gpkg', '-o', '-'],
    ['export-boundary', 'LI', '--format', 'wkb', '-o', '-'],
    ['area', 'Benelux', '--format', 'fgb', '-o', '-'],
  ]) {
    const { code, stderr, calls } = await run(argv, { host, answer, terminal: 80 })
    assert.deepEqual([code, calls], [2, []], argv.join(' '))
    assert.match(stderr, /is not text\. Name a file with\s+--output/)
  }
  const hostile = { ...FEATURE, properties: { ...FEATURE.properties, name: 'a\u009b2Jb' } }
  const shown = await run(['get', 'LI', '-o', '-'], { host, answer: () => hostile, terminal: 80 })
  assert.equal(shown.code, 0)
  assert.ok(!shown.stdout.includes('\u009b'))
  const tiles = await run(['tiles', '--output', '-'], { terminal: 80 })
  assert.equal(tiles.code, 2)
  assert.match(tiles.stderr, /A PMTiles archive is not text/)
})

test('tiles go to stdout with --output -, and leave nothing', async () => {
  const drawTiles = async ({ onTile }: { onTile: (tile: object, bytes: Uint8Array) => Promise<void> }) => {
    await onTile({ z: 0, x: 0, y: 0 }, Uint8Array.of(1, 2, 3))
    return { bounds: [0, 0, 1, 1], center: [0.5, 0.5], metadata: {} }
  }
  const service = { drawTiles } as unknown as NonNullable<Parameters<typeof run>[1]>['service']
  await inFolder(async (folder) => {
    const file = join(folder, 'a.pmtiles')
    const streamed = await run(['tiles', '--output', '-'], { service })
    assert.equal(streamed.code, 0, streamed.stderr)
    assert.equal((await run(['tiles', '--output', file], { service })).code, 0)
    assert.deepEqual(streamed.stdoutBytes, await readFile(file))
    assert.match(streamed.stderr, /Wrote 1 tile/)
  })
})

test('a destination that cannot be written is refused before anything is asked', () =>
  inFolder(async (folder) => {
    for (const [argv, why] of [
      [['area', 'Benelux', '-o', join(folder, 'none', 'a.geojson')], /its directory does not exist\./],
      [['get', 'LI', '-o', folder], /it is a directory\./],
      [['tiles', '-o', join(folder, 'none', 'a.pmtiles')], /its directory does not exist\./],
      [['enrich', 'a.csv', '-o', join(folder, 'none', 'a.csv')], /its directory does not exist\./],
    ] as const) {
      const { code, stderr, calls } = await run(argv, { host })
      assert.deepEqual([code, calls], [1, []], stderr)
      assert.match(stderr, why)
    }
    assert.deepEqual(await readdir(folder), [])
  }))

test('a dry run with --output chooses the format of the file, prints the estimate and writes nothing', () =>
  inFolder(async (folder) => {
    const { code, stdout, stderr, calls } = await run(
      ['export', 'LU', '--dry-run', '--output', join(folder, 'a.gpkg')],
      { host, answer: () => ({ ...EXPORT, url: null }) },
    )
    assert.equal(code, 0)
    assert.equal(calls[0].input.format, 'gpkg')
    assert.equal(JSON.parse(stdout).boundaries, 3)
    assert.match(stderr, /dry run: nothing is written/)
    assert.deepEqual(await readdir(folder), [])
  }))

test('a link stays a link, and a device a device', () =>
  inFolder(async (folder) => {
    const [file, link] = [join(folder, 'file.json'), join(folder, 'link.json')]
    await writeFile(file, 'old')
    await symlink(file, link)
    assert.equal((await run(['get', 'LI', '-o', link], { host, answer })).code, 0)
    assert.ok((await lstat(link)).isSymbolicLink())
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), FEATURE)
    const { code, stderr } = await run(['get', 'LI', '-o', '/dev/null'], { host, answer })
    assert.deepEqual([code, stderr], [0, 'Wrote /dev/null.\n'])
    assert.ok((await lstat('/dev/null')).isCharacterDevice())
  }))
