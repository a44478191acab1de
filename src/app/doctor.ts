/** What `metes doctor` looks at: the runtime, the settings, and everything on this machine that the service works with. */
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../config/config.ts'
import { COVERAGE_STATES, type CoverageState, coverageState } from '../domain/catalog/coverage.ts'
import { checkSmtp } from '../mail/smtp.ts'
import { openRedisRateLimitStore } from '../platform/rate-limit/redis-store.ts'
import { readAtlasCoverage } from '../sources/atlas/atlas-coverage.ts'
import { openBundledAtlas } from '../sources/atlas/bundled-atlas.ts'
import { openLand } from '../sources/land/open-land.ts'
import { checkOwnLand } from '../sources/land/own-land.ts'
import { checkModel } from '../sources/planner-llm/check-model.ts'
import { KEY_FILE } from '../storage/key-file.ts'
import { openStorage } from '../storage/sql/open-storage.ts'
import type { HealthCheck } from '../transports/cli/host.ts'
import { narrow, wideEntries } from '../util/wide-modes.ts'

const LAND = fileURLToPath(new URL('../../data/land', import.meta.url))
const ATLAS = fileURLToPath(new URL('../../data/atlas', import.meta.url))
const OLDEST_MAJOR = 24
/** An import keeps a temporary file and a journal beside the catalog; the extract of a large country needs this much. */
const MIN_FREE_BYTES = 2e9
/** Nobody waits for an answer here, so a server far away may take its time. */
const PATIENCE_MS = 2_000

export const healthChecks = (): readonly HealthCheck[] => [
  { name: 'Runtime', run: checkRuntime },
  { name: 'Settings', run: async () => checkSettings(readConfig()) },
  { name: 'Data directory', run: () => checkDataDirectory(readConfig()) },
  {
    name: 'File modes',
    run: () => checkModes(readConfig()),
    fix: () => narrowModes(readConfig()),
  },
  { name: 'Disk space', run: () => checkDiskSpace(readConfig()) },
  { name: 'Database', run: () => checkDatabase(readConfig()) },
  {
    name: 'Secret key',
    run: () => checkSecretKey(readConfig()),
    fix: () => adoptSecretKey(readConfig()),
  },
  { name: 'Mail', run: () => checkMail(readConfig()) },
  { name: 'Redis', run: () => checkRedis(readConfig()) },
  { name: 'Atlas', run: () => checkAtlas(readConfig()) },
  { name: 'Land mask', run: () => checkLand(readConfig()) },
  { name: 'Model', run: () => checkPlanner(readConfig()) },
]

const checkRuntime = async (): Promise<string> => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
    throw new Error(
      `Node ${process.version} is too old; Metes needs ${OLDEST_MAJOR} or newer. Run "npm ci", which installs one.`,
    )
  }
  return `Node ${process.version} on ${process.platform} ${process.arch}`
}

const checkSettings = ({ warnings, baseUrl }: Config): string => {
  if (warnings.length > 0) throw new Error(warnings.join(' '))
  return `every METES_ name is known; the service is at ${baseUrl}`
}

const checkDataDirectory = async ({ dataDir }: Config): Promise<string> => {
  const directory = resolve(dataDir)
  return (await requireWritable(directory)) ? directory : `${directory} will be made at the first start`
}

/** Whether the directory is there; rejects when it cannot be written, or made. */
const requireWritable = async (directory: string): Promise<boolean> => {
  const existing = await nearestExisting(directory)
  try {
    await access(existing, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(
      `${existing} cannot be written by this user. Give it to the user that runs Metes, or set METES_DATA_DIR.`,
    )
  }
  return existing === directory
}

const MAX_NAMED = 3

/** Files of versions that did not care, and directories that were made by hand. */
const checkModes = async ({ dataDir }: Config): Promise<string> => {
  if (process.platform === 'win32') return 'Windows has none'
  const wide: string[] = []
  let count = 0
  for await (const { path, mode } of wideEntries(dataDir)) {
    if (count++ < MAX_NAMED) wide.push(`${path} (${octal(mode)})`)
  }
  if (count === 0) return 'all that is kept is open to this user alone'
  throw new Error(
    `Open to more than the user of the service: ${listed(wide, count)}. "metes doctor --fix" closes them.`,
  )
}

const narrowModes = async ({ dataDir }: Config): Promise<string> => {
  const done: string[] = []
  let count = 0
  for await (const entry of wideEntries(dataDir)) {
    await narrow(entry)
    if (count++ < MAX_NAMED) done.push(`${entry.path} (${octal(entry.mode)}, now ${octal(entry.wanted)})`)
  }
  return `closed to all but this user: ${listed(done, count)}`
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0')

const listed = (named: readonly string[], count: number): string =>
  count > named.length ? `${named.join(', ')} and ${count - named.length} more` : named.join(', ')

const checkDiskSpace = async ({ dataDir }: Config): Promise<string> => {
  const { bavail, bsize } = await statfs(await nearestExisting(resolve(dataDir)))
  const gigabytes = `${((bavail * bsize) / 1e9).toFixed(1)} GB`
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw new Error(
      `Only ${gigabytes} are free beside the data directory; an import may need ${MIN_FREE_BYTES / 1e9} GB.`,
    )
  }
  return `${gigabytes} free`
}

/** Opening also brings an existing database to the schema of this version, as the first start would. */
const checkDatabase = async (config: Config): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null && (await nearestExisting(resolve(dataDir))) !== resolve(dataDir)) {
    return 'SQLite, which will be made at the first start'
  }
  const storage = await openStorage(config)
  try {
    await storage.boundaries.version()
    return `${databaseUrl === null ? 'SQLite' : 'PostgreSQL'} opens, its schema is that of this version`
  } finally {
    await storage.close()
  }
}

