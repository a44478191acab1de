/** `metes import` of addresses and regions, and the server that imports them again: real commands, and a server that plays Geofabrik. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { answering, type ExtractServer, serveExtracts, stoppingAt } from '../support/extract-server.ts'
import { writePbf } from '../support/pbf-writer.ts'
import { type Installation, install } from '../support/service.ts'

const MONACO = '/europe/monaco-latest.osm.pbf'
const BAVARIA = '/europe/germany/bayern-latest.osm.pbf'

/** A town on the sea near no country, under this name. */
const mapOf = (name: string, west = 0): Uint8Array =>
  writePbf(
    drawMap({
      ways: [{ id: west + 1, corners: boxCorners(west, 0, west + 1, 1) }],
      relations: [boundary(west + 100, name, 6, [west + 1])],
    }),
  )

let server: ExtractServer
before(async () => {
  server = await serveExtracts()
})
after(() => server.close())

let metes: Installation
beforeEach(async () => {
  server.files.set(MONACO, mapOf('Monaco'))
  server.files.set(BAVARIA, mapOf('Bayern', 20))
  server.faults.clear()
  server.asked.length = 0
  metes = await install()
})
afterEach(() => metes.remove())

const env = (more: Readonly<Record<string, string>> = {}) => ({
  METES_REGIONS_URL: server.url,
  METES_SOURCES: 'extract',
  METES_WORKERS: '1',
  ...more,
})
const run = (...args: readonly string[]) => metes.run(['import', ...args], env())
const runHere = (...args: readonly string[]) => metes.runHere(['import', ...args], env())

const importedNames = async (): Promise<readonly string[]> => {
  const { stdout } = await metes.runHere(['catalog', 'list', '--json'], env())
  return JSON.parse(stdout).imports.map(({ file }: { file: string }) => file)
}

/** Files of all downloads. */
const downloaded = (): readonly string[] =>
  readdirSync(join(metes.dataDir, 'downloads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.pbf/.test(name),
  )

test('regions are imported by name and code, several at once, and an unchanged one is not downloaded again', async () => {
  const first = await run('--region', 'monaco', 'Bayern', '--json')
  assert.equal(first.code, 0, first.stderr)
  assert.match(
    first.stderr,
    new RegExp(
      `^monaco: monaco \\(Monaco\\), ${server.url}${MONACO}$[^]*^monaco-latest\\.osm\\.pbf: 1 boundary in [^]*^Bayern: bayern \\(Bayern\\), [^]*^bayern-latest\\.osm\\.pbf: 1 boundary`,
      'm',
    ),
  )
  assert.deepEqual(
    first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).boundaries),
    [1, 1],
  )
  assert.deepEqual(await importedNames(), ['monaco-latest.osm.pbf', 'bayern-latest.osm.pbf'])
  assert.deepEqual(downloaded(), [])
  server.files.set(BAVARIA, mapOf('Freistaat Bayern', 20))
  const dated = '/europe/germany/bayern-240601.osm.pbf'
  server.files.set(dated, mapOf('Freistaat Bayern', 20))
  server.faults.set(BAVARIA, answering(302, { Location: dated }))
  const second = await run('--region', 'MC', '--region', 'bayern', '--json')
  assert.equal(second.code, 0, second.stderr)
  assert.match(
    second.stderr,
    /^monaco-latest\.osm\.pbf: the server still has the file that was imported at 20\d\d-.*Z\. Nothing was downloaded\.$/m,
  )
  assert.match(second.stderr, /^bayern-latest\.osm\.pbf: 1 boundary in /m)
  assert.ok(second.stderr.includes(`${server.url}${BAVARIA} redirects to ${server.url}${dated}\n`))
  const [unchanged, report] = second.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([unchanged.unchanged, report.boundaries], [true, 1])
  assert.equal((await metes.runHere(['search', 'Freistaat Bayern', '--json'], env())).code, 0)
})

test('--dry-run tells file, size and date, and downloads nothing', async () => {
  const { code, stdout } = await runHere('--region', 'monaco', 'bayern', '--dry-run', '--json')
  assert.equal(code, 0)
  const { downloads } = JSON.parse(stdout)
  assert.deepEqual(downloads[0], {
    wanted: 'monaco',
    region: 'monaco',
    url: `${server.url}${MONACO}`,
    bytes: server.files.get(MONACO)?.length,
    modified_at: '2024-06-01T20:21:00Z',
  })
  assert.equal(downloads.length, 2)
  assert.deepEqual(server.askedFor(MONACO), ['HEAD'])
  assert.deepEqual(downloaded(), [])
})

