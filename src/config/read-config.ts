/** Reads the settings of the service from the environment by the table in `config/settings.ts`. */
import { availableParallelism } from 'node:os'
import { type Plans, STANDARD_PLANS } from '../platform/plans.ts'
import type { LogLevel } from '../util/log.ts'
import { suggest } from '../util/suggest.ts'
import { userDirectory } from '../util/user-directory.ts'
import { type Environment, environment } from './environment.ts'
import { type LiveSettings, liveSettings } from './live-settings.ts'
import { type PlannerSettings, plannerSettings, unusedModelSettings } from './planner-settings.ts'
import { readPlansFile } from './plans-file.ts'
import { COMMAND_SETTINGS, PUBLIC_RATES, SENDER, SETTINGS, type Settings, type SOURCES } from './settings.ts'

interface S3Defaults {
  readonly credentials: {
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken: string | null
  } | null
  readonly region: string | null
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Null for no metrics. */
  readonly metricsPort: number | null
  readonly baseUrl: string
  /** True if the operator has set `baseUrl`, so that a server answers there. */
  readonly baseUrlIsSet: boolean
  readonly dataDir: string
  /** For data that can be made again; null if the user has no cache directory. */
  readonly cacheDir: string | null
  readonly sources: readonly (typeof SOURCES)[number][]
  /** Null if the live map is off. */
  readonly live: LiveSettings | null
  /** Mirror of the server of extracts, without a trailing slash; null for Geofabrik's. */
  readonly regionsUrl: string | null
  /** When downloaded extracts are imported again, and the mail address for failures, if there is one; null if never. */
  readonly refresh: { readonly everyMs: number; readonly mailTo: string | null } | null
  /** The operator's land polygons; null for the bundled mask. */
  readonly landFile: string | null
  readonly databaseUrl: string | null
  /** Null for the key file in the data directory. */
  readonly secretKey: string | null
  /** Where scheduled backups go, when the server writes them (null: never), and how many are kept; null if none are scheduled. */
  readonly backup: { readonly to: string; readonly everyMs: number | null; readonly keep: number } | null
  /** Where a catalog is published, and the keys that sign it; null for the catalog of this machine. */
  readonly publishedCatalog: {
    readonly url: string
    /** Null where nothing is published, or without a signature. */
    readonly signingKey: string | null
    /** Empty for checksums only. */
    readonly publicKeys: readonly string[]
    /** Number of versions. */
    readonly keep: number
  } | null
  /** Null if each process counts separately. */
  readonly redisUrl: string | null
  /** `s3://…`; null for the data directory. */
  readonly filesUrl: string | null
  /** Public address of exported files, without a trailing slash; null for this service's own. */
  readonly cdnUrl: string | null
  /** Defaults for parts that `filesUrl` omits. */
  readonly s3Defaults: S3Defaults
  readonly plans: Plans
  /** One of `plans`. */
  readonly defaultPlan: string
  readonly deviceCodeTtlSeconds: number
  /** `smtp://…` or `smtps://…`; null for the outbox in the data directory. */
  readonly smtpUrl: string | null
  /** Null for `metes` at the service's own host. */
  readonly mailFrom: { readonly name: string; readonly address: string } | null
  /** True if calls that concern no account need no key. */
  readonly isOpen: boolean
  /** Units an hour that all visitors of the explorer without an account share. */
  readonly demonstrationUnits: number
  /** Origins whose pages may frame the map, as Content-Security-Policy names them; none if empty. */
  readonly embedOrigins: readonly string[]
  readonly publicCallsPerMinute: number
  readonly trustedProxies: number
  /** Maximum number of open connections. */
  readonly connections: number
  /** Maximum for each address; null if all connections come from a proxy. */
  readonly connectionsPerAddress: number | null
  readonly maxInlineBytes: number
  readonly fileTtlSeconds: number
  readonly cacheBytes: number
  readonly workers: number
  readonly planner: PlannerSettings
  readonly logLevel: LogLevel
  /** Warnings for the operator about unknown or unused settings. */
  readonly warnings: readonly string[]
}

/** Invalid settings; the message lists each with its allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Returns the base URL with the actual port, which differs from the setting if that is 0. */
export const baseUrlAt = (
  { baseUrl, port: wanted }: Pick<Config, 'baseUrl' | 'port'>,
  port: number,
): string => (wanted === 0 ? baseUrl.replace(/:0$/, `:${port}`) : baseUrl)

/**
 * Reads the settings. An empty value counts as absent, because Compose files and shells pass unset variables like this.
 *
 * @param processes that share the machine: each gets its part of the threads
 */
