/**
 * get_boundary, hot, over HTTP, beside a bare node:http server that sends the same bytes: `node bench/http.ts`.
 * Each server is a process of its own and they are asked in turn by `wrk` (16 connections), so that both meet the same
 * noise. Prints requests a second of both and their ratio; the goal is 0.7.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './support/median.ts'

const ROUNDS = 7
const SECONDS = 2

const METES = fileURLToPath(new URL('../bin/metes.js', import.meta.url))
const BARE = fileURLToPath(new URL('support/http-bare.ts', import.meta.url))

/** The address that the process prints first, on stdout or in its log. */
const start = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    const look = (piece: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(piece.toString())
      if (found !== null) resolve(found[0])
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}.`)))
  })
  return { url, stop: () => child.kill() }
}

const requestsPerSecond = (url: string): number => {
  const { stdout, error } = spawnSync('wrk', ['-t1', '-c16', `-d${SECONDS}s`, url], { encoding: 'utf8' })
  if (error !== undefined)
    throw new Error('The bench drives load with wrk: apt-get install wrk.', { cause: error })
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} did not answer with 200:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

const dataDir = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const service = await start([METES, 'serve'], {
  PORT: '0',
  METES_DATA_DIR: dataDir,
  METES_PUBLIC_RATE: '1000000',
})
const hot = `${service.url}/v1/boundaries/iso:CH`
const bare = await start([BARE, hot])

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
await rm(dataDir, { recursive: true })
