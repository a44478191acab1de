/** The settings of a running service: the one place that reads the environment, by the schema in `config/settings.ts`, once, frozen. */
import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import { type Plans, STANDARD_PLANS } from '../platform/plans.ts'
import type { LogLevel } from '../util/log.ts'
import { suggest } from '../util/suggest.ts'
import { type Environment, environment } from './environment.ts'
import { type LiveSettings, liveSettings } from './live-settings.ts'
import { type PlannerSettings, plannerSettings, unusedModelSettings } from './planner-settings.ts'
import { readPlansFile } from './plans-file.ts'
import { COMMAND_SETTINGS, SENDER, SETTINGS, type SOURCES } from './settings.ts'

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
  readonly baseUrl: string
  readonly dataDir: string
  readonly sources: readonly (typeof SOURCES)[number][]
  /** Null where nothing is fetched. */
  readonly live: LiveSettings | null
  /** Land polygons of the operator; null for the bundled mask. */
  readonly landFile: string | null
  readonly databaseUrl: string | null
  /** Null for the one in the data directory. */
  readonly secretKey: string | null
  /** Null where each process counts for itself. */
  readonly redisUrl: string | null
  /** `s3://…`; null for the data directory. */
  readonly filesUrl: string | null
  /** Address below which exported files are public, without a slash at its end; null for this service's own. */
  readonly cdnUrl: string | null
  /** What counts where `filesUrl` does not say it. */
  readonly s3Defaults: S3Defaults
  readonly plans: Plans
  /** One of `plans`. */
  readonly defaultPlan: string
  readonly deviceCodeTtlSeconds: number
  /** `smtp://…` or `smtps://…`; null for the outbox in the data directory. */
  readonly smtpUrl: string | null
  /** Null for an address at the service's own host. */
  readonly mailFrom: { readonly name: string; readonly address: string } | null
  readonly publicCallsPerMinute: number
  readonly trustedProxies: number
  /** Open at once. */
  readonly connections: number
  /** Of one address; null where all come from a proxy. */
  readonly connectionsPerAddress: number | null
  readonly maxInlineBytes: number
  readonly fileTtlSeconds: number
  readonly cacheBytes: number
  readonly workers: number
  readonly planner: PlannerSettings
  readonly logLevel: LogLevel
  /** What the operator should know about the environment: names that mean nothing here. */
  readonly warnings: readonly string[]
}

/** A setting that cannot be used: the message names each and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The address under which callers reach the service that listens on the port: another one than was set when that was 0. */
export const baseUrlAt = (
  { baseUrl, port: wanted }: Pick<Config, 'baseUrl' | 'port'>,
  port: number,
): string => (wanted === 0 ? baseUrl.replace(/:0$/, `:${port}`) : baseUrl)

/** Reads the settings. An empty value counts as absent: that is how Compose files and shells say "not set". */
export const readConfig = (env: Environment = environment): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = SETTINGS.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => told(String(issue.path[0]), issue.message, given)).join('\n'),
    )
  }
  const settings = parsed.data
  return Object.freeze({
    port: settings.PORT,
    host: settings.METES_HOST,
    baseUrl: settings.METES_BASE_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: settings.METES_DATA_DIR,
    ...sourcesOf(settings),
    landFile: settings.METES_LAND_FILE ?? null,
    databaseUrl: settings.METES_DATABASE_URL ?? null,
    secretKey: settings.METES_SECRET_KEY ?? null,
    redisUrl: settings.METES_REDIS_URL ?? null,
    filesUrl: settings.METES_FILES_URL ?? null,
    cdnUrl: settings.METES_CDN_URL ?? null,
    s3Defaults: Object.freeze(s3Defaults(settings)),
    ...plansOf(settings),
    deviceCodeTtlSeconds: settings.METES_DEVICE_CODE_TTL,
    smtpUrl: settings.METES_SMTP_URL ?? null,
    mailFrom: senderOf(settings.METES_MAIL_FROM),
    publicCallsPerMinute: settings.METES_PUBLIC_RATE,
    trustedProxies: settings.METES_TRUST_PROXY,
    connections: settings.METES_MAX_CONNECTIONS,
    connectionsPerAddress:
      settings.METES_TRUST_PROXY === 0 ? settings.METES_MAX_CONNECTIONS_PER_ADDRESS : null,
    maxInlineBytes: settings.METES_MAX_INLINE_BYTES,
    fileTtlSeconds: settings.METES_FILE_TTL,
    cacheBytes: settings.METES_CACHE_BYTES,
    workers: settings.METES_WORKERS ?? Math.max(1, availableParallelism() - 1),
    planner: plannerOf(settings),
    logLevel: settings.METES_LOG_LEVEL,
    warnings: Object.freeze([...warningsOf(given), ...unusedModelSettings(settings)]),
  })
}

const s3Defaults = (settings: z.output<typeof SETTINGS>): S3Defaults => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const sessionToken = settings.AWS_SESSION_TOKEN ?? null
  const complete = accessKeyId !== undefined && secretAccessKey !== undefined
  return {
    credentials: complete ? { accessKeyId, secretAccessKey, sessionToken } : null,
    region: settings.AWS_REGION ?? null,
  }
}

const sourcesOf = (settings: z.output<typeof SETTINGS>): Pick<Config, 'sources' | 'live'> => {
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

const senderOf = (text: string | undefined): Config['mailFrom'] => {
  const { name = 'Metes', named, bare } = SENDER.exec(text ?? '')?.groups ?? {}
  const address = named ?? bare
  return address === undefined ? null : { name, address }
}

const plansOf = (settings: z.output<typeof SETTINGS>): Pick<Config, 'plans' | 'defaultPlan'> => {
  const { METES_PLANS_FILE: file, METES_DEFAULT_PLAN: defaultPlan } = settings
  const plans = file === undefined ? STANDARD_PLANS : plansOfFile(file)
  if (!Object.hasOwn(plans, defaultPlan)) {
    const names = Object.keys(plans).join(', ')
    throw new ConfigError(`METES_DEFAULT_PLAN must be one of the plans (${names}); it is "${defaultPlan}".`)
  }
  return { plans, defaultPlan }
}

const plannerOf = (settings: z.output<typeof SETTINGS>): PlannerSettings => {
  const planner = plannerSettings(settings)
  if ('missing' in planner) throw new ConfigError(planner.missing.join('\n'))
  return planner
}

const plansOfFile = (file: string): Plans => {
  try {
    return readPlansFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`METES_PLANS_FILE names a file that cannot be used: ${file}: ${reason}.`)
  }
}

/** Their values may hold passwords, and messages end in logs. */
const UNTOLD: readonly string[] = [
  'METES_DATABASE_URL',
  'METES_SECRET_KEY',
  'METES_REDIS_URL',
  'METES_FILES_URL',
  'METES_SMTP_URL',
  'METES_LLM_URL',
  'METES_LLM_API_KEY',
]

const told = (name: string, message: string, given: Environment): string => {
  const fault = `${name} ${message.startsWith('must') ? message : `is not valid: ${message}`}`
  return UNTOLD.includes(name) ? `${fault}.` : `${fault}; it is "${given[name]}".`
}

const warningsOf = (given: Environment): readonly string[] => {
  const known = [...Object.keys(SETTINGS.shape), ...Object.keys(COMMAND_SETTINGS)]
  return Object.keys(given)
    .filter((name) => name.startsWith('METES_') && !known.includes(name))
    .map((name) => {
      const meant = suggest(name, known)
      return `${name} is set, but there is no such setting.${meant === null ? '' : ` Did you mean ${meant}?`}`
    })
}
