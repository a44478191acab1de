/** A publisher, servers that follow it, and what fails between them: no call fails, and each answer is that of the version it names. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { folderPlace } from '../../src/storage/published/folder-place.ts'
import { MANIFEST, PARTS } from '../../src/storage/published/place.ts'
import { serveFolder } from '../support/folder-server.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { fresh, importSquares, squares } from './published-world.ts'

/** Without a limit of calls. */
const OPEN = { METES_ACCESS: 'open', METES_PUBLIC_RATE: '1000000' }

interface Ready {
  readonly status: string
  readonly catalog: {
    readonly version: string
    readonly age_seconds: number
    readonly fault: null | { readonly kind: string }
  }
}

const readyOf = async ({
  url,
}: RunningServer): Promise<{ readonly status: number; readonly body: Ready }> => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Ready }
}

const until = async <T>(what: string, ask: () => Promise<T | null>, withinMs = 30_000): Promise<T> => {
  for (const startedMs = performance.now(); performance.now() - startedMs < withinMs; await delay(100)) {
    const found = await ask()
    if (found !== null) return found
  }
  throw new Error(`${what}: not within ${withinMs} ms`)
}

const serves = (server: RunningServer, version: string): Promise<true> =>
  until(`serving ${version}`, async () => {
    const { status, body } = await readyOf(server)
    return status === 200 && body.catalog.version === version ? true : null
  })