export const readConfig = (env: Environment = environment, processes = 1): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const settings = readSettings(given)
  return Object.freeze({
    port: settings.PORT,
    host: settings.METES_HOST,
    metricsPort: metricsPortOf(settings),
    baseUrl: settings.METES_BASE_URL ?? `http://localhost:${settings.PORT}`,
    baseUrlIsSet: settings.METES_BASE_URL !== undefined,
    dataDir: settings.METES_DATA_DIR,
    cacheDir: userDirectory('cache', env),
    ...sourcesOf(settings),
    regionsUrl: settings.METES_REGIONS_URL ?? null,
    refresh: refreshOf(settings),
    landFile: settings.METES_LAND_FILE ?? null,
    databaseUrl: settings.METES_DATABASE_URL ?? null,
    secretKey: settings.METES_SECRET_KEY ?? null,
    backup: backupOf(settings),
    publishedCatalog: catalogOf(settings),
    redisUrl: settings.METES_REDIS_URL ?? null,
    filesUrl: settings.METES_FILES_URL ?? null,
    cdnUrl: settings.METES_CDN_URL ?? null,
    s3Defaults: Object.freeze(s3Defaults(settings)),
    ...plansOf(settings),
    deviceCodeTtlSeconds: settings.METES_DEVICE_CODE_TTL,
    smtpUrl: settings.METES_SMTP_URL ?? null,
    mailFrom: senderOf(settings.METES_MAIL_FROM),
    isOpen: settings.METES_ACCESS === 'open',
    demonstrationUnits: settings.METES_DEMO,
    embedOrigins: Object.freeze([...settings.METES_EMBED_ORIGINS]),
    publicCallsPerMinute: settings.METES_PUBLIC_RATE ?? PUBLIC_RATES[settings.METES_ACCESS],
    trustedProxies: settings.METES_TRUST_PROXY,
    connections: settings.METES_MAX_CONNECTIONS,
    connectionsPerAddress:
      settings.METES_TRUST_PROXY === 0 ? settings.METES_MAX_CONNECTIONS_PER_ADDRESS : null,
    maxInlineBytes: settings.METES_MAX_INLINE_BYTES,
    fileTtlSeconds: settings.METES_FILE_TTL,
    cacheBytes: settings.METES_CACHE_BYTES,
    workers: settings.METES_WORKERS ?? Math.max(1, Math.floor((availableParallelism() - 1) / processes)),
    planner: plannerOf(settings),
    logLevel: settings.METES_LOG_LEVEL,
    warnings: Object.freeze([...warningsOf(given), ...unusedModelSettings(settings)]),
  })
}

const readSettings = (given: Environment): Settings => {
  const faults: string[] = []
  const values = Object.entries(SETTINGS).map(([name, { schema, unset }]) => {
    if (given[name] === undefined) return [name, unset]
    const { data, error } = schema().safeParse(given[name])
    for (const { message } of error?.issues ?? []) faults.push(sentenceOf(name, message, given))
    return [name, data]
  })
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.fromEntries(values)
}

/** On a port that callers reach, anybody could read them. */
const metricsPortOf = ({ METES_METRICS_PORT: port, PORT }: Settings): number | null => {
  if (port !== undefined && port !== 0 && port === PORT)
    throw new ConfigError(`METES_METRICS_PORT must differ from PORT; both are ${port}.`)
  return port ?? null
}

const s3Defaults = (settings: Settings): S3Defaults => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const sessionToken = settings.AWS_SESSION_TOKEN ?? null
  const complete = accessKeyId !== undefined && secretAccessKey !== undefined
  return {
    credentials: complete ? { accessKeyId, secretAccessKey, sessionToken } : null,
    region: settings.AWS_REGION ?? null,
  }
}

const sourcesOf = (settings: Settings): Pick<Config, 'sources' | 'live'> => {
  const live = liveSettings(settings)
  if (live !== null && 'wrong' in live) throw new ConfigError(live.wrong.join('\n'))
  const sources =
    settings.METES_SOURCES ??
    (live === null ? (['extract', 'atlas'] as const) : (['extract', 'live', 'atlas'] as const))
  if (live === null && sources.includes('live'))
    throw new ConfigError(
      'METES_SOURCES names "live", but METES_CONTACT is not set: set it to an address at which the operators of map servers can reach you.',
    )
  return { sources: Object.freeze([...sources]), live: sources.includes('live') ? live : null }
}

