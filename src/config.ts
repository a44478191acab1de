/** The settings of a running service: the one place that reads the environment, by one schema, once, frozen. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { type Environment, environment } from './environment.ts'
import { readPlansFile } from './plans-file.ts'
import { type Plans, STANDARD_PLANS } from './platform/plans.ts'
import { LOG_LEVELS, type LogLevel } from './util/log.ts'
import { nearMiss } from './util/near-miss.ts'

const MIB = 1024 * 1024

/** A whole number written out, nothing else: no sign, no exponent, no spaces. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))

const address = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    )

const isSmtpUrl = ({ hostname, pathname, search, hash, username, password }: URL): boolean => {
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return false
  try {
    decodeURIComponent(`${username}${password}`)
    return true
  } catch {
    return false
  }
}

/** An address, bare or behind a name. Without quotes and lists: one sender stays one. */
const SENDER =
  /^(?:(?<name>[^\p{Cc}"<>,;:@\\]{1,80}?) ?<(?<named>[^\s<>,;:"@]{1,64}@[\w.-]{1,189})>|(?<bare>[^\s<>,;:"@]{1,64}@[\w.-]{1,189}))$/u

const SOURCES = ['extract', 'atlas'] as const

/** Every setting, in the order of the reference page. `.describe()` is that page's text. */
export const SETTINGS = z.object({
  PORT: whole(0, 65_535).prefault('8080').describe('Port the service listens on; 0 takes any free one.'),
  METES_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address the service listens on; `0.0.0.0` or `::` for all.'),
  METES_BASE_URL: address(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which callers reach the service, as it appears in answers. Default: `http://localhost:$PORT`.',
    ),
  METES_DATA_DIR: z
    .string()
    .min(1)
    .default('./.metes')
    .describe('Directory of the catalog and of everything else that is kept.'),
  METES_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SOURCES)).min(1))
    .prefault('extract,atlas')
    .describe(
      'Sources of boundaries, comma-separated, the first goes before the others: `extract` (imported files), `atlas` (bundled).',
    ),
  METES_DATABASE_URL: address(['postgres:', 'postgresql:'])
    .optional()
    .describe('PostgreSQL 15 or newer to keep the catalog in, instead of SQLite in the data directory.'),
  METES_REDIS_URL: address(['redis:', 'rediss:'])
    .optional()
    .describe(
      'Redis to count calls a minute in, for all processes together, instead of in each for itself. While it does not answer each counts for itself.',
    ),
  METES_FILES_URL: address(['s3:'])
    .optional()
    .describe(
      'Bucket to keep exported files in, instead of the data directory: `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION`, key and secret percent-encoded; `&protocol=http` for one without TLS. Any service that speaks the S3 protocol.',
    ),
  METES_CDN_URL: address(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which exported files are public, where a CDN or a web server stands before their storage. Default: `/files` of this service.',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Key for the bucket, where `METES_FILES_URL` has none; with `AWS_SECRET_ACCESS_KEY`.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret for the bucket.'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Session token that belongs to a temporary key.'),
  AWS_REGION: z.string().optional().describe('Region of the bucket, where `METES_FILES_URL` has none.'),
  METES_PLANS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with the plans of this service, instead of `free`, `pro` and `unlimited`: `{"NAME": {"units_per_month": 1000, "calls_per_minute": 60}}`, null for no limit.',
    ),
  METES_DEFAULT_PLAN: z.string().default('free').describe('Plan of a new account; one of the plans.'),
  METES_DEVICE_CODE_TTL: whole(1, 86_400)
    .prefault('900')
    .describe('Seconds in which a person must approve the sign-in of a device.'),
  METES_SMTP_URL: address(['smtp:', 'smtps:'])
    .refine(
      (text) => isSmtpUrl(new URL(text)),
      'must have a host and nothing after it, its name and password percent-encoded',
    )
    .optional()
    .describe(
      'Mail server: `smtps://USER:PASSWORD@HOST` (port 465), or `smtp://…` (port 587, encrypted where the server can; always when there is a password), name and password percent-encoded. Without it mails are written to `outbox/` in the data directory.',
    ),
  METES_MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an address, or a name and an address: Metes <metes@example.org>')
    .optional()
    .describe(
      'Whom mails come from: `metes@example.org` or `Metes <metes@example.org>`. Default: `metes` at the host of `METES_BASE_URL`.',
    ),
  METES_PUBLIC_RATE: whole(1, 1_000_000)
    .prefault('20')
    .describe('Calls a minute that one address may make without a key.'),
  METES_TRUST_PROXY: whole(0, 16)
    .prefault('0')
    .describe(
      'Number of proxies before the service. The caller’s address is then taken from `X-Forwarded-For`, that many entries from its end; with 0 the header is not believed.',
    ),
  METES_MAX_INLINE_BYTES: whole(1, 1024 * MIB)
    .prefault(String(8 * MIB))
    .describe('Largest GeoJSON answer in bytes; of a larger polygon the answer names the file to download.'),
  METES_CACHE_BYTES: whole(0, 1024 * 1024 * MIB)
    .prefault(String(128 * MIB))
    .describe(
      'Memory for answers that are kept ready to send, in bytes; as much again for indexes of boundaries that points are tested against.',
    ),
  METES_WORKERS: whole(1, 256)
    .optional()
    .describe('Threads that prepare polygons. Default: one fewer than the machine has cores, at least one.'),
  METES_LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe('`debug` writes a line a call; `silent` writes nothing.'),
})

/** Settings of the command line; it reads them itself, as its flags go before them. */
export const COMMAND_SETTINGS: Readonly<Record<string, string>> = {
  METES_SERVER: 'Address of a running service that commands ask, instead of the data on this machine.',
  METES_API_KEY:
    'API key that commands send to that service; it goes before the one that `metes login` has kept.',
}

/** Names that are kept for what is to come. Setting one is reported, so that nobody believes that it works. */
const RESERVED: readonly string[] = [
  'METES_CONTACT',
  'METES_OVERPASS_URL',
  'METES_NOMINATIM_URL',
  'METES_PLANNER',
  'METES_LLM_URL',
  'METES_LLM_MODEL',
  'METES_LLM_API_KEY',
]

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
  readonly databaseUrl: string | null
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
  readonly maxInlineBytes: number
  readonly cacheBytes: number
  readonly workers: number
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
    sources: Object.freeze(settings.METES_SOURCES),
    databaseUrl: settings.METES_DATABASE_URL ?? null,
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
    maxInlineBytes: settings.METES_MAX_INLINE_BYTES,
    cacheBytes: settings.METES_CACHE_BYTES,
    workers: settings.METES_WORKERS ?? Math.max(1, availableParallelism() - 1),
    logLevel: settings.METES_LOG_LEVEL,
    warnings: Object.freeze(warningsOf(given)),
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
  'METES_REDIS_URL',
  'METES_FILES_URL',
  'METES_SMTP_URL',
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
      if (RESERVED.includes(name)) return `${name} is set, but this version does not use it.`
      const meant = nearMiss(name, known)
      return `${name} is set, but there is no such setting.${meant === null ? '' : ` Did you mean ${meant}?`}`
    })
}
