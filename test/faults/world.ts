/** The real service of several processes, with the servers and the disk that it stores its data on, all of which can fail. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/util/free-port.ts'
import { startS3Double } from '../doubles/s3.ts'
import { type ServiceOfProcesses, serveProcesses } from '../processes/service-of-processes.ts'
import { TEST_SECRET_KEY } from '../support/databases.ts'
import { type Gate, openGate } from '../support/gate.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { type Installation, install } from '../support/service.ts'
import { NO_SMALL_DISK, openSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import type { NewAccount } from './accounts-process.ts'

const ACCOUNTS_PROCESS = fileURLToPath(new URL('accounts-process.ts', import.meta.url))
const PROCESSES = 2
/** Units a month of an account of the tests; enough for most rounds. */
export const ALLOWANCE = 60

export interface World {
  readonly metes: Installation
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly service: () => ServiceOfProcesses
  /** Starts the service again after its end, as a supervisor of services does: until it serves. */
  readonly startAgain: () => Promise<void>
  /** Makes accounts, which callers cannot, and returns a key of each. */
  readonly makeAccounts: (accounts: readonly NewAccount[]) => Promise<readonly string[]>
  /** A folder for files of the tests. */
  readonly scratch: string
  /** Null where none can be mounted. */
  readonly disk: SmallDisk | null
  /** Null on SQLite. */
  readonly servers: {
    readonly postgres: PostgresServer
    readonly redis: TestRedis
    readonly bucket: Gate
  } | null
  readonly remove: () => Promise<void>
}

/** All data in a folder on a small disk. */
export const openOnSqlite = async (): Promise<World> => {
  const scratch = await mkdtemp(join(tmpdir(), 'metes-faults-'))
  const runtime = NO_SMALL_DISK === false ? join(scratch, 'node') : process.execPath
  const metes = await install(undefined, runtime)
  const disk = NO_SMALL_DISK === false ? await openSmallDisk(metes.dataDir, 160) : null
  if (disk !== null) {
    const words = disk.command(process.execPath).map((word) => `'${word}'`)
    await writeFile(runtime, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  }
  return opened({ runtime, metes, scratch, disk, servers: null, settings: {}, remove: async () => {} })
}

const S3_ACCOUNT = { accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-9' }

/** Data in PostgreSQL, on a small disk, limits in Redis, and files in a bucket. */
export const openOnServers = async (): Promise<World> => {
  const scratch = await mkdtemp(join(tmpdir(), 'metes-faults-'))
  const metes = await install()
  const cluster = await mkdtemp(join(tmpdir(), 'metes-faults-cluster-'))
  const disk = NO_SMALL_DISK === false ? await openSmallDisk(cluster, 300) : null
  const postgres = await startPostgres(cluster, disk?.command ?? ((...command) => command as [string]))
  const redis = await startRedis()
  const double = await startS3Double(S3_ACCOUNT, Date.now)
  const bucket = await openGate(double.host)
  const settings = {
    METES_DATABASE_URL: postgres.url,
    METES_SECRET_KEY: TEST_SECRET_KEY,
    METES_REDIS_URL: redis.url,
    METES_FILES_URL: `s3://AKID:secret@127.0.0.1:${bucket.port}/bucket/metes?region=eu-west-9&protocol=http`,
  }
  return opened({
    runtime: process.execPath,
    metes,
    scratch,
    disk,
    servers: { postgres, redis, bucket },
    settings,
    remove: async () => {
      await postgres.stop('immediate')
      await redis.remove()
      await bucket.close()
      await double.close()
      await rm(cluster, { recursive: true, force: true })
    },
  })
}

interface Parts extends Pick<World, 'metes' | 'scratch' | 'disk' | 'servers'> {
  /** Starts programs that see the data. */
  readonly runtime: string
  readonly settings: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

const opened = async ({ settings, remove, ...parts }: Parts): Promise<World> => {
  const { runtime, metes, scratch, disk } = parts
  const plans = join(scratch, 'plans.json')
  const limited = { units_per_month: ALLOWANCE, calls_per_minute: 100_000 }
  await writeFile(plans, JSON.stringify({ limited, unlimited: { ...limited, units_per_month: null } }))
  await mkdir(join(scratch, 'extracts'))
  const env = {
    PORT: String(await freePort()),
    METES_SOURCES: 'extract,atlas',
    METES_PUBLIC_RATE: '1000000',
    METES_TRUST_PROXY: '1',
    METES_PLANS_FILE: plans,
    METES_DEFAULT_PLAN: 'limited',
    METES_WORKERS: '1',
    ...settings,
  }
  let service = await serveProcesses(PROCESSES, env, metes)
  return {
    ...parts,
    env,
    url: service.url,
    makeAccounts: async (accounts) => {
      const program = await install(ACCOUNTS_PROCESS, runtime)
      const made = await program.run([JSON.stringify(accounts)], { ...env, METES_DATA_DIR: metes.dataDir })
      await program.remove()
      if (made.code !== 0) throw new Error(made.stderr)
      return JSON.parse(made.stdout)
    },
    service: () => service,
    startAgain: async () => {
      service = await serveProcesses(PROCESSES, env, metes)
    },
    remove: async () => {
      await service.end()
      await remove()
      await disk?.remove()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}
