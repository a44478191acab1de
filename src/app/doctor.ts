/** The checks of `metes doctor`: the runtime, the settings, and everything that the service depends on. */
import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../config/environment.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { COVERAGE_STATES, type CoverageState, coverageState } from '../domain/catalog/subdivision-coverage.ts'
import { checkSmtp } from '../mail/smtp.ts'
import { openRedisRateLimitStore } from '../platform/rate-limit/redis-store.ts'
import { readAtlasCoverage } from '../sources/atlas/atlas-coverage.ts'
import { openBundledAtlas } from '../sources/atlas/bundled-atlas.ts'
import { openLand } from '../sources/land/open-land.ts'
import { checkOwnLand } from '../sources/land/own-land.ts'
import { checkModel } from '../sources/planner-llm/check-model.ts'
import type { HealthCheck } from '../transports/cli/host.ts'
import { freeBytes, probeSpace } from '../util/probe-space.ts'
import { isStorageFull } from '../util/storage-full.ts'
import {
  adoptSecretKey,
  checkConflicts,
  checkDatabase,
  checkSecretKey,
  checkServers,
} from './doctor-database.ts'
import { diskSpaceText, noSpaceText } from './doctor-disk.ts'
import { checkModes, narrowModes } from './doctor-file-modes.ts'
import { liveChecks } from './doctor-live.ts'
import { openFileChecks } from './doctor-open-files.ts'
import { checkBackups } from './open/backup.ts'
import { checkPublishedCatalog } from './open/check-published-catalog.ts'
import { unpackingDirectory } from './open/opening.ts'

const LAND = fileURLToPath(new URL('../../data/land', import.meta.url))
const ATLAS = fileURLToPath(new URL('../../data/atlas', import.meta.url))
const OLDEST_MAJOR = 24
/** Longer than in the service, because no caller waits here. */
const PROBE_TIMEOUT_MS = 2_000

type Check = (config: Config) => string | Promise<string>
type Fix = (config: Config) => Promise<string>

export const healthChecks = (environment: Environment): readonly HealthCheck[] => {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    // Without settings nothing else can be checked.
    return [
      { name: 'Runtime', run: async () => checkRuntime() },
      { name: 'Settings', run: () => Promise.reject(error) },
    ]
  }
  return [
    ...CHECKS.map(([name, run, fix]) => ({
      name,
      run: async () => run(config),
      ...(fix && { fix: () => fix(config) }),
    })),
    ...openFileChecks(config),
    ...liveChecks(config),
  ]
}

const checkRuntime = (): string => {
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
      `This user cannot write to ${existing}. Make it writable for the user that runs Metes, or set METES_DATA_DIR.`,
    )
  }
  return existing === directory
}

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

const checkMail = async ({ smtpUrl, dataDir }: Config): Promise<string> => {
  if (smtpUrl !== null) return `the mail server ${await checkSmtp(smtpUrl)} accepts mail`
  const outbox = resolve(dataDir, 'outbox')
  await requireWritable(outbox)
  return `no mail server is set; emails are written to ${outbox}`
}

const checkRedis = async ({ redisUrl }: Config): Promise<string> => {
  if (redisUrl === null)
    return 'not used; each service counts rate limits separately, and its processes count together'
  const redis = openRedisRateLimitStore(redisUrl, (key) => key, PROBE_TIMEOUT_MS)
  try {
    await redis.ping()
    return 'answers'
  } catch {
    throw new Error(
      'The Redis server in METES_REDIS_URL does not answer. Until it does, each service counts rate limits separately.',
    )
  } finally {
    redis.close()
  }
}

const checkPlanner = async ({ planner }: Config): Promise<string> =>
  planner.kind === 'rules'
    ? 'not used; rules read descriptions of areas'
    : checkModel(planner.model, PROBE_TIMEOUT_MS)

const checkAtlas = async (config: Config): Promise<string> => {
  const atlas = await openBundledAtlas(ATLAS, unpackingDirectory(config))
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
const checkLand = async (config: Config): Promise<string> => {
  const { landFile, dataDir } = config
  if (landFile !== null) {
    try {
      await checkOwnLand(landFile)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`METES_LAND_FILE: ${landFile} cannot be used: ${reason}.`)
    }
    return `${landFile}, to be cut into tiles at the first start`
  }
  const mask = openLand({
    packedIn: LAND,
    otherDirectory: unpackingDirectory(config),
    dataDirectory: dataDir,
    file: null,
  })
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

/** Each with what it runs, and what mends it. */
const CHECKS: readonly (readonly [name: string, run: Check, fix?: Fix])[] = [
  ['Runtime', checkRuntime],
  ['Settings', checkSettings],
  ['Data directory', checkDataDirectory],
  ['File modes', checkModes, narrowModes],
  ['Disk space', checkDiskSpace],
  ['Database', checkDatabase],
  ['Published catalog', checkPublishedCatalog],
  ['Servers', checkServers],
  ['Secret key', checkSecretKey, adoptSecretKey],
  ['Backups', checkBackups],
  ['Mail', checkMail],
  ['Redis', checkRedis],
  ['Atlas', checkAtlas],
  ['Conflicts', checkConflicts],
  ['Land mask', checkLand],
  ['Model', checkPlanner],
]
