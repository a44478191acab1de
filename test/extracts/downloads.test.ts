/** Downloads from a server that keeps its word, and from one with every fault that servers have. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DownloadProgress } from '../../src/domain/catalog/remote-extracts.ts'
import { askFile } from '../../src/sources/download/ask-file.ts'
import { downloadFolder, listRecords, readRecord } from '../../src/sources/download/download-record.ts'
import { type ImportDownloadOptions, importDownload } from '../../src/sources/download/import-download.ts'
import { withFileLock } from '../../src/storage/sql/file-lock.ts'
import { addressProblem } from '../../src/util/download-address.ts'
import { wideEntries } from '../../src/util/wide-file-modes.ts'
import {
  answering,
  type ExtractServer,
  etagOf,
  md5Of,
  serveExtracts,
  stoppingAt,
} from '../support/extract-server.ts'

const PATH = '/europe/monaco-latest.osm.pbf'
const NOW = '2024-06-02T00:00:00Z'
const clock = { now: () => Date.parse(NOW), elapsedMs: () => 0 }

/** Begins as a PBF file does; the rest is of no matter to a download. */
const fileOf = (bytes: number, fill: number): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x0d\x0a\x09OSMHeader\x18\x02', 'latin1'), Buffer.alloc(bytes, fill)])

const FIRST = fileOf(300_000, 1)
const SECOND = fileOf(200_000, 2)

let server: ExtractServer
let directory: string
/** What was imported: the files' contents. */
let imported: Buffer[]
let imports: { readonly file: string; readonly importedAt: string }[]
let redirects: string[]

