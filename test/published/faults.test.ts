/**
 * Rounds of faults between a publisher and two nodes: no call fails, each answer is that of the version that it names, and every round ends with
 * both nodes on the version that was published last. METES_TEST_PUBLISHED_ROUNDS makes more rounds.
 */
import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { folderPlace } from '../../src/storage/published/folder-place.ts'
import { LOCK, MANIFEST, PARTS, versionKey } from '../../src/storage/published/place.ts'
import { createKeyPair } from '../../src/storage/published/signing.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { endingAfter, fresh, importSquares, publisherAt, squares } from './published-world.ts'

const ROUNDS = Number(process.env.METES_TEST_PUBLISHED_ROUNDS ?? 7)
const COUNT = 30
const KEYS = createKeyPair()

describe('rounds of faults', { concurrency: 1 }, () => {
  const folder = fresh('place')
  const place = folderPlace(folder)
  const source = fresh('source')
  const env = {
    METES_CATALOG_URL: pathToFileURL(folder).href,
    METES_CATALOG_PUBLIC_KEYS: KEYS.publicKey,
    METES_ACCESS: 'open',
    METES_PUBLIC_RATE: '1000000',
  }
  /** What follows the names of the squares, by the hash of the files: also of a version that became current although its publisher died. */
  const suffixes = new Map<string, string>()
  const nodes: { readonly installation: Installation; server: RunningServer; isUp: boolean }[] = []
  const answered = { calls: 0, versions: new Set<string>() }
  let isOver = false
  let callers: Promise<unknown>

  const settings = { dataDir: source, signingKey: KEYS.privateKey, publicKeys: [KEYS.publicKey] }
  const publishing = publisherAt(place, settings)
  let changes = 0
  const change = async (): Promise<string> => {
    const suffix = ` of change ${++changes}`
    await importSquares(source, squares(COUNT, suffix))
    return suffix
  }
  const contentOf = (version: string): string => version.split('-')[1]
  const publish = async (): Promise<string> => {
    const suffix = await change()
    const { published } = await publishing.publish({ acceptsLosses: true })
    suffixes.set(contentOf(published.version), suffix)
    return published.version
  }

  before(async () => {
    await publish()
    for (let node = 0; node < 2; node++) {
      const installation = await install()
      nodes.push({ installation, server: await installation.serve(env), isUp: true })
    }
    await settled()
    callers = Promise.all(nodes.map((_, index) => callAllTheTime(index)))
    callers.catch(() => {})
  })
  after(async () => {
    isOver = true
    for (const { server, installation } of nodes) {
      await server.stop('SIGKILL')
      await installation.remove()
    }
  })

  const callAllTheTime = async (index: number): Promise<void> => {
    const node = nodes[index]
    for (let number = 1; !isOver; number = 1 + (number % COUNT)) {
      if (!node.isUp) {
        await delay(20)
        continue
      }
      const { server } = node
      const answer = await fetch(`${server.url}/v1/boundaries/r${number}?detail=low`).catch((error) => {
        // A node that is killed answers nobody; a load balancer asks another one.
        if (node.isUp && node.server === server) throw error
        return null
      })
      const text = await answer?.text().catch(() => null)
      if (answer === null || text === null || text === undefined) continue
      assert.equal(answer.status, 200, text)
      const [version] = (answer.headers.get('metes-catalog') ?? '').split(';')
      const { properties } = JSON.parse(text) as { properties: { name: string } }
      const known = suffixes.get(contentOf(version))
      if (known !== undefined) assert.equal(properties.name, `Square ${number}${known}`)
      // A moment before the publisher knows that it has published.
      else assert.match(properties.name, / of change \d+$/)
      answered.calls++
      // The machine has other work.
      await delay(25)
      answered.versions.add(version)
    }
  }

  const readyOf = async ({ server }: (typeof nodes)[number]) => {
    const answer = await fetch(`${server.url}/readyz`)
    const body = (await answer.json()) as { catalog?: { version: string; fault: { kind: string } | null } }
    return { status: answer.status, ...body.catalog }
  }
  const everyNode = async (what: string, holds: (ready: Awaited<ReturnType<typeof readyOf>>) => boolean) => {
    for (const startedMs = performance.now(); ; await delay(100)) {
      const ready = await Promise.all(nodes.map(readyOf))
      if (ready.every(holds)) return
      assert.ok(performance.now() - startedMs < 30_000, `${what}: ${JSON.stringify(ready)}`)
    }
  }
  /** Both nodes serve the current version, without a fault. */
  const settled = async (): Promise<void> => {
    const [current] = (await publishing.versions()).filter((version) => version.isCurrent)
    await everyNode(
      `serving ${current.version}`,
      ({ version, fault }) => version === current.version && fault === null,
    )
  }
  const fault = (kind: string) =>
    everyNode(`fault ${kind}`, (ready) => ready.status === 200 && ready.fault?.kind === kind)
  const bytesOf = async (key: string): Promise<Uint8Array> => {
    const found = await place.read(key, { maxBytes: 1e8 })
    assert.ok(found !== null && found !== 'unchanged')
    return found.bytes
  }
  const kill = async (node: (typeof nodes)[number]): Promise<void> => {
    node.isUp = false
    await node.server.stop('SIGKILL')
    node.server = await node.installation.serve(env)
    node.isUp = true
  }

  const FAULTS: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    'the publisher is killed between two objects': async (round) => {
      const suffix = await change()
      const outcome = await publisherAt(endingAfter(round % 5, place), settings)
        .publish({ acceptsLosses: true })
        .catch((error: Error) => error)
      if (!(outcome instanceof Error)) suffixes.set(contentOf(outcome.published.version), suffix)
      // A dead process leaves its lock, too.
      const ago = {
        id: 'dead',
        by: 'Process 1',
        since: '2026-01-01T00:00:00Z',
        renewed_at: '2026-01-01T00:00:00Z',
      }
      await place.write(LOCK, Buffer.from(JSON.stringify(ago)))
    },
    'a part of a new version is damaged': async () => {
      const known = new Set(await place.list(PARTS))
      const manifest = await bytesOf(MANIFEST)
      await publish()
      const whole = await bytesOf(MANIFEST)
      await place.write(MANIFEST, manifest)
      const [part] = (await place.list(PARTS)).filter((key) => !known.has(key))
      const bytes = await bytesOf(part)
      const flipped = Uint8Array.from(bytes)
      flipped[flipped.length >> 1] ^= 1
      await place.write(part, flipped)
      await place.write(MANIFEST, whole)
      await delay(6_000)
      await place.write(part, bytes)
    },
    'a manifest ends in the middle': async () => {
      const whole = await bytesOf(MANIFEST)
      await place.write(MANIFEST, whole.subarray(0, whole.length >> 1))
      await fault('damaged')
      await place.write(MANIFEST, whole)
    },
    'an old manifest is served again': async () => {
      const old = await bytesOf(MANIFEST)
      await publish()
      await settled()
      const whole = await bytesOf(MANIFEST)
      await place.write(MANIFEST, old)
      await fault('older')
      await place.write(MANIFEST, whole)
    },
    'somebody else signs a manifest': async () => {
      const whole = await bytesOf(MANIFEST)
      const { privateKey: signingKey, publicKey } = createKeyPair()
      const stranger = fresh('stranger')
      await importSquares(stranger, squares(COUNT, ' of a stranger'))
      const forged = publisherAt(place, { dataDir: stranger, signingKey, publicKeys: [publicKey] })
      const { published } = await forged.publish({ acceptsLosses: true })
      await fault('unsigned')
      await place.write(MANIFEST, whole)
      await place.remove(versionKey(published.version))
    },
    'the place is away': async () => {
      await rename(folder, `${folder}-away`)
      await fault('unreachable')
      await rename(`${folder}-away`, folder)
    },
    'a node is killed while it takes a new version': async (round) => {
      await publish()
      await delay((round * 700) % 5_000)
      await kill(nodes[round % 2])
    },
  }

  for (let round = 0; round < ROUNDS; round++) {
    const names = Object.keys(FAULTS)
    const name = names[round % names.length]
    test(`round ${round + 1}: ${name}`, async () => {
      await FAULTS[name](round)
      await publish()
      await settled()
    })
  }

  test('no call failed, and none had another answer than that of its version', async (t) => {
    isOver = true
    await callers
    t.diagnostic(`${answered.calls} calls, ${answered.versions.size} versions`)
    assert.ok(answered.calls > 50 * ROUNDS)
    assert.ok(answered.versions.size > ROUNDS)
  })
})
