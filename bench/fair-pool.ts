/**
 * What the look-ups of one account wait while another unites 50 countries 50 times at once: `node bench/fair-pool.ts`. A look-up asks
 * which boundaries contain a point, or for a boundary in medium detail that no cache holds; large ones take long alone, too. Target: 50 ms
 * at the 99th percentile for points, and for boundaries what they take alone.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../test/support/shapes.ts'
import { METES, start } from './support/http-load.ts'

const SECONDS = 20
const UNIONS = 50
const COUNTRIES = 50
/** Points at which places are found before the clock starts. */
const PLACES = 3_000
const PAUSE_MS = 5

const env = {
  PORT: '0',
  METES_DATA_DIR: await mkdtemp(join(tmpdir(), 'metes-bench-')),
  METES_PUBLIC_RATE: '1000000',
}
const keyOf = (email: string): string =>
  spawnSync(process.execPath, [METES, 'admin', 'create-key', '--email', email, '--plan', 'unlimited'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).stdout.trim()
const [key, otherKey] = [keyOf('look-ups@example.org'), keyOf('unions@example.org')]
const { url, stop } = await start([METES, 'serve'], env)

const get = async (path: string) => {
  const answer = await fetch(`${url}/v1/boundaries/${path}`, { headers: { 'x-api-key': key } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const random = seededRandom(1)
const pointPath = (): string =>
  `reverse?lat=${(random() * 120 - 55).toFixed(5)}&lon=${(random() * 360 - 180).toFixed(5)}`

interface Found {
  readonly id: string
  readonly kind: string
}

// The countries to unite and the subdivisions to look up are those at random points.
const countries = new Set<string>()
const subdivisions = new Set<string>()
for (let call = 0; call < PLACES; call++) {
  const { boundaries } = (await get(pointPath())) as { readonly boundaries: readonly Found[] }
  for (const { id, kind } of boundaries) (kind === 'country' ? countries : subdivisions).add(id)
}

const unread = subdivisions.values()
const lookUp = async (name: string, endMs: number): Promise<void> => {
  const times = async (nextPath: () => string | undefined): Promise<number[]> => {
    const took: number[] = []
    while (performance.now() < endMs) {
      const path = nextPath()
      if (path === undefined) break
      const startedMs = performance.now()
      await get(path)
      took.push(performance.now() - startedMs)
      await setTimeout(PAUSE_MS)
    }
    return took.sort((a, b) => a - b)
  }
  const cold = () => (subdivisionsLeft-- > 0 ? unread.next().value : undefined)
  let subdivisionsLeft = Math.floor(subdivisions.size / 2)
  const found = await Promise.all([times(pointPath), times(cold)])
  for (const [index, took] of found.entries()) {
    const at = (share: number): string => took[Math.floor(share * (took.length - 1))].toFixed(1)
    const what = `${['points', 'cold boundaries'][index]} ${name}`.padEnd(30)
    console.log(`${what} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  max ${at(1)} ms  of ${took.length}`)
  }
}

/** By status: unions that wait too long behind the others are refused. */
const unions = new Map<number, number>()
const unite = async (endMs: number): Promise<void> => {
  while (performance.now() < endMs) {
    const include = [...countries].sort(() => random() - 0.5).slice(0, COUNTRIES)
    const answer = await fetch(`${url}/v1/boundaries/union`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': otherKey },
      body: JSON.stringify({ include, detail: 'low' }),
    })
    await answer.arrayBuffer()
    unions.set(answer.status, (unions.get(answer.status) ?? 0) + 1)
  }
}

await lookUp('alone', performance.now() + SECONDS * 1000)
const endMs = performance.now() + SECONDS * 1000
const uniting = Promise.all(Array.from({ length: UNIONS }, () => unite(endMs)))
await lookUp('beside unions', endMs)
await uniting
const statuses = [...unions].map(([status, calls]) => `${calls} × ${status}`)
console.log(`unions ${statuses.join(', ')}`)
await stop()
await rm(env.METES_DATA_DIR, { recursive: true })
