/**
 * The effect of hostile clients on others. `node bench/hostile.ts` runs one attack after the other while /healthz and a ready answer are
 * requested; target of both: 20 ms at the 99th percentile.
 *
 * - bodies: two connections send bodies of 2 MiB that are nested as deep as they are long, a third sends fifty wrong keys a second.
 * - fetch: two anonymous callers get relations that nobody fetched before: one way of 2,000 positions that crosses itself hundreds of
 *   thousands of times, and 200,000 positions, in turns.
 * - refusals: eight connections of an unlimited plan send descriptions and unions that are refused.
 * - import: `metes import` reads a file with such ways into the store of the server, again and again.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { boundary } from '../test/support/drawn-map.ts'
import { HOSTILE_SHAPES } from '../test/support/hostile-ways.ts'
import { writePbf } from '../test/support/pbf-writer.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { METES, start } from './support/http-load.ts'

const SECONDS = 20
const TANGLES = 20
const TANGLED_POSITIONS = 3_000
const UNITS = 1e7

const map = new Worker(new URL('support/hostile-map.ts', import.meta.url))
const [upstream] = (await once(map, 'message')) as [
  { readonly url: string; readonly tangledBytes: number; readonly largeBytes: number },
]
const env = {
  PORT: '0',
  METES_DATA_DIR: await mkdtemp(join(tmpdir(), 'metes-bench-')),
  METES_PUBLIC_RATE: '1000000',
  METES_OVERPASS_URL: upstream.url,
  METES_LIVE_REQUESTS: '1000000',
  METES_LIVE_BYTES: '1000000000000',
}
const commandEnv = { ...process.env, ...env }
const made = spawnSync(
  process.execPath,
  [METES, 'admin', 'create-key', '--email', 'bench@example.org', '--plan', 'unlimited'],
  { env: commandEnv, encoding: 'utf8' },
)
const key = made.stdout.trim()
const { url, stop } = await start([METES, 'serve'], env)

const timesUntil = async (path: string, endMs: number): Promise<number[]> => {
  const took: number[] = []
  while (performance.now() < endMs) {
    const startedMs = performance.now()
    const answer = await fetch(url + path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    took.push(performance.now() - startedMs)
    await setTimeout(5)
  }
  return took.sort((a, b) => a - b)
}

/** Runs until the end, in another thread or process, so that it does not delay the timed requests; returns what happened. */
type Attack = (endMs: number) => Promise<string>

const HOSTILE_CLIENT = new URL('support/hostile-client.ts', import.meta.url)
const REFUSED_BATCH = new URL('support/refused-batch.ts', import.meta.url)

const inClient = async (program: URL, attack?: 'bodies' | 'fetch'): Promise<string> => {
  const client = new Worker(program, {
    workerData: { url, key, seconds: SECONDS, attack },
  })
  const [answers] = (await once(client, 'message')) as [Map<number, number>]
  return [...answers].map(([status, calls]) => `${calls} × ${status}`).join(', ')
}

const importing: Attack = async (endMs) => {
  const file = join(env.METES_DATA_DIR, 'hostile.osm.pbf')
  await writeFile(file, tangledFile())
  let imports = 0
  while (performance.now() < endMs) {
    await once(spawn(process.execPath, [METES, 'import', file], { env: commandEnv, stdio: 'ignore' }), 'exit')
    imports++
  }
  return `${imports} imports of ${TANGLES} borders of ${TANGLED_POSITIONS} positions`
}

const tangledFile = (): Uint8Array => {
  const lines = Array.from(
    { length: TANGLES },
    (_, seed) => HOSTILE_SHAPES['a ring of random positions'](TANGLED_POSITIONS, seededRandom(seed))[0],
  )
  const nodeId = (way: number, index: number): number =>
    way * TANGLED_POSITIONS + (index % TANGLED_POSITIONS) + 1
  return writePbf({
    nodes: lines.flatMap((line, way) =>
      Array.from({ length: TANGLED_POSITIONS }, (_, index) => ({
        id: nodeId(way, index),
        lon: line[2 * index] / UNITS,
        lat: line[2 * index + 1] / UNITS,
      })),
    ),
    ways: lines.map((_, way) => ({
      id: way + 1,
      nodes: Array.from({ length: TANGLED_POSITIONS + 1 }, (_, index) => nodeId(way, index)),
    })),
    relations: lines.map((_, way) => boundary(way + 1, `Tangle ${way}`, 8, [way + 1])),
  })
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  none: async () => '',
  bodies: () => inClient(HOSTILE_CLIENT, 'bodies'),
  fetch: () => inClient(HOSTILE_CLIENT, 'fetch'),
  refusals: () => inClient(REFUSED_BATCH),
  import: importing,
}

console.log(`answers of the map: ${upstream.tangledBytes} and ${upstream.largeBytes} bytes`)
await (await fetch(`${url}/v1/boundaries/iso:CH`)).arrayBuffer()
for (const [name, attack] of Object.entries(ATTACKS)) {
  const endMs = performance.now() + SECONDS * 1000
  const [happened, health, ready] = await Promise.all([
    attack(endMs),
    timesUntil('/healthz', endMs),
    timesUntil('/v1/boundaries/iso:CH', endMs),
  ])
  for (const [path, took] of Object.entries({ '/healthz': health, 'a ready answer': ready })) {
    const at = (share: number): string => took[Math.floor(share * (took.length - 1))].toFixed(1)
    console.log(
      `${name.padEnd(8)} ${path.padEnd(15)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  max ${at(1)} ms  of ${took.length}`,
    )
  }
  if (happened !== '') console.log(`${name.padEnd(8)} ${happened}`)
}
await stop()
await map.terminate()
await rm(env.METES_DATA_DIR, { recursive: true })