beforeEach(async () => {
  server = await serveExtracts()
  server.files.set(PATH, FIRST)
  directory = mkdtempSync(join(tmpdir(), 'metes-downloads-'))
  imported = []
  imports = []
  redirects = []
})
afterEach(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

const REPORT = {} as Awaited<ReturnType<ImportDownloadOptions['importFile']>>

const client = () => ({
  userAgent: 'Metes/test',
  idleMs: 5_000,
  onRedirect: (from: URL, to: URL) => void redirects.push(`${from.pathname} to ${to.pathname}`),
})

const download = (options: Partial<ImportDownloadOptions> = {}) =>
  importDownload({
    directory,
    url: `${server.url}${PATH}`,
    wanted: 'monaco',
    client: client(),
    clock,
    freeBytes: async () => 1e12,
    withLock: withFileLock,
    listImports: async () => imports,
    importFile: async (path) => {
      imported.push(readFileSync(path))
      imports = [{ file: 'monaco-latest.osm.pbf', importedAt: `2024-06-01T00:00:0${imported.length}Z` }]
      return REPORT
    },
    ...options,
  })

const folder = () => downloadFolder(directory, `${server.url}${PATH}`)
const partBytes = (): number => (existsSync(folder().part) ? readFileSync(folder().part).length : 0)
const leftovers = (): readonly string[] =>
  readdirSync(folder().path).filter((name) => name !== 'download.json' && name !== 'lock')

const refused = async (message: RegExp, options: Partial<ImportDownloadOptions> = {}): Promise<void> => {
  await assert.rejects(download(options), (error: Error) => {
    assert.match(error.message, message)
    return true
  })
  assert.deepEqual(imported, [])
}

test('a file is downloaded, imported and deleted', async () => {
  const progress: DownloadProgress[] = []
  const result = await download({ onProgress: (step) => progress.push(step) })
  assert.deepEqual(result, { outcome: 'imported', file: 'monaco-latest.osm.pbf', report: REPORT })
  assert.deepEqual(imported, [FIRST])
  assert.deepEqual(leftovers(), [])
  assert.deepEqual(progress.at(-1), {
    phase: 'downloading',
    bytesDone: FIRST.length,
    bytesResumed: FIRST.length,
    bytesTotal: FIRST.length,
  })
  assert.ok(server.asked.every(({ headers }) => headers['user-agent'] === 'Metes/test'))
})

test('an unchanged file is not downloaded twice', async () => {
  await download()
  const result = await download()
  assert.deepEqual(result, {
    outcome: 'unchanged',
    file: 'monaco-latest.osm.pbf',
    importedAt: '2024-06-01T00:00:01Z',
  })
  assert.equal(server.asked.at(-1)?.headers['if-none-match'], etagOf(FIRST))
  assert.equal(imported.length, 1)
  assert.equal((await readRecord(folder().record))?.checkedAt, NOW)
})

test('a changed file is downloaded again', async () => {
  await download()
  server.files.set(PATH, SECOND)
  await download()
  assert.deepEqual(imported, [FIRST, SECOND])
})

test('an unchanged file is downloaded again if the catalog no longer has its import', async () => {
  await download()
  imports = []
  await download()
  assert.deepEqual(imported, [FIRST, FIRST])
})

test('a file whose import was interrupted is imported without a second download', async () => {
  const stopped = new AbortController()
  const importFile = async () => {
    stopped.abort()
    throw stopped.signal.reason
  }
  await assert.rejects(download({ importFile, signal: stopped.signal }))
  await download()
  assert.deepEqual(imported, [FIRST])
  assert.deepEqual(server.askedFor(PATH), ['GET', 'GET'])
  assert.equal(server.askedFor(`${PATH}.md5`).length, 1)
})

test('a file that cannot be imported is deleted, and downloaded again', async () => {
  await assert.rejects(download({ importFile: () => Promise.reject(new Error('bad')) }), /bad/)
  assert.deepEqual(leftovers(), [])
  await download()
  assert.deepEqual(imported, [FIRST])
})

describe('a download goes on where it was interrupted', () => {
  test('when the connection breaks', async () => {
    const { fault, breakAt } = stoppingAt(100_000)
    server.faults.set(PATH, (...call) => (call[0].headers.range === undefined ? fault(...call) : false))
    await download({ onProgress: breakAt })
    assert.deepEqual(imported, [FIRST])
    assert.deepEqual(server.askedFor(PATH), ['GET', 'GET bytes=100000-'])
  })

  test('when an earlier process was killed', async () => {
    const stopped = new AbortController()
    const onProgress = ({ bytesDone }: DownloadProgress) => {
      if (bytesDone > 50_000) stopped.abort()
    }
    await assert.rejects(download({ signal: stopped.signal, onProgress }))
    const left = partBytes()
    assert.ok(left > 50_000 && left < FIRST.length)
    await download()
    assert.deepEqual(imported, [FIRST])
    assert.equal(server.askedFor(PATH).at(-1), `GET bytes=${left}-`)
  })

  const leavePart = async (): Promise<void> => {
    const { fault, breakAt } = stoppingAt(100_000)
    server.faults.set(PATH, fault)
    await assert.rejects(download({ onProgress: breakAt }))
    server.faults.clear()
    assert.equal(partBytes(), 100_000)
  }

  test('but not with the rest of another file', async () => {
    await leavePart()
    server.files.set(PATH, SECOND)
    await download()
    assert.deepEqual(imported, [SECOND])
  })

  test('but begins anew where the server answers 416, another range, or from the start', async () => {
    for (const fault of [
      answering(416, { 'Content-Range': 'bytes */7' }),
      answering(206, { 'Content-Range': `bytes 5-9/${FIRST.length}` }, 'wrong'),
      answering(206, { 'Content-Type': 'multipart/byteranges; boundary=x' }, '--x'),
    ]) {
      await leavePart()
      server.faults.set(PATH, (...call) => (call[0].headers.range === undefined ? false : fault(...call)))
      imports = []
      await download()
      server.faults.clear()
    }
    assert.deepEqual(imported, [FIRST, FIRST, FIRST])
  })

  test('and uses a part that was complete', async () => {
    await leavePart()
    writeFileSync(folder().part, FIRST)
    await download()
    assert.deepEqual(imported, [FIRST])
    assert.equal(server.askedFor(PATH).at(-1), `GET bytes=${FIRST.length}-`)
  })

  test('and refuses a part that is no part of the file', async () => {
    await leavePart()
    writeFileSync(folder().part, Buffer.alloc(100_000, 9))
    await refused(/does not have the checksum/)
    assert.deepEqual(leftovers(), [])
  })
})

describe('what is no extract is refused in a sentence, and nothing is imported or left', () => {
  const faults: Readonly<Record<string, readonly [Parameters<ExtractServer['faults']['set']>[1], RegExp]>> = {
    'a web page': [
      answering(200, { 'Content-Type': 'text/html; charset=utf-8' }, '<html>Sign in</html>'),
      /monaco-latest\.osm\.pbf is a web page \(HTML\), not an extract\. Check the address/,
    ],
    'a web page without its type': [
      answering(200, {}, '<!doctype html><html></html>'),
      /is not OpenStreetMap PBF \(it looks like XML\)\.$/,
    ],
    'a gzip file': [
      answering(200, {}, Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(99)])),
      /is not OpenStreetMap PBF \(it looks like gzip\)\.$/,
    ],
    'a zip file': [
      answering(200, {}, Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(99)])),
      /is not OpenStreetMap PBF \(it looks like zip\)\.$/,
    ],
    'a compressed answer': [
      answering(200, { 'Content-Encoding': 'gzip' }, 'x'),
      /sends .* compressed \(Content-Encoding: gzip\), although the request forbids it/,
    ],
    'an empty answer': [answering(200, {}), /has only 0 bytes/],
    'no such file': [answering(404, {}), /^http:.*monaco-latest\.osm\.pbf does not exist \(HTTP 404\)/],
    'no access': [answering(403, {}), /does not allow access to .* \(HTTP 403\)/],
    'a range that nobody asked for': [
      answering(416, {}),
      /answered with HTTP 416 instead of http:.*monaco-latest\.osm\.pbf\.$/,
    ],
    'a part that nobody asked for': [
      answering(206, { 'Content-Range': 'bytes 0-1/9' }, 'xx'),
      /answered with HTTP 206 instead of/,
    ],
    'unchanged, although nothing is known': [answering(304, {}), /answered with HTTP 304 instead of/],
    'a busy server': [answering(503, { 'Retry-After': '120' }), /\(HTTP 503\)\. Try again in 120 s\.$/],
    'a broken server': [answering(500, {}), /\(HTTP 500\)\. Try again later\.$/],
  }
  for (const [name, [fault, message]] of Object.entries(faults))
    test(name, async () => {
      server.faults.set(PATH, fault)
      await refused(message)
      assert.deepEqual(leftovers(), [])
    })

  test('a file with another checksum', async () => {
    server.faults.set(`${PATH}.md5`, answering(200, {}, `${'0'.repeat(32)}  monaco-latest.osm.pbf\n`))
    await refused(
      new RegExp(
        `does not have the checksum that its server states \\(${md5Of(FIRST)} instead of 0{32}\\), so it was deleted`,
      ),
    )
    assert.deepEqual(leftovers(), [])
  })

  test('a checksum file that is none', async () => {
    server.faults.set(`${PATH}.md5`, answering(200, {}, '<html>'))
    await refused(/monaco-latest\.osm\.pbf\.md5 is not an MD5 checksum\.$/)
  })

  test('a file that is longer than the server said', async () => {
    server.faults.set(PATH, (_request, response) => {
      response.socket?.end(
        `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${FIRST.subarray(0, 5000).toString('latin1')}`,
        'latin1',
      )
    })
    await refused(/does not have the checksum|broke before the end of the file/)
  })

  test('a file that the catalog refuses does not come again before its time', async () => {
    await assert.rejects(download({ importFile: () => Promise.reject(new Error('older')) }), /older/)
    assert.equal((await readRecord(folder().record))?.checkedAt, NOW)
  })
})

