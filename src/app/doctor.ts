/** The checks of `metes doctor`: the runtime, the settings, and everything that the service depends on. */
import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../config/read-config.ts'
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
import { systemClock } from '../util/clock.ts'
import { counted } from '../util/counted.ts'
import { freeBytes, probeSpace } from '../util/probe-space.ts'
import { isStorageFull } from '../util/storage-full.ts'
import { narrow, wideEntries } from '../util/wide-file-modes.ts'
import { diskSpaceText, noSpaceText } from './doctor-disk.ts'
import { liveChecks } from './doctor-live.ts'
import { storedConflicts } from './open/importer.ts'

const LAND = fileURLToPath(new URL('../../data/land', import.meta.url))
const ATLAS = fileURLToPath(new URL('../../data/atlas', import.meta.url))
const OLDEST_MAJOR = 24
/** Longer than in the service, because no caller waits here. */
const PROBE_TIMEOUT_MS = 2_000

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
  { name: 'Conflicts', run: () => checkConflicts(readConfig()) },
  { name: 'Land mask', run: () => checkLand(readConfig()) },
  { name: 'Model', run: () => checkPlanner(readConfig()) },
  ...liveChecks(),
]

const checkRuntime = async (): Promise<string> => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
    throw new Error(
      `Node ${process.version} is too old; Metes needs ${OLDEST_MAJOR} or newer. Run "npm ci" to install it.`,
    )
  }
  return `Node ${process.version} on ${process.platform} ${process.arch}`
}

const checkSettings = ({ warnings, baseUrl }: Config): string => {
  if (warnings.length > 0) throw new Error(warnings.join(' '))
  return `all METES_ settings are known; the service is at ${baseUrl}`
}

const checkDataDirectory = async ({ dataDir }: Config): Promise<string> => {
  const directory = resolve(dataDir)
  return (await requireWritable(directory)) ? directory : `${directory} will be created at the first start`
}

/** Returns whether the directory exists; rejects if it cannot be written or created. */
const requireWritable = async (directory: string): Promise<boolean> => {
  const existing = await nearestExisting(directory)
  try {
    await access(existing, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(
      `This user cannot write to ${existing}. Give it to the user that runs Metes, or set METES_DATA_DIR.`,
    )
  }
  return existing === directory
}

const MAX_NAMED = 3

/** Finds files and directories that other users can access, such as directories created by hand. */
const checkModes = async ({ dataDir }: Config): Promise<string> => {
  if (process.platform === 'win32') return 'not used on Windows'
  const wide: string[] = []
  let count = 0
  for await (const { path, mode } of wideEntries(dataDir)) {
    if (count++ < MAX_NAMED) wide.push(`${path} (${octal(mode)})`)
  }
  if (count === 0) return 'only this user can access the files'
  throw new Error(
    `Other users can access ${namedAndMore(wide, count)}. Run "metes doctor --fix" to restrict them.`,
  )
}

const narrowModes = async ({ dataDir }: Config): Promise<string> => {
  const done: string[] = []
  let count = 0
  for await (const entry of wideEntries(dataDir)) {
    await narrow(entry)
    if (count++ < MAX_NAMED) done.push(`${entry.path} (${octal(entry.mode)}, now ${octal(entry.wanted)})`)
  }
  return `restricted to this user: ${namedAndMore(done, count)}`
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0')

const namedAndMore = (named: readonly string[], count: number): string =>
  count > named.length ? `${named.join(', ')} and ${count - named.length} more` : named.join(', ')

const checkDiskSpace = async ({ dataDir }: Config): Promise<string> => {
  const data = await nearestExisting(resolve(dataDir))
  await requireSpace(data, 'METES_DATA_DIR')
  await requireSpace(tmpdir(), 'TMPDIR')
  return diskSpaceText(await freeBytes(data))
}

const requireSpace = async (directory: string, setting: string): Promise<void> => {
  try {
    await probeSpace(directory)
  } catch (error) {
    if (isStorageFull(error)) throw new Error(noSpaceText(directory, await freeBytes(directory), setting))
  }
}

/** Opens the database, which also migrates it to the current schema, as the first start would. */
const checkDatabase = async (config: Config): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null && (await nearestExisting(resolve(dataDir))) !== resolve(dataDir)) {
    return 'SQLite, to be created at the first start'
  }
  const storage = await openStorage(config)
  try {
    await storage.boundaries.version()
    // Writes as a server does, because a database can be readable and full.
    const nowMs = systemClock.now()
    await storage.units.heartbeat(DOCTOR, { nowMs, aliveUntilMs: nowMs + PROBE_TIMEOUT_MS })
    await storage.units.endLease(DOCTOR)
    return `${databaseUrl === null ? 'SQLite' : 'PostgreSQL'} opens, can be written, and has the current schema`
  } finally {
    await storage.close()
  }
}

