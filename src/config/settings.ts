/** Every setting: its name, what it may be, and what the reference page says of it. */
import { z } from 'zod'
import { LOG_LEVELS } from '../util/log.ts'

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
export const SENDER =
  /^(?:(?<name>[^\p{Cc}"<>,;:@\\]{1,80}?) ?<(?<named>[^\s<>,;:"@]{1,64}@[\w.-]{1,189})>|(?<bare>[^\s<>,;:"@]{1,64}@[\w.-]{1,189}))$/u

export const SOURCES = ['extract', 'live', 'atlas'] as const

/** Reachable: people write their address in both ways. */
const isContact = (text: string): boolean =>
  /^[^\s<>,;:"@]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(text) || /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text)

const isPlainUrl = ({ username, password, search, hash }: URL): boolean =>
  `${username}${password}${search}${hash}` === ''

const servers = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(
    z
      .array(
        address(['http:', 'https:']).refine(
          (text) => isPlainUrl(new URL(text)),
          'must have no password, query or fragment',
        ),
      )
      .min(1),
  )

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

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
    .optional()
    .describe(
      'Sources of boundaries, comma-separated, the first goes before the others: `extract` (imported files), `live` (fetched from OpenStreetMap when somebody asks), `atlas` (bundled). Default: `extract,live,atlas` where `METES_CONTACT` or `METES_OVERPASS_URL` is set, else `extract,atlas`.',
    ),
  METES_CONTACT: z
    .string()
    .refine(isContact, 'must be an email address or a web address')
    .optional()
    .describe(
      'Email or web address at which the operators of public map servers can reach you. Setting it lets Metes fetch boundaries that it does not have from OpenStreetMap’s Overpass API; without it, and without an own server, nothing leaves this machine.',
    ),
  METES_OVERPASS_URL: servers
    .optional()
    .describe(
      'Overpass servers to fetch from, comma-separated, the preferred one first: addresses of interpreters such as `https://overpass.example.org/api/interpreter`. Default: the public server, where `METES_CONTACT` is set.',
    ),
  METES_NOMINATIM_URL: servers
    .optional()
    .describe(
      'Nominatim servers to search by name, comma-separated: addresses below which `/search` lies. Default: the public server, where `METES_CONTACT` is set.',
    ),
  METES_LIVE_REQUESTS: whole(1, 1_000_000_000)
    .prefault('10000')
    .describe('Requests that all processes together may send to Overpass in a day (UTC).'),
  METES_LIVE_BYTES: whole(1, 1024 * 1024 * MIB)
    .prefault('1000000000')
    .describe('Bytes that all processes together may fetch in a day (UTC).'),
  METES_LIVE_WAIT: whole(1, 3_600)
    .prefault('60')
    .describe(
      'Seconds that a call waits for a boundary to be fetched; after them it is answered 504, and the fetch goes on for the next call.',
    ),
  METES_CACHE_TTL: whole(60, 315_360_000)
    .prefault('2592000')
    .describe(
      'Seconds after which a fetched boundary is fetched again, 30 days unless set. Until the new state is there the old one is served, marked `stale`.',
    ),
  METES_LAND_FILE: z
    .string()
    .optional()
    .describe(
      'Land polygons to clip areas by, instead of the bundled mask: a shapefile (`.shp`) or GeoJSON (`.geojson`, one feature a line `.geojsonl`) in degrees, such as `land-polygons-split-4326` of osmdata.openstreetmap.de. It is cut into tiles once, at the first start; see the guide.',
    ),
  METES_DATABASE_URL: address(['postgres:', 'postgresql:'])
    .optional()
    .describe('PostgreSQL 15 or newer to keep the catalog in, instead of SQLite in the data directory.'),
  METES_SECRET_KEY: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,200}$/,
      'must be 32 to 200 characters without spaces, such as `openssl rand -base64 32` prints',
    )
    .optional()
    .describe(
      'Secret with which codes are hashed and mails for signing in sealed: at least 32 characters, such as `openssl rand -base64 32` prints, the same for all servers of one database. Default: the content of `secret.key` in the data directory, which is made when it is needed.',
    ),
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
      'JSON file with the plans of this service, instead of `free`, `pro` and `unlimited`: `{"NAME": {"units_per_month": 1000, "calls_per_minute": 60, "file_bytes": 1073741824}}`, null for no limit; `file_bytes` may be left out.',
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
  METES_MAX_CONNECTIONS: whole(1, 1_000_000)
    .prefault('10000')
    .describe(
      'Connections that may be open at once; further ones are told to come back. The process must be allowed as many open files.',
    ),
  METES_MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000)
    .prefault('256')
    .describe(
      'Connections that one address (of IPv6 a /64) may have open at once. Not counted where `METES_TRUST_PROXY` says that all come from a proxy.',
    ),
  METES_TRUST_PROXY: whole(0, 16)
    .prefault('0')
    .describe(
      'Number of proxies before the service. The caller’s address is then taken from `X-Forwarded-For`, that many entries from its end; with 0 the header is not believed.',
    ),
  METES_MAX_INLINE_BYTES: whole(1, 1024 * MIB)
    .prefault(String(8 * MIB))
    .describe('Largest GeoJSON answer in bytes; of a larger polygon the answer names the file to download.'),
  METES_FILE_TTL: whole(60, 315_360_000)
    .prefault('2592000')
    .describe(
      'Seconds for which files of areas and unions are kept, 30 days unless set; the time is rounded up by a thirtieth at most. Files of boundaries stay.',
    ),
  METES_CACHE_BYTES: whole(0, 1024 * 1024 * MIB)
    .prefault(String(128 * MIB))
    .describe(
      'Memory for answers that are kept ready to send, in bytes; as much again for indexes of boundaries that points are tested against.',
    ),
  METES_WORKERS: whole(1, 256)
    .optional()
    .describe('Threads that prepare polygons. Default: one fewer than the machine has cores, at least one.'),
  METES_PLANNER: z
    .enum(['rules', 'llm', 'auto'])
    .default('rules')
    .describe(
      'What reads descriptions of areas: `rules` on this machine, `llm` for a language model, or `auto` for rules, and the model for what they refuse. [What goes to the model](../guide/operator.md#descriptions-read-by-a-model).',
    ),
  METES_LLM_PROVIDER: z
    .enum(['openai', 'anthropic'])
    .default('openai')
    .describe(
      'How the model is spoken to: `openai` for chat completions, which OpenAI, Ollama, vLLM and most others speak, `anthropic` for its messages.',
    ),
  METES_LLM_URL: address(['http:', 'https:'])
    .refine(
      (text) => isPlainUrl(new URL(text)),
      'must have no password, query or fragment; the key is METES_LLM_API_KEY',
    )
    .transform((text) => text.replace(/\/+$|\/(?:chat\/completions|messages)\/*$/g, ''))
    .optional()
    .describe(
      `Address below which the API of the model lies: \`https://api.openai.com/v1\`, \`http://localhost:11434/v1\`. Default for \`anthropic\`: \`${ANTHROPIC_URL}\`.`,
    ),
  METES_LLM_MODEL: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the model, as its provider calls it.'),
  METES_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be letters, digits and signs without spaces')
    .optional()
    .describe('Key for the model, where it needs one.'),
  METES_LLM_TIMEOUT: whole(1, 3_600)
    .prefault('180')
    .describe('Seconds that one description may take the model, all its calls together.'),
  METES_LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe('`debug` writes a line a call; `silent` writes nothing.'),
})

/** Settings of the command line; it reads them itself, as its flags go before them. */
export const COMMAND_SETTINGS: Readonly<Record<string, string>> = {
  METES_SERVER: 'Address of a running service that commands ask, instead of the data on this machine.',
  METES_API_KEY:
    'API key that commands send to that service; it goes before the one that `metes login` has kept. Without such a service it names the account that commands about an account are for.',
}