test('a checksum that changed during the download is asked for again', async () => {
  let asked = 0
  server.faults.set(`${PATH}.md5`, (_request, response) =>
    asked++ === 0 ? response.end(`${md5Of(SECOND)}  x\n`) : false,
  )
  await download()
  assert.deepEqual(imported, [FIRST])
})

test('a server without checksum files is believed', async () => {
  server.faults.set(`${PATH}.md5`, answering(404, {}))
  await download()
  assert.deepEqual(imported, [FIRST])
})

test('half a file, again and again, ends in a sentence and keeps the part', async () => {
  const { fault, breakAt } = stoppingAt(150_000)
  server.faults.set(PATH, fault)
  await refused(/^The connection to 127\.0\.0\.1:\d+ broke before the end of the file: /, {
    onProgress: breakAt,
  })
  assert.equal(partBytes(), 150_000)
  assert.equal(server.askedFor(PATH).length, 2)
})

test('a server that says nothing for a while has failed', async () => {
  server.faults.set(PATH, (_request, response) => {
    response.writeHead(200, { 'Content-Length': '400000' })
    response.write(FIRST.subarray(0, 1000))
  })
  await refused(/sent nothing for 1 s\.$/, { client: { ...client(), idleMs: 50 } })
})

test('a server that cannot be reached is named, with the way to import without it', async () => {
  const { url } = server
  await server.close()
  await assert.rejects(
    download({ url: `${url}${PATH}` }),
    /^TemporaryFailure: 127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED\. Check the address and the connection, or .*"npx metes import FILE"\.$/,
  )
  server = await serveExtracts()
})