describe('servers that follow a published catalog', { concurrency: 1 }, () => {
  const folder = fresh('place')
  const place = folderPlace(folder)
  const env = { METES_CATALOG_URL: pathToFileURL(folder).href }
  /** What follows the names of the squares in each version. */
  const suffixes = new Map<string, string>()
  let publisher: Installation
  let node: Installation
  let server: RunningServer
  before(async () => {
    publisher = await install()
    node = await install()
  })
  after(async () => {
    await server?.stop('SIGKILL')
    await publisher.remove()
    await node.remove()
  })

  const publish = async (suffix: string): Promise<string> => {
    await importSquares(publisher.dataDir, squares(30, suffix))
    const { code, stdout, stderr } = await publisher.runHere(
      ['catalog', 'publish', '--accept', '--json'],
      env,
    )
    assert.equal(code, 0, stderr)
    const { version } = JSON.parse(stdout)
    suffixes.set(version, suffix)
    return version
  }
  /** Calls without a pause until it is stopped; each answer must be that of the version in its header. */
  const callAllTheTime = (of = server) => {
    let isOver = false
    let calls = 0
    const versions = new Set<string>()
    const caller = async (): Promise<void> => {
      for (; !isOver; calls++) {
        const number = 1 + (calls % 30)
        const answer = await fetch(`${of.url}/v1/boundaries/r${number}?detail=low`)
        const body = (await answer.json()) as { properties: { name: string } }
        assert.equal(answer.status, 200, JSON.stringify(body))
        const [, version] = /^(\S+); age=\d+$/.exec(answer.headers.get('metes-catalog') ?? '') ?? []
        assert.equal(body.properties.name, `Square ${number}${suffixes.get(version)}`)
        versions.add(version)
      }
    }
    const running = Promise.all([caller(), caller()])
    running.catch(() => {})
    return async (): Promise<{ readonly calls: number; readonly versions: number }> => {
      isOver = true
      await running
      return { calls, versions: versions.size }
    }
  }

  test('a server without a catalog starts without its place, and is ready when there is one', async () => {
    server = await node.serve({ ...env, ...OPEN })
    const { status, body } = await readyOf(server)
    assert.equal(status, 503)
    assert.match(JSON.stringify(body), /published catalog/)
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    const version = await publish(' a')
    await serves(server, version)
  })

  test('a new version is served within seconds, without a failed or a wrong call', async () => {
    const stop = callAllTheTime()
    const version = await publish(' b')
    await serves(server, version)
    await delay(500)
    const { calls, versions } = await stop()
    assert.equal(versions, 2)
    assert.ok(calls > 50, `${calls} calls`)
  })

  test('after a rollback, the earlier version is served', async () => {
    const { stdout } = await publisher.runHere(['catalog', 'versions', '--json'], env)
    const [current, before] = JSON.parse(stdout) as { version: string; current: boolean }[]
    assert.ok(current.current && !before.current)
    const stop = callAllTheTime()
    const rolled = await publisher.runHere(['catalog', 'rollback', before.version, '--json'], env)
    assert.equal(rolled.code, 0, rolled.stderr)
    const { version } = JSON.parse(rolled.stdout)
    suffixes.set(version, suffixes.get(before.version)!)
    await serves(server, version)
    await stop()
  })

  test('damage leaves the last good version, ready and with the reason, and passes when it is repaired', async () => {
    const stop = callAllTheTime()
    const { body: good } = await readyOf(server)
    const known = new Set(await place.list(PARTS))
    const version = await publish(' c')
    const lost = (await place.list(PARTS)).find((key) => !known.has(key))!
    // The server may have been quicker: then the manifest is damaged instead.
    await place.remove(lost)
    const manifest = await place.read(MANIFEST, { maxBytes: 1e7 })
    assert.ok(manifest !== null && manifest !== 'unchanged')
    await place.write(MANIFEST, manifest.bytes.subarray(0, 100))
    await until('a fault', async () => ((await readyOf(server)).body.catalog.fault === null ? null : true))
    const { status, body } = await readyOf(server)
    assert.equal(status, 200)
    assert.equal(body.catalog.fault?.kind, 'damaged')
    assert.ok([good.catalog.version, version].includes(body.catalog.version))
    const doctor = await node.runHere(['doctor'], env)
    assert.match(`${doctor.stdout}${doctor.stderr}`, /Published catalog.+damaged/)
    await place.write(MANIFEST, manifest.bytes)
    const { stdout } = await publisher.runHere(['catalog', 'publish', '--json'], env)
    assert.equal(JSON.parse(stdout).new, false)
    await serves(server, version)
    await until('no fault', async () => ((await readyOf(server)).body.catalog.fault === null ? true : null))
    await stop()
  })

  test('a server that was killed serves what it had, although its place is gone', async () => {
    const { body } = await readyOf(server)
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true })
    server = await node.serve({ ...env, ...OPEN })
    const { status, body: now } = await readyOf(server)
    assert.deepEqual([status, now.catalog.version], [200, body.catalog.version])
    await until('a fault', async () =>
      (await readyOf(server)).body.catalog.fault?.kind === 'unreachable' ? true : null,
    )
    const answer = await fetch(`${server.url}/v1/boundaries/r1?detail=low`)
    assert.equal(answer.status, 200)
  })
})

test('several processes of one machine serve the same version, fetched once, from behind a web server', async () => {
  const folder = fresh('place')
  const [publisher, node] = [await install(), await install()]
  const web = await serveFolder(folder)
  try {
    await importSquares(publisher.dataDir, squares(20))
    const published = await publisher.runHere(['catalog', 'publish', '--json'], {
      METES_CATALOG_URL: pathToFileURL(folder).href,
    })
    assert.equal(published.code, 0, published.stderr)
    const { version } = JSON.parse(published.stdout)
    const server = await node.serve({ METES_CATALOG_URL: web.url, ...OPEN }, ['--processes', '2'])
    try {
      for (let ask = 0; ask < 10; ask++) await serves(server, version)
    } finally {
      await server.stop()
    }
    assert.ok(existsSync(join(node.dataDir, 'published', 'state.json')))
    const refused = await node.runHere(['catalog', 'publish'], { METES_CATALOG_URL: web.url })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /is a web address, which only readers use/)
  } finally {
    await web.close()
    await Promise.all([publisher.remove(), node.remove()])
  }
})
