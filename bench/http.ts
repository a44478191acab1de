/**
 * get_boundary, hot, over HTTP, beside a bare node:http server that sends the same bytes: `node bench/http.ts`.
 * Each server is a process of its own and they are asked in turn by `wrk` (16 connections), so that both meet the same
 * noise. Prints requests a second of both and their ratio; the goal is 0.7.
 */
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './support/median.ts'

const ROUNDS = 7
const SECONDS = 2

const start = async (script: string, args: readonly string[] = []) => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return { url: String(line).trim(), stop: () => child.kill() }
}

const requestsPerSecond = (url: string): number => {
  const { stdout, error } = spawnSync('wrk', ['-t1', '-c16', `-d${SECONDS}s`, url], { encoding: 'utf8' })
  if (error !== undefined)
    throw new Error('The bench drives load with wrk: apt-get install wrk.', { cause: error })
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} did not answer with 200:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

const service = await start('support/http-service.ts')
const hot = `${service.url}/v1/boundaries/r1`
const bare = await start('support/http-bare.ts', [hot])

const ours: number[] = []
const theirs: number[] = []
requestsPerSecond(hot)
requestsPerSecond(bare.url)
for (let round = 0; round < ROUNDS; round++) {
  ours.push(requestsPerSecond(hot))
  theirs.push(requestsPerSecond(bare.url))
}
const bytes = (await (await fetch(hot)).arrayBuffer()).byteLength
console.log(`body                ${bytes} bytes, ${ROUNDS} rounds of ${SECONDS} s, 16 connections`)
console.log(
  `metes get_boundary  median ${median(ours).toFixed(0)} requests/s, most ${Math.max(...ours).toFixed(0)}`,
)
console.log(
  `bare node:http      median ${median(theirs).toFixed(0)} requests/s, most ${Math.max(...theirs).toFixed(0)}`,
)
console.log(
  `ratio               median ${(median(ours) / median(theirs)).toFixed(2)}, of the best ${(Math.max(...ours) / Math.max(...theirs)).toFixed(2)}`,
)
service.stop()
bare.stop()