const checkSecretKey = async (config: Config): Promise<string> => {
  const { secretKey, databaseUrl, dataDir } = config
  if (databaseUrl === null && (await nearestExisting(resolve(dataDir))) !== resolve(dataDir)) {
    return 'will be made at the first start'
  }
  const storage = await openStorage(config)
  try {
    await storage.secretKey()
    return secretKey === null ? `in ${resolve(dataDir, KEY_FILE)}` : 'in METES_SECRET_KEY'
  } finally {
    await storage.close()
  }
}

const adoptSecretKey = async (config: Config): Promise<string> => {
  const storage = await openStorage(config)
  try {
    const { mails, deviceSignIns } = await storage.adoptSecretKey()
    return `the database is used with this key from now on; void are ${mails} mails for signing in that waited to be sent, and ${deviceSignIns} sign-ins of devices`
  } finally {
    await storage.close()
  }
}

const checkMail = async ({ smtpUrl, dataDir }: Config): Promise<string> => {
  if (smtpUrl !== null) return `the mail server ${await checkSmtp(smtpUrl)} takes mail from here`
  const outbox = resolve(dataDir, 'outbox')
  await requireWritable(outbox)
  return `no mail server is set: mails are files in ${outbox}`
}

const checkRedis = async ({ redisUrl }: Config): Promise<string> => {
  if (redisUrl === null) return 'not used: each process counts calls a minute for itself'
  const redis = openRedisRateLimitStore(redisUrl, (key) => key, PATIENCE_MS)
  try {
    await redis.ping()
    return 'answers'
  } catch {
    throw new Error(
      'METES_REDIS_URL names no Redis that answers; until one does, each process counts for itself.',
    )
  } finally {
    redis.close()
  }
}

const checkPlanner = async ({ planner }: Config): Promise<string> =>
  planner.kind === 'rules'
    ? 'not used: rules read descriptions of areas'
    : checkModel(planner.model, PATIENCE_MS)

const checkAtlas = async ({ dataDir }: Config): Promise<string> => {
  const atlas = await openBundledAtlas(ATLAS, dataDir)
  try {
    const [france] = await atlas.source.find({ by: 'iso', code: 'FR' })
    if (france === undefined)
      throw new Error(`${ATLAS} has no boundaries. Get it again from the repository or the package.`)
    return `opens (edition ${await atlas.source.version()}); ${coverageText()}`
  } finally {
    await atlas.close()
  }
}

/** How far the subdivisions of countries can be relied on. */
const coverageText = (): string => {
  const states = [...readAtlasCoverage(ATLAS).countries.values()].map(coverageState)
  const counts = COVERAGE_STATES.map((state) => {
    const count = states.filter((each) => each === state).length
    return `${count} ${STATE_TEXTS[state]}`
  })
  return `first-level subdivisions of ${states.length} countries: ${counts.join(', ')}`
}

const STATE_TEXTS: Readonly<Record<CoverageState, string>> = {
  complete: 'complete',
  outdated: 'outdated',
  partly_missing: 'partly missing',
  none: 'without any',
}

/** An own mask is only looked for: cutting it into tiles is the server's work. */
const checkLand = async ({ landFile, dataDir }: Config): Promise<string> => {
  if (landFile !== null) {
    try {
      await checkOwnLand(landFile)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`METES_LAND_FILE names a file that cannot be used: ${landFile}: ${reason}.`)
    }
    return `${landFile}, cut into tiles by the first start`
  }
  const mask = openLand({ packedIn: LAND, dataDirectory: dataDir, file: null })
  try {
    const { sources } = await mask.landIn([[0, 0, 0, 0]])
    return sources.map(({ name }) => name).join('; ')
  } finally {
    await mask.close()
  }
}

const nearestExisting = async (path: string): Promise<string> => {
  try {
    await access(path)
    return path
  } catch {
    return dirname(path) === path ? path : nearestExisting(dirname(path))
  }
}
