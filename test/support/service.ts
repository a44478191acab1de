/** The service as installed: its own data directory, its real command, its real server. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createKeys } from '../../src/platform/keys.ts'
import { openStorage } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { commandHere } from './command-here.ts'
import { silentBookkeeping } from './silent-bookkeeping.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))

type Environment = Readonly<Record<string, string>>

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningServer {
  /** Address without a trailing slash. */
  readonly url: string
  /** Its log so far. */
  log(): string
  /** The first group of the pattern, once its log matches it. */
  logged(pattern: RegExp): Promise<string>
  /** Asks it to end and returns the exit code; at once by default, while SIGTERM gives load balancers a second. */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

/** A command that is still running. */
export interface RunningCommand {
  /** The first group of the pattern, once stderr matches it. */
  seen(pattern: RegExp): Promise<string>
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGHUP'): void
  readonly pid: number
  /** What it wrote to stderr so far. */
  log(): string
  readonly ended: Promise<CommandResult>
}

export interface Installation {
  readonly dataDir: string
  run(args: readonly string[], env?: Environment): Promise<CommandResult>
  /** As `run`, without a process of its own; not for commands with threads, nor for what the log says. */
  runHere(args: readonly string[], env?: Environment): Promise<CommandResult>
  start(args: readonly string[], env?: Environment): RunningCommand
  /** A key without a limit. */
  createKey(env?: Environment, email?: string): Promise<string>
  serve(env?: Environment, options?: readonly string[]): Promise<RunningServer>
  remove(): Promise<void>
}

/** By default the program of the checkout, on the runtime of the tests. */
export const install = async (program = METES, runtime = process.execPath): Promise<Installation> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'metes-test-'))
  // The person who runs the tests may have METES_ settings.
  const unset = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('METES_')))
  const spawned = (args: readonly string[], env: Environment = {}) =>
    spawn(runtime, [program, ...args], {
      env: { ...unset, METES_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  const run = async (args: readonly string[], env?: Environment): Promise<CommandResult> => {
    const child = spawned(args, env)
    const [stdout, stderr] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
      new Promise<void>((resolve) => child.once('close', () => resolve())),
    ])
    return { code: child.exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
  }

  return {
    dataDir,
    run,
    runHere: (args, env) => commandHere(args, { ...unset, METES_DATA_DIR: dataDir, ...env }),
    start: (args, env) => runningCommand(spawned(args, env)),
    createKey: async (env = {}, email = 'test@example.org') => {
      if (program === METES) return keyIn({ METES_DATA_DIR: dataDir, ...env }, email)
      const made = await run(['admin', 'create-key', '--email', email, '--plan', 'unlimited', '--json'], env)
      if (made.code !== 0) throw new Error(`create-key ended with ${made.code}: ${made.stderr}`)
      return (JSON.parse(made.stdout) as { api_key: string }).api_key
    },
    serve: async (env = {}, options = []) => {
      const child = spawned(['serve', ...options], { PORT: '0', METES_LOG_LEVEL: 'info', ...env })
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
      child.stdout.resume()
      const log: string[] = []
      child.stderr.on('data', (piece) => log.push(String(piece)))
      const url = await listeningUrl(child.stderr)
      return {
        url,
        log: () => log.join(''),
        logged: async (pattern) => {
          for (;;) {
            const found = pattern.exec(log.join(''))
            if (found !== null) return found[1]
            if (child.exitCode !== null)
              throw new Error(`The server ended without ${pattern}:\n${log.join('')}`)
            await Promise.race([once(child.stderr, 'data'), ended])
          }
        },
        stop: (signal = 'SIGINT') => {
          child.kill(signal)
          return ended
        },
      }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** As `metes admin create-key --plan unlimited` creates it, without a process, which would load the whole service. */
const keyIn = async (env: Environment, email: string): Promise<string> => {
  const storage = await openStorage({
    databaseUrl: env.METES_DATABASE_URL ?? null,
    dataDir: env.METES_DATA_DIR,
    secretKey: env.METES_SECRET_KEY ?? null,
  })
  try {
    const keys = createKeys({
      store: storage.keys,
      audit: { recordSeen: () => {} },
      bookkeeping: silentBookkeeping,
      defaultPlan: 'free',
      clock: systemClock,
      random: systemRandom,
    })
    return (await keys.create({ email, plan: 'unlimited' })).apiKey
  } finally {
    await storage.close()
  }
}

const runningCommand = (child: ChildProcessByStdio<null, Readable, Readable>): RunningCommand => {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }))
  return {
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stderr)
          if (found !== null) resolve(found[1])
        }
        child.stderr.on('data', look)
        ended.then(() => reject(new Error(`The command ended without ${pattern}:\n${stderr}`)))
        look()
      }),
    kill: (signal) => void child.kill(signal),
    pid: Number(child.pid),
    log: () => stderr,
    ended,
  }
}

/** The server prints its address on stderr; after that its log is read and dropped, so that it never waits for a reader. */
export const listeningUrl = (stderr: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    const seen: string[] = []
    const lines = createInterface({ input: stderr })
    lines.on('line', (line) => {
      seen.push(line)
      const found = /http:\/\/[\w.:[\]-]+:\d+/.exec(line)
      if (found !== null) resolve(found[0])
    })
    lines.on('close', () => reject(new Error(`The server ended before it listened:\n${seen.join('\n')}`)))
  })