const refreshOf = ({
  METES_REFRESH: seconds,
  METES_CONTACT: contact,
  METES_MAIL_FROM: from,
}: Settings): Config['refresh'] => {
  if (seconds === undefined) return null
  const mailTo = contact?.includes('://') === false ? contact : (senderOf(from)?.address ?? null)
  return Object.freeze({ everyMs: seconds * 1000, mailTo })
}

const backupOf = ({
  METES_BACKUP_TO: to,
  METES_BACKUP_SCHEDULE: seconds,
  METES_BACKUP_KEEP: keep,
}: Settings): Config['backup'] => {
  if (to !== undefined)
    return Object.freeze({ to, everyMs: seconds === undefined ? null : seconds * 1000, keep })
  if (seconds === undefined) return null
  throw new ConfigError(
    'METES_BACKUP_SCHEDULE is set, but METES_BACKUP_TO is not: set it to the folder or the bucket for the backups.',
  )
}

const catalogOf = (settings: Settings): Config['publishedCatalog'] => {
  const { METES_CATALOG_URL: url, METES_CATALOG_SIGNING_KEY: signingKey = null } = settings
  if (url === undefined) {
    if (signingKey === null && settings.METES_CATALOG_PUBLIC_KEYS.length === 0) return null
    throw new ConfigError(
      'METES_CATALOG_SIGNING_KEY and METES_CATALOG_PUBLIC_KEYS are of a published catalog: set METES_CATALOG_URL, too.',
    )
  }
  if (settings.METES_REFRESH !== undefined)
    throw new ConfigError(
      'METES_REFRESH imports into the catalog of this machine, but with METES_CATALOG_URL a server serves the published one. Unset METES_REFRESH, and run "metes import --publish" by a timer on the machine that publishes.',
    )
  const publicKeys = Object.freeze([...settings.METES_CATALOG_PUBLIC_KEYS])
  return Object.freeze({ url, signingKey, publicKeys, keep: settings.METES_CATALOG_KEEP })
}

const senderOf = (text: string | undefined): Config['mailFrom'] => {
  const { name = 'Metes', named, bare } = SENDER.exec(text ?? '')?.groups ?? {}
  const address = named ?? bare
  return address === undefined ? null : { name, address }
}

const plansOf = (settings: Settings): Pick<Config, 'plans' | 'defaultPlan'> => {
  const { METES_PLANS_FILE: file, METES_DEFAULT_PLAN: defaultPlan } = settings
  const plans = file === undefined ? STANDARD_PLANS : plansOfFile(file)
  if (!Object.hasOwn(plans, defaultPlan)) {
    const names = Object.keys(plans).join(', ')
    throw new ConfigError(`METES_DEFAULT_PLAN must be one of the plans (${names}); it is "${defaultPlan}".`)
  }
  return { plans, defaultPlan }
}

const plannerOf = (settings: Settings): PlannerSettings => {
  const planner = plannerSettings(settings)
  if ('missing' in planner) throw new ConfigError(planner.missing.join('\n'))
  return planner
}

const plansOfFile = (file: string): Plans => {
  try {
    return readPlansFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`METES_PLANS_FILE: ${file} cannot be used: ${reason}.`)
  }
}

/** Settings whose values may contain secrets, and must not appear in messages. */
const SECRET_SETTINGS: readonly string[] = [
  'METES_DATABASE_URL',
  'METES_SECRET_KEY',
  'METES_BACKUP_TO',
  'METES_CATALOG_URL',
  'METES_CATALOG_SIGNING_KEY',
  'METES_REDIS_URL',
  'METES_FILES_URL',
  'METES_SMTP_URL',
  'METES_LLM_URL',
  'METES_LLM_API_KEY',
]

const sentenceOf = (name: string, message: string, given: Environment): string => {
  const fault = `${name} ${message.startsWith('must') ? message : `is not valid: ${message}`}`
  return SECRET_SETTINGS.includes(name) ? `${fault}.` : `${fault}; it is "${given[name]}".`
}

const warningsOf = (given: Environment): readonly string[] => {
  const known = [...Object.keys(SETTINGS), ...Object.keys(COMMAND_SETTINGS)]
  return Object.keys(given)
    .filter((name) => name.startsWith('METES_') && !known.includes(name))
    .map((name) => {
      const bare = name.slice('METES_'.length)
      // "METES_PORT" is nearer to METES_HOST in letters, but PORT is meant.
      const meant = known.includes(bare) ? bare : suggest(name, known)
      return `${name} is set, but no such setting exists.${meant === null ? '' : ` Did you mean ${meant}?`}`
    })
}