test('--regions lists regions', async () => {
  const { code, stdout } = await runHere('--regions', 'georgia')
  assert.equal(code, 0)
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
    [
      ['region', 'name', 'codes', 'in'],
      ['georgia', 'Georgia', 'GE', 'europe'],
      ['us/georgia', 'Georgia', 'US-GA', 'north-america'],
    ],
  )
  const none = await runHere('--regions', 'atlantis')
  assert.deepEqual([none.code, none.stdout], [1, ''])
  assert.match(none.stderr, /No extract has "atlantis" in its id, name or code\./)
  const all = await runHere('--regions', '--json')
  assert.ok(JSON.parse(all.stdout).regions.length > 30)
})

test('a mistyped region stops everything before the first download, and several of one name are candidates', async () => {
  const wrong = await runHere('--region', 'monaco', 'monacoo')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /No extract is named "monacoo".* Did you mean monaco\?/)
  const several = await runHere('--region', 'Georgia')
  assert.equal(several.code, 1)
  assert.match(
    several.stderr,
    /"Georgia" may mean 2 extracts\. Name one of them: GE \(Georgia, in europe\), US-GA/,
  )
  assert.deepEqual(server.askedFor(MONACO), [])
})

test('wrong usage is refused before anything is asked', async () => {
  for (const [args, message] of [
    [[], /State what to import: a file, an address, or regions with --region/],
    [['x.osm.pbf', '--regions', 'x'], /State what to import/],
    [['x.osm.pbf', '--dry-run'], /--dry-run applies only to downloads/],
    [['--region', ''], /The name of a region has 1 to 200 characters/],
    [['--region', 'x'.repeat(201)], /The name of a region has 1 to 200 characters/],
    [['http://example.org/x.osm.pbf'], /must use https:\/\/ beyond this machine/],
    [['file:///etc/passwd'], /must begin with https:\/\//],
    [['FILE:/etc/passwd'], /is not a URL|must begin with https:\/\//],
    [['ftp://example.org/x.osm.pbf'], /must begin with https:\/\//],
  ] as const) {
    const { code, stderr } = await runHere(...args)
    assert.equal(code, 2, String(args))
    assert.match(stderr, message)
  }
  assert.equal(server.asked.length, 0)
})

test('a server that cannot be reached leads to the import of a file, however the extract was named', async () => {
  const closed = await serveExtracts()
  await closed.close()
  const { url } = closed
  for (const args of [['--region', 'monaco'], ['--regions', 'monaco'], [`${url}${MONACO}`]]) {
    const { code, stdout, stderr } = await metes.run(['import', ...args], env({ METES_REGIONS_URL: url }))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED\. Check the address and the connection, .*"npx metes import FILE"\.\n$/,
    )
  }
})

test('a file that cannot be imported leaves the catalog as it was', async () => {
  server.faults.set(`${MONACO}.md5`, answering(404, {}))
  server.files.set(MONACO, mapOf('Monaco').subarray(0, -5))
  const { code, stderr } = await run('--region', 'monaco', 'bayern')
  assert.equal(code, 1)
  assert.match(stderr, /The file is cut off/)
  assert.deepEqual(await importedNames(), [])
  assert.deepEqual(downloaded(), [])
})

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await setTimeout(10)
}

const partBytes = (): number => {
  try {
    const [part] = downloaded().filter((name) => name.endsWith('.part'))
    return part === undefined ? 0 : statSync(join(metes.dataDir, 'downloads', part)).size
  } catch {
    return 0
  }
}

test('after kill -9 the next import resumes the download', async () => {
  const half = Math.floor(mapOf('Monaco').length / 2)
  server.faults.set(MONACO, stoppingAt(half).fault)
  const killed = metes.start(['import', '--region', 'monaco'], env())
  await until(() => partBytes() === half)
  killed.kill('SIGKILL')
  await killed.ended
  server.faults.clear()
  const { code, stderr } = await run('--region', 'monaco')
  assert.equal(code, 0, stderr)
  assert.deepEqual(server.askedFor(MONACO), ['GET', `GET bytes=${half}-`])
  assert.deepEqual(await importedNames(), ['monaco-latest.osm.pbf'])
})

test('of two processes that import one region at once, one downloads it', async () => {
  const both = await Promise.all([run('--region', 'monaco'), run('--region', 'monaco')])
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  const told = both.map(({ stderr }) => /1 boundary in|Nothing was downloaded/.exec(stderr)?.[0])
  assert.deepEqual(told.sort(), ['1 boundary in', 'Nothing was downloaded'])
})

describe('on a full disk', () => {
  const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))

  const onSmallDisk = async (directory: string) => {
    const small = join(directory, 'small')
    const script = `mkdir -p ${small} && mount -t tmpfs -o size=4m tmpfs ${small} && { ${process.execPath} ${METES} import --region monaco; code=$?; find ${small} -name '*.pbf*' >&2; exit $code; }`
    const child = spawn('unshare', ['--mount', 'bash', '-c', script], {
      env: { ...process.env, ...env({ METES_DATA_DIR: small }) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [stderr, [code]] = await Promise.all([
      child.stderr.setEncoding('utf8').toArray(),
      once(child, 'close'),
    ])
    return { code, stderr: stderr.join('') }
  }
  const skip = spawnSync('unshare', ['--mount', 'true']).status !== 0 && 'this user cannot mount a disk'

  test('an import of a file without a size ends in a sentence and leaves no half file', {
    skip,
  }, async () => {
    server.faults.set(MONACO, (_request, response, file = new Uint8Array()) => {
      response.writeHead(200, {})
      response.write(file)
      for (let piece = 0; piece < 64; piece++) response.write(Buffer.alloc(1 << 17, piece))
      response.end()
    })
    const directory = await mkdtemp(join(tmpdir(), 'metes-small-'))
    const { code, stderr } = await onSmallDisk(directory)
    assert.equal(code, 1, stderr)
    assert.match(stderr, /The disk of .* is full, so monaco-latest\.osm\.pbf was not downloaded\./)
    assert.doesNotMatch(stderr, /\.part$/m)
    await rm(directory, { recursive: true })
  })
})

test('a server with METES_REFRESH imports what has changed, and tells failures by log and mail', async () => {
  assert.equal((await run('--region', 'monaco', 'bayern')).code, 0)
  const records = readdirSync(join(metes.dataDir, 'downloads'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('download.json'))
    .map((name) => join(metes.dataDir, 'downloads', name))
  for (const record of records) {
    const fields = JSON.parse(readFileSync(record, 'utf8'))
    writeFileSync(record, JSON.stringify({ ...fields, checkedAt: '2024-01-01T00:00:00Z' }))
  }
  server.files.set(MONACO, mapOf('Monte Carlo'))
  server.faults.set(BAVARIA, answering(404, {}))
  const running = await metes.serve(env({ METES_REFRESH: '3600', METES_MAIL_FROM: 'ann@example.org' }))
  try {
    const outbox = join(metes.dataDir, 'outbox')
    const mails = (): readonly string[] =>
      existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
    await until(() => mails().length > 0 && running.log().includes('"outcome":"imported"'))
    const found = await fetch(`${running.url}/v1/boundaries/search?q=Monte%20Carlo`)
    const { candidates } = (await found.json()) as { candidates: { name: string }[] }
    assert.equal(candidates[0].name, 'Monte Carlo')
    assert.match(running.log(), /does not exist \(HTTP 404\).*refresh failed/)
    const mail = readFileSync(join(outbox, mails()[0]), 'utf8')
    assert.match(mail, /^To: ann@example\.org\r$/m)
    assert.match(mail, /^Subject: bayern could not be updated\r$/m)
    // Quoted-printable breaks long lines.
    assert.match(mail.replaceAll('=\r\n', ''), /does not exist/)

    // The same server, at its map page.
    const base = running.url.replace('127.0.0.1', 'localhost')
    const hintAt = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const answer = await fetch(`${base}/explore/ops/search_boundaries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base, ...headers },
        body: '{"q":"Munich"}',
      })
      return ((await answer.json()) as { hint: string }).hint
    }
    const FOR_OPERATOR = /metes import --region DE\)/
    const FOR_OTHERS = /The operator of this service can add what is missing: send a feature request/
    assert.match(await hintAt({}), FOR_OPERATOR)
    assert.match(await hintAt({ 'x-forwarded-for': '198.51.100.1' }), FOR_OTHERS)
    const plain = await fetch(`${base}/v1/boundaries/search?q=Munich`)
    assert.match(((await plain.json()) as { hint: string }).hint, FOR_OTHERS)
    assert.match(await hintAt({}), FOR_OPERATOR)
  } finally {
    assert.equal(await running.stop(), 0)
  }
})
