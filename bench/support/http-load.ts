/** Runs servers as separate processes and loads them with `wrk`: requests a second, and processor time of the server per request. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'

export type Headers = Readonly<Record<string, string>>

export const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))

/** The first address that the process prints, on stdout or in its log. */
export const start = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const look = (piece: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(piece.toString())
      if (found !== null) resolve(found[0])
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}.`)))
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { url, pid: Number(child.pid), stop }
}

export interface Round {
  readonly perSecond: number
  /** Microseconds of processor time per request; NaN without /proc. */
  readonly cpuUs: number
}

export interface Server {
  readonly url: string
  readonly pid: number
}

export interface Load {
  readonly connections: number
  readonly seconds: number
  readonly headers?: Headers
  /** A Lua script for wrk, which chooses the paths. */
  readonly script?: string
}

export const ask = ({ url, pid }: Server, { connections, seconds, headers = {}, script }: Load): Round => {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const scripted = script === undefined ? [] : ['-s', script]
  const beforeUs = cpuUsOf(pid)
  const { stdout, error } = spawnSync(
    'wrk',
    ['-t1', `-c${connections}`, `-d${seconds}s`, ...sent, ...scripted, url],
    { encoding: 'utf8' },
  )
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

export const cpuUsOf = (pid: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

export const spread = (values: readonly number[], digits: number): string =>
  `median ${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`

export const report = (name: string, rounds: readonly Round[]): void => {
  const perSecond = rounds.map((round) => round.perSecond)
  const cpuUs = rounds.map((round) => round.cpuUs)
  console.log(`  ${name} ${spread(perSecond, 0)} requests/s, ${spread(cpuUs, 1)} µs of processor a request`)
}
