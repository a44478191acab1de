/**
 * The effect of a hostile client on others: two connections send bodies of 2 MiB that are nested as deep as they are long, and a third
 * sends fifty wrong keys a second, while /healthz and a ready answer are requested. `node bench/hostile.ts`. Target: 20 ms at the 99th
 * percentile.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { METES, start } from './support/http-load.ts'

const SECONDS = 20

const env = {
  PORT: '0',
  METES_DATA_DIR: await mkdtemp(join(tmpdir(), 'metes-bench-')),
  METES_PUBLIC_RATE: '1000000',
}
const made = spawnSync(
  process.execPath,
  [METES, 'admin', 'create-key', '--email', 'bench@example.org', '--plan', 'unlimited'],
  { env: { ...process.env, ...env }, encoding: 'utf8' },
)
const key = made.stdout.trim()
const { url, stop } = await start([METES, 'serve'], env)
const endMs = performance.now() + SECONDS * 1000
// In a thread of its own, so that sending does not delay the timed requests.
const hostile = new Worker(new URL('support/hostile-client.ts', import.meta.url), {
  workerData: { url, key, seconds: SECONDS },
})
const answered = once(hostile, 'message')

const times = async (path: string): Promise<number[]> => {
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

await (await fetch(`${url}/v1/boundaries/iso:CH`)).arrayBuffer()
const [health, hot] = await Promise.all([times('/healthz'), times('/v1/boundaries/iso:CH')])
for (const [name, took] of Object.entries({ '/healthz': health, 'a ready answer': hot })) {
  const at = (share: number): string => took[Math.floor(share * (took.length - 1))].toFixed(1)
  console.log(`${name.padEnd(15)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  max ${at(1)} ms  of ${took.length}`)
}
const [answers] = (await answered) as [Map<number, number>]
console.log(`hostile calls   ${[...answers].map(([status, calls]) => `${calls} × ${status}`).join(', ')}`)
stop()
await rm(env.METES_DATA_DIR, { recursive: true })