const DOCTOR = `doctor ${process.pid}`

/** A conflict is no failure, because anyone can draw one on the map. */
const checkConflicts = async (config: Config): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null && (await nearestExisting(resolve(dataDir))) !== resolve(dataDir)) return 'none'
  const storage = await openStorage(config)
  try {
    const conflicts = await storedConflicts(storage)
    const objects = new Set(conflicts.map(({ id }) => id))
    return objects.size === 0
      ? 'none'
      : `${counted(objects.size, 'boundary claims', 'boundaries claim')} what a known boundary has; run "metes catalog conflicts" to see and decide`
  } finally {
    await storage.close()
  }
}

const checkSecretKey = async (config: Config): Promise<string> => {
  const { secretKey, databaseUrl, dataDir } = config
  if (databaseUrl === null && (await nearestExisting(resolve(dataDir))) !== resolve(dataDir)) {
    return 'will be created at the first start'
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
    return `the database now uses this key; discarded ${mails} queued sign-in emails and ${deviceSignIns} device sign-ins`
  } finally {
    await storage.close()
  }
}

const checkMail = async ({ smtpUrl, dataDir }: Config): Promise<string> => {
  if (smtpUrl !== null) return `the mail server ${await checkSmtp(smtpUrl)} accepts mail`
  const outbox = resolve(dataDir, 'outbox')
  await requireWritable(outbox)
  return `no mail server is set: emails are written to ${outbox}`
}

const checkRedis = async ({ redisUrl }: Config): Promise<string> => {
  if (redisUrl === null) return 'not used: each process applies rate limits separately'
  const redis = openRedisRateLimitStore(redisUrl, (key) => key, PROBE_TIMEOUT_MS)
  try {
    await redis.ping()
    return 'answers'
  } catch {
    throw new Error(
      'The Redis server in METES_REDIS_URL does not answer. Until it does, each process applies rate limits separately.',
    )
  } finally {
    redis.close()
  }
}

const checkPlanner = async ({ planner }: Config): Promise<string> =>
  planner.kind === 'rules'
    ? 'not used: rules read descriptions of areas'
    : checkModel(planner.model, PROBE_TIMEOUT_MS)

const checkAtlas = async ({ dataDir }: Config): Promise<string> => {
  const atlas = await openBundledAtlas(ATLAS, dataDir)
  try {
    const [france] = await atlas.source.find({ by: 'iso', code: 'FR' })
    if (france === undefined)
      throw new Error(`${ATLAS} contains no boundaries. Restore it from the repository or the package.`)
    return `opens (edition ${await atlas.source.version()}); ${coverageText()}`
  } finally {
    await atlas.close()
  }
}

/** Returns the state of the first-level subdivisions in the atlas. */
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
  none: 'missing',
}

/** Only checks that an own land file is usable; the server cuts it into tiles. */
const checkLand = async ({ landFile, dataDir }: Config): Promise<string> => {
  if (landFile !== null) {
    try {
      await checkOwnLand(landFile)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`METES_LAND_FILE: ${landFile} cannot be used: ${reason}.`)
    }
    return `${landFile}, to be cut into tiles at the first start`
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
