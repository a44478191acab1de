/**
 * get_boundary, hot, over HTTP, beside a bare node:http server that sends the same bytes: `node bench/http.ts`. Asked without a key
 * (detail low), where the goal is 0.7 of the bare server, and with one (detail medium), where each answer also takes a unit from
 * its account, which is written before it is sent.
 *
 * Each server is a process of its own and they are asked in turn by `wrk` (16 connections), so that both meet the same
 * noise. Prints requests a second of both and their ratio round by round. Beside it the processor time of
 * each server a request (user and system, all its threads), which another busy process on the machine changes less.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './support/median.ts'

type Headers = Readonly<Record<string, string>>

const ROUNDS = 15
const SECONDS = 1

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
  return { url, pid: Number(child.pid), stop: () => child.kill() }
}

interface Round {
  readonly perSecond: number
  /** Microseconds of processor time a request; NaN where there is no /proc to read it from. */
  readonly cpuUs: number
}

interface Server {
  readonly url: string
  readonly pid: number
}

const ask = ({ url, pid }: Server, headers: Headers): Round => {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const beforeUs = cpuUsOf(pid)
  const { stdout, error } = spawnSync('wrk', ['-t1', '-c16', `-d${SECONDS}s`, ...sent, url], {
    encoding: 'utf8',
  })
  const usedUs = cpuUsOf(pid) - beforeUs
  if (error !== undefined)
    throw new Error('The bench drives load with wrk: apt-get install wrk.', { cause: error })
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} did not answer with 200:\n${stdout}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    cpuUs: usedUs / Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}

/** Linux counts in hundredths of a second, in fields 14 and 15 of /proc/<pid>/stat. */
const TICK_US = 10_000

const cpuUsOf = (pid: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

const spread = (values: readonly number[], digits: number): string =>
  `median ${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`

const report = (name: string, rounds: readonly Round[]): void => {
  const perSecond = rounds.map((round) => round.perSecond)
  const cpuUs = rounds.map((round) => round.cpuUs)
  console.log(`  ${name} ${spread(perSecond, 0)} requests/s, ${spread(cpuUs, 1)} µs of processor a request`)
}

const compare = async (title: string, hot: Server, headers: Headers): Promise<void> => {
  const bytes = (await (await fetch(hot.url, { headers })).arrayBuffer()).byteLength
  console.log(`${title}: ${bytes} bytes, ${ROUNDS} rounds of ${SECONDS} s, 16 connections`)
  const bare = await start([BARE, hot.url, JSON.stringify(headers)])
  const ours: Round[] = []
  const theirs: Round[] = []
  ask(hot, headers)
  ask(bare, headers)
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(ask(hot, headers))
    theirs.push(ask(bare, headers))
  }
  bare.stop()
  report('metes get_boundary', ours)
  report('bare node:http    ', theirs)
  const throughput = ours.map((round, index) => round.perSecond / theirs[index].perSecond)
  const processor = ours.map((round, index) => theirs[index].cpuUs / round.cpuUs)
  console.log(
    `  ratio              throughput ${spread(throughput, 2)}, by processor time ${spread(processor, 2)}`,
  )
}

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
const service = await start([METES, 'serve'], env)
const hot = { url: `${service.url}/v1/boundaries/iso:CH`, pid: service.pid }
await compare('without a key, detail low', hot, {})
await compare('with a key, detail medium', hot, { Authorization: `Bearer ${made.stdout.trim()}` })
service.stop()
await rm(env.METES_DATA_DIR, { recursive: true })
