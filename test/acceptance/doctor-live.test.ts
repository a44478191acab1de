/** `metes doctor` checks the servers of the live map where it is on, and says how to fix those that fail. */
import assert from 'node:assert/strict'
import { statfs } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import { type CommandResult, type Installation, install } from '../support/service.ts'

const MS_PER_HOUR = 3_600_000

describe('metes doctor and the live map', () => {
  let metes: Installation
  before(async () => {
    metes = await install()
  })
  after(() => metes?.remove())

  let plain: Promise<CommandResult> | null = null
  /** Without a live map; for several tests. */
  const plainRun = (): Promise<CommandResult> => {
    plain ??= metes.runHere(['doctor'])
    return plain
  }

  /** Runs the doctor against servers that answer like this; its lines about the live map. */
  const examined = async (
    answer: (response: ServerResponse, url: string) => void,
    settings: Readonly<Record<string, string>> = {},
  ) => {
    const asked: string[] = []
    const { url: origin, close } = await serveLocally((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
      request.resume()
      answer(response, request.url ?? '')
    })
    try {
      const { code, stdout } = await metes.runHere(['doctor'], {
        METES_CONTACT: 'ops@example.org',
        METES_OVERPASS_URL: `${origin}/api/interpreter`,
        METES_NOMINATIM_URL: origin,
        ...settings,
      })
      const lines = stdout
        .split('\n')
        .filter((line) => /^\S (Overpass|Nominatim|Clock|Day budget):/.test(line))
      return { code, lines: lines.join('\n').replaceAll(origin.slice('http://'.length), 'HOST'), asked }
    } finally {
      await close()
    }
  }

  const json = (response: ServerResponse, body: object, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  const healthy =
    (headers: Record<string, string> = {}) =>
    (response: ServerResponse, url: string): void => {
      const at = new Date(Date.now() - 3 * MS_PER_HOUR).toISOString().replace(/\.\d+Z$/, 'Z')
      if (url.startsWith('/status'))
        json(response, { status: 0, software_version: '4.4.0', data_updated: at }, headers)
      else
        json(
          response,
          {
            generator: 'Overpass API 0.7.62.1 084b4234',
            osm3s: { timestamp_osm_base: at },
            elements: [],
          },
          headers,
        )
    }

  test('servers that answer are shown with their software, their latency and the age of their data', async () => {
    const { lines, asked } = await examined(healthy())
    assert.match(
      lines,
      /^✓ Overpass: HOST \(Overpass API 0\.7\.62\.1 084b4234\) answers in \d+ ms; its data is 3 h old\n✓ Nominatim: HOST \(Nominatim 4\.4\.0\) answers in \d+ ms; its data is 3 h old\n✓ Clock: agrees with the map servers\n✓ Day budget: [\d,]+ of 10,000 requests and [\d.]+ MB of 1,000 MB used today$/,
    )
    assert.equal(asked.length, 2)
    for (const line of asked)
      assert.match(
        line,
        /^(POST \/api\/interpreter|GET \/status\?format=json) Metes\/\S+ \(ops@example\.org\)$/,
      )
  })

  test('the free space on the disk of the data directory is shown', async () => {
    const { bavail, bsize } = await statfs(metes.dataDir)
    const { stdout } = await plainRun()
    const [, gigabytes] = /^✓ Disk space: ([\d.]+) GB free$/m.exec(stdout) ?? []
    // Other programs write meanwhile.
    assert.ok(Math.abs(Number(gigabytes) - (bavail * bsize) / 1e9) < 1, stdout)
  })

  test('each failure says what to do', async () => {
    for (const [answer, expected] of [
      [
        (response: ServerResponse) => response.writeHead(403).end(),
        /✗ Overpass: HOST refuses .*METES_CONTACT/,
      ],
      [(response: ServerResponse) => response.writeHead(429).end(), /✗ Overpass: HOST asks to wait/],
      [
        (response: ServerResponse) => response.writeHead(504).end(),
        /✗ Overpass: HOST answers HTTP 504\. .*METES_OVERPASS_URL/,
      ],
      [
        (response: ServerResponse) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(),
        /✗ Overpass: HOST redirects .*redirects are not followed/,
      ],
      [
        (response: ServerResponse) => response.end('<html></html>'),
        /✗ Overpass: HOST answers with something other than JSON; .*METES_OVERPASS_URL/,
      ],
      [
        (response: ServerResponse) => json(response, { status: 700 }),
        /✗ Nominatim: HOST reports that it does not work/,
      ],
      [
        (response: ServerResponse) => response.destroy(),
        /✗ Overpass: HOST cannot be reached: .* Check the network/,
      ],
      [
        (response: ServerResponse) => response.end('x'.repeat(200_000)),
        /✗ Overpass: The answer of HOST is larger/,
      ],
    ] as const) {
      const { code, lines } = await examined(answer)
      assert.equal(code, 1)
      assert.match(lines, expected)
    }
  })

  test('servers that do not answer are given up after five seconds, all at once', async () => {
    const events: string[] = []
    const { lines } = await examined(({ req }, url) => {
      events.push(url.startsWith('/api') ? 'Overpass asked' : 'Nominatim asked')
      req.socket.once('close', () => events.push('given up'))
    })
    assert.match(lines, /✗ Overpass: HOST did not answer within 5 s\. It may be overloaded/)
    assert.match(lines, /✗ Nominatim: HOST did not answer within 5 s\./)
    assert.deepEqual(
      new Set(events.slice(0, events.indexOf('given up'))),
      new Set(['Overpass asked', 'Nominatim asked']),
    )
  })

  test('a clock that is wrong is reported', async () => {
    const date = new Date(Date.now() - MS_PER_HOUR).toUTCString()
    const { lines } = await examined(healthy({ date }))
    assert.match(
      lines,
      /✗ Clock: This machine’s clock is 3[56]\d\d s ahead of the map servers\. Synchronize it/,
    )
  })

  test('a spent budget is reported', async () => {
    await metes.run(['list-ops'])
    const { lines } = await examined(healthy(), { METES_LIVE_REQUESTS: '1' })
    assert.match(
      lines,
      /✗ Day budget: Nothing more is fetched today: 1 of 1 requests .*Wait until midnight UTC/,
    )
  })

  test('without the live map it says that nothing leaves the machine, and how to change that', async () => {
    const { stdout } = await plainRun()
    assert.match(stdout, /^✓ Live map: off, so nothing leaves this machine; set METES_CONTACT .*$/m)
    assert.doesNotMatch(stdout, /Overpass|Nominatim/)
  })
})
