/**
 * contains_points over HTTP, from the first byte sent to the last one received: `node bench/contains-http.ts`. Each call has 10,000 points
 * with seven decimals; calls follow each other over one connection. "First" is the first call for a boundary,
 * "second" the call that builds its index, "hot" all later ones. Small calls run alongside; the longest of them
 * shows how long the event loop was blocked. Target: hot, median within 15 ms.
 */
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { bboxOf } from '../src/domain/geometry/bbox.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { KEY } from '../test/registry/made-up-service.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { countries } from './support/countries.ts'
import { median } from './support/median.ts'
import { printMachine } from './support/race.ts'

const POINTS = 10_000
const HOT_CALLS = 100
const TARGET_MS = 15

const SERVICE = fileURLToPath(new URL('support/contains-service.ts', import.meta.url))

const child = fork(SERVICE, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
const url = await new Promise<string>((resolve) =>
  child.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim())),
)

const agents = {
  points: new Agent({ keepAlive: true, maxSockets: 1 }),
  small: new Agent({ keepAlive: true, maxSockets: 1 }),
}

/** Milliseconds until the complete answer arrived, and its bytes. */
const call = (agent: Agent, path: string, body: Buffer) =>
  new Promise<{ ms: number; answer: Buffer }>((resolve, reject) => {
    const started = performance.now()
    const headers = {
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    }
    request(`${url}${path}`, { method: 'POST', agent, headers }, async (response) => {
      const answer = Buffer.concat(await response.toArray())
      if (response.statusCode === 200) resolve({ ms: performance.now() - started, answer })
      else reject(new Error(`${path} answered ${response.statusCode}: ${answer}`))
    })
      .on('error', reject)
      .end(body)
  })

const pointsIn = (rings: Rings): Buffer => {
  const [west, south, east, north] = bboxOf(rings)
  const random = seededRandom(99)
  const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
  const points = Array.from({ length: POINTS }, () => [
    rounded(west + (east - west) * random()),
    rounded(south + (north - south) * random()),
  ])
  return Buffer.from(JSON.stringify({ points }))
}

const SMALL = Buffer.from(JSON.stringify({ points: [[0, 0]] }))

/** Sends small calls one after the other while `work` runs; returns the longest time. */
const longestBeside = async (work: () => Promise<void>): Promise<number> => {
  let longest = 0
  let lasts = true
  const small = (async () => {
    while (lasts)
      longest = Math.max(longest, (await call(agents.small, '/v1/boundaries/r1/contains', SMALL)).ms)
  })()
  await work()
  lasts = false
  await small
  return longest
}

printMachine()
for (let warmUp = 0; warmUp < 200; warmUp++) await call(agents.small, '/v1/boundaries/r1/contains', SMALL)
for (const [index, { name, rings }] of countries().entries()) {
  const body = pointsIn(rings)
  const path = `/v1/boundaries/r${index + 1}/contains`
  const took: number[] = []
  let answer: Buffer = Buffer.alloc(0)
  const ask = async (): Promise<void> => {
    const { ms, answer: bytes } = await call(agents.points, path, body)
    took.push(ms)
    answer = bytes
  }
  const longestCold = await longestBeside(async () => {
    await ask()
    await ask()
  })
  for (let hot = 0; hot < HOT_CALLS; hot++) await ask()
  const [first, second, ...hot] = took
  const { inside_count: inside } = JSON.parse(answer.toString()) as { inside_count: number }
  const sorted = [...hot].sort((a, b) => a - b)
  const [least, p50, p99] = [sorted[0], median(hot), sorted[Math.floor(0.99 * sorted.length)]]
  const shown = (ms: number): string => ms.toFixed(1).padStart(6)
  console.log(
    `${name.padEnd(6)} ${String(vertexCount(rings)).padStart(8)} vertices  first ${shown(first)}  second ${shown(second)}  ` +
      `hot least ${shown(least)} p50 ${shown(p50)} p99 ${shown(p99)} ms  ${p50 < TARGET_MS ? 'within' : 'OVER'} ${TARGET_MS} ms  ` +
      `${body.length} → ${answer.length} bytes, ${inside} inside; small calls beside the cold ones: longest ${shown(longestCold)} ms`,
  )
}
for (const agent of Object.values(agents)) agent.destroy()
child.kill()
