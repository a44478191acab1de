/** `metes serve` with several processes on one of the stores, as an operator starts it. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuUsOf, METES, start } from '../support/http-load.ts'

const STORES = ['sqlite', 'postgresql'] as const
export type Store = (typeof STORES)[number]

export const isStore = (name: string): name is Store => STORES.some((store) => store === name)

/** Accounts that call, so that they do not all wait for the counters of one. */
const ACCOUNTS = 8
/** Each call is counted, and none is refused for it. */
const PLANS = { load: { units_per_month: 1_000_000_000, calls_per_minute: 1_000_000_000 } }

export interface Service {
  readonly port: number
  readonly keys: readonly string[]
  readonly directory: string
  /** Processor time of all its processes since they started. */
  readonly usedUs: () => number
  readonly stop: () => Promise<void>
}

export const startService = async (store: Store, processes: number): Promise<Service> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-load-'))
  const database = store === 'postgresql' ? await createDatabase() : null
  const plans = join(directory, 'plans.json')
  await writeFile(plans, JSON.stringify(PLANS))
  const env: Record<string, string> = {
    PORT: '0',
    METES_DATA_DIR: directory,
    METES_PLANS_FILE: plans,
    METES_DEFAULT_PLAN: 'load',
    METES_MAX_CONNECTIONS_PER_ADDRESS: '10000',
    ...(database === null ? {} : { METES_DATABASE_URL: database.url, METES_REDIS_URL: database.redis }),
  }
  const keys = Array.from({ length: ACCOUNTS }, (_, at) => createKey(`load-${at}@example.org`, env))
  const service = await start([METES, 'serve', '--processes', String(processes)], env)
  return {
    port: Number(new URL(service.url).port),
    keys,
    directory,
    usedUs: () => processesOf(service.pid).reduce((sum, pid) => sum + cpuUsOf(pid), 0),
    stop: async () => {
      await service.stop()
      await database?.drop()
      await rm(directory, { recursive: true })
    },
  }
}

const createKey = (email: string, env: Readonly<Record<string, string>>): string => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [METES, 'admin', 'create-key', '--email', email, '--plan', 'load'],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  if (stdout.trim() === '') throw new Error(`No key was created: ${stderr}`)
  return stdout.trim()
}

/** A process and its children. */
const processesOf = (pid: number): readonly number[] => {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children]
}

/** On the servers that the tests use too. */
const createDatabase = async () => {
  const { METES_TEST_DATABASE_URL: server, METES_TEST_REDIS_URL: redis } = process.env
  if (server === undefined || redis === undefined)
    throw new Error(
      'Set METES_TEST_DATABASE_URL and METES_TEST_REDIS_URL to measure on PostgreSQL and Redis.',
    )
  const name = `metes_load_${process.pid}`
  const query = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, redis, drop: () => query(`drop database ${name} with (force)`) }
}