describe('the disk', () => {
  test('is checked before anything is written: a planet does not fit on a small one', async () => {
    server.faults.set(PATH, answering(200, { 'Content-Length': '85000000000' }))
    await refused(
      /^http:.*monaco-latest\.osm\.pbf does not fit on the disk of .*: download and import need 106\.3 GB, and 2 GB are free\. Free some, set METES_DATA_DIR/,
      { freeBytes: async () => 2e9 },
    )
    assert.deepEqual(leftovers(), [])
  })

  test('needs no space for what was downloaded before', async () => {
    const { fault, breakAt } = stoppingAt(200_000)
    server.faults.set(PATH, fault)
    await assert.rejects(download({ onProgress: breakAt }))
    server.faults.clear()
    await download({ freeBytes: async () => 200_000 })
    assert.deepEqual(imported, [FIRST])
  })

  test('is watched while a file without a size is downloaded', async () => {
    let asked = 0
    server.faults.set(PATH, (_request, response) => {
      response.writeHead(200, { ETag: '"endless"' })
      response.write(FIRST)
      const piece = Buffer.alloc(1 << 20, 7)
      const more = (): void => {
        if (!response.destroyed && response.write(piece)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    await refused(/does not fit on the disk/, { freeBytes: async () => (asked++ === 0 ? 1e9 : 1e6) })
    assert.deepEqual(leftovers(), [])
  })
})

describe('redirects', () => {
  test('are followed and reported; the checksum is that of the asked address', async () => {
    const dated = '/europe/monaco-240601.osm.pbf'
    server.files.set(dated, FIRST)
    server.faults.set(PATH, answering(302, { Location: dated }))
    await download()
    assert.deepEqual(imported, [FIRST])
    assert.deepEqual(redirects, [`${PATH} to ${dated}`])
    assert.deepEqual(server.askedFor(`${PATH}.md5`), ['GET'])
  })

  test('to plain http, to a file, or in a circle are refused', async () => {
    for (const [location, message] of [
      [
        'http://example.org/x.osm.pbf',
        /redirects to http:\/\/example\.org\/x\.osm\.pbf, which must use https:\/\/ beyond this machine\.$/,
      ],
      ['file:///etc/passwd', /which must begin with https:\/\/\.$/],
      ['https://ann:secret@example.org/', /which must have no user name or password\.$/],
      [PATH, /redirects more than 5 times\.$/],
    ] as const) {
      server.faults.set(PATH, answering(301, { Location: location }))
      await refused(message)
    }
  })

  test('of a checksum to another host are refused', async () => {
    const other = await serveExtracts()
    server.faults.set(`${PATH}.md5`, answering(302, { Location: `${other.url}${PATH}.md5` }))
    await refused(
      /redirects to another host, 127\.0\.0\.1:\d+\. A checksum is only accepted from 127\.0\.0\.1:\d+\.$/,
    )
    assert.deepEqual(other.asked, [])
    await other.close()
  })
})

test('of two downloads of one file at once, the second waits and finds nothing to do', async () => {
  const results = await Promise.all([download(), download()])
  assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['imported', 'unchanged'])
  assert.deepEqual(imported, [FIRST])
})

test('a download that waits for another one can be interrupted', async () => {
  const { fault, breakAt } = stoppingAt(100_000)
  server.faults.set(PATH, fault)
  const stopped = new AbortController()
  let seen: DownloadProgress | null = null
  const first = download({
    onProgress: (step) => {
      seen = step
    },
  })
  const onProgress = ({ phase }: DownloadProgress): void => {
    assert.equal(phase, 'waiting')
    stopped.abort(new Error('interrupted'))
  }
  await assert.rejects(download({ signal: stopped.signal, onProgress }), /interrupted/)
  server.faults.clear()
  while (seen === null || (seen as DownloadProgress).bytesDone < 100_000) await setImmediate()
  breakAt({ bytesDone: 100_000 })
  assert.equal((await first).outcome, 'imported')
})

test('two files of one name do not meet', async () => {
  server.files.set('/north-america/us/monaco-latest.osm.pbf', SECOND)
  await download()
  imports = []
  await download({ url: `${server.url}/north-america/us/monaco-latest.osm.pbf` })
  assert.deepEqual(imported, [FIRST, SECOND])
})

test('a name in an address leaves no folder', () => {
  for (const path of ['/..%2f..%2fetc', '/%00', '/', '/...', `/${'x'.repeat(300)}.osm.pbf`, '/a b"c']) {
    const { file, path: inside } = downloadFolder('/data/downloads', `https://example.org${path}`)
    assert.match(file, /^\/data\/downloads\/[\w-]*-[\da-f]{12}\/[\w][\w.-]{0,99}$/, path)
    assert.ok(file.startsWith(`${inside}/`))
  }
})

test('size and date are asked for without the file', async () => {
  const file = await askFile(client(), `${server.url}${PATH}`, { clock })
  assert.deepEqual(file, { bytes: FIRST.length, modifiedAt: '2024-06-01T20:21:00Z' })
  assert.deepEqual(server.askedFor(PATH), ['HEAD'])
})

test('only this user can read what a download leaves', async () => {
  await download()
  const wide: string[] = []
  for await (const { path } of wideEntries(directory)) wide.push(path)
  assert.deepEqual(wide, [])
})

test('downloads are listed, without what is none', async () => {
  assert.deepEqual(await listRecords(join(directory, 'missing')), [])
  await download()
  writeFileSync(join(directory, 'regions.json'), '{}')
  mkdirSync(join(directory, 'empty'))
  assert.deepEqual(
    (await listRecords(directory)).map(({ wanted, imported }) => [wanted, imported?.at]),
    [['monaco', '2024-06-01T00:00:01Z']],
  )
})

test('a record that cannot be read is none', async () => {
  await download()
  writeFileSync(folder().record, '{"url": 7')
  imports = []
  await download()
  assert.equal(imported.length, 2)
})

test('addresses need TLS beyond this machine, and no password', () => {
  const problems = {
    'https://example.org/x.osm.pbf': null,
    'http://localhost:8080/x': null,
    'http://[::1]/x': null,
    'http://example.org/x': 'must use https:// beyond this machine',
    'http://localhost.example.org/x': 'must use https:// beyond this machine',
    'file:///x.osm.pbf': 'must begin with https://',
    'ftp://example.org/x': 'must begin with https://',
    'https://ann:secret@example.org/': 'must have no user name or password',
    'https://': 'is not a URL',
  }
  for (const [address, problem] of Object.entries(problems))
    assert.equal(addressProblem(address), problem, address)
})
