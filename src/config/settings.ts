/** All settings: names, allowed values, and the texts of the reference page. */
import { z } from 'zod'
import { LOG_LEVELS } from '../util/log.ts'

const MIB = 1024 * 1024

/** A decimal integer without sign, exponent or spaces. */
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

/** A mail address with an optional name. Quotes and lists are not allowed, so there is exactly one sender. */
export const SENDER =
  /^(?:(?<name>[^\p{Cc}"<>,;:@\\]{1,80}?) ?<(?<named>[^\s<>,;:"@]{1,64}@[\w.-]{1,189})>|(?<bare>[^\s<>,;:"@]{1,64}@[\w.-]{1,189}))$/u

export const SOURCES = ['extract', 'live', 'atlas'] as const

/** Accepts a mail address or a web address. It is sent in a header, which allows only ASCII. */
const isContact = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) &&
  (/^[^\s<>,;:"@]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(text) || /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text))

/** True also for a text that is not a URL, which another check reports. */
const isPlainUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url === null || `${url.username}${url.password}${url.search}${url.hash}` === ''
}

const servers = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((url) => url.trim()))])
  .pipe(
    z
      .array(address(['http:', 'https:']).refine(isPlainUrl, 'must have no password, query or fragment'))
      .min(1),
  )

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** Every setting, in the order of the reference page, whose texts are the `.describe()` strings. */
export const SETTINGS = z.object({
  PORT: whole(0, 65_535).prefault('8080').describe('Port to listen on; 0 for any free port.'),
  METES_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` or `::` for all addresses.'),
  METES_BASE_URL: address(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe('Public address of the service, which appears in answers. Default: `http://localhost:$PORT`.'),
  METES_DATA_DIR: z
    .string()
    .min(1)
    .default('./.metes')
    .describe('Directory of the catalog and all other data.'),
  METES_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SOURCES)).min(1))
    .optional()
    .describe(
      'Comma-separated sources of boundaries in order of precedence: `extract` (imported files), `live` (fetched from OpenStreetMap on request), `atlas` (bundled). Default: `extract,live,atlas` where `METES_CONTACT` or `METES_OVERPASS_URL` is set, else `extract,atlas`.',
    ),
  METES_CONTACT: z
    .string()
    .refine(isContact, 'must be an email address or a web address, in ASCII characters')
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
    .describe(
      'Requests that all processes together may send to map servers in a day (UTC); calls without a key may cause half of them.',
    ),
  METES_LIVE_BYTES: whole(1, 1024 * 1024 * MIB)
    .prefault('1000000000')
    .describe(
      'Bytes that all processes together may fetch in a day (UTC); calls without a key may cause half of them.',
    ),
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
      'Land polygons to clip areas by, instead of the bundled mask: a shapefile (`.shp`) or GeoJSON (`.geojson`, or `.geojsonl` with one feature per line) in degrees, such as `land-polygons-split-4326` of osmdata.openstreetmap.de. The first start cuts it into tiles; see the guide.',
    ),
  METES_DATABASE_URL: address(['postgres:', 'postgresql:'])
    .optional()
    .describe('PostgreSQL database (15 or newer) to use instead of SQLite in the data directory.'),
  METES_SECRET_KEY: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,200}$/,
      'must be 32 to 200 characters without spaces, such as `openssl rand -base64 32` prints',
    )
    .optional()
    .describe(
      'Secret that hashes codes and encrypts queued sign-in emails: at least 32 characters, such as `openssl rand -base64 32` prints. All servers of one database need the same secret. Default: the content of `secret.key` in the data directory, which is created when needed.',
    ),
  METES_REDIS_URL: address(['redis:', 'rediss:'])
    .optional()
    .describe(
      'Redis server that counts rate limits for all processes together. Without it, or while it does not answer, each process counts separately.',
    ),
  METES_FILES_URL: address(['s3:'])
    .optional()
    .describe(
      'Bucket for exported files, instead of the data directory: `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION`, with key and secret percent-encoded; `&protocol=http` for a server without TLS. Works with any S3-compatible service.',
    ),
  METES_CDN_URL: address(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Public address of exported files, if a CDN or web server serves their storage. Default: `/files` of this service.',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key for the bucket if `METES_FILES_URL` has none; requires `AWS_SECRET_ACCESS_KEY`.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key for the bucket.'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Session token of a temporary access key.'),
  AWS_REGION: z.string().optional().describe('Region of the bucket if `METES_FILES_URL` has none.'),
  METES_PLANS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with plans to use instead of `free`, `pro` and `unlimited`: `{"NAME": {"units_per_month": 1000, "calls_per_minute": 60, "file_bytes": 1073741824}}`. Null means no limit; `file_bytes` is optional.',
    ),
  METES_DEFAULT_PLAN: z.string().default('free').describe('Plan of new accounts.'),
  METES_DEVICE_CODE_TTL: whole(1, 86_400)
    .prefault('900')
    .describe('Seconds in which a person must approve a device sign-in.'),
  METES_SMTP_URL: address(['smtp:', 'smtps:'])
    .refine(
      (text) => !URL.canParse(text) || isSmtpUrl(new URL(text)),
      'must have a host and nothing after it, with user name and password percent-encoded',
    )
    .optional()
    .describe(
      'Mail server: `smtps://USER:PASSWORD@HOST` (port 465) or `smtp://…` (port 587, encrypted if the server supports it, always with a password), with user name and password percent-encoded. Without it, emails are written to `outbox/` in the data directory.',
    ),
  METES_MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an address, or a name and an address: Metes <metes@example.org>')
    .optional()
    .describe(
      'Sender of emails: `metes@example.org` or `Metes <metes@example.org>`. Default: `metes` at the host of `METES_BASE_URL`.',
    ),
  METES_ACCESS: z
    .enum(['accounts', 'open'])
    .default('accounts')
    .describe(
      'Who may call what costs units: `accounts` (callers with a key, or signed in on the map page), or `open` (everybody who reaches the service, without units; for a network of your own). [What `open` changes](../guide/operator.md#a-service-without-accounts).',
    ),
  METES_DEMO: whole(0, 1_000_000_000)
    .prefault('2000')
    .describe(
      'Units an hour that all visitors of the map page without an account may use together, to try points, small unions and three descriptions each; 0 for none.',
    ),
  METES_PUBLIC_RATE: whole(1, 1_000_000)
    .optional()
    .describe(
      'Calls per minute from one address without a key; on the map page, 50 ms of processor time count as one. Default: 20; 6000 where `METES_ACCESS` is `open`.',
    ),
  METES_MAX_CONNECTIONS: whole(1, 1_000_000)
    .prefault('10000')
    .describe(
      'Maximum number of open connections; further ones are rejected. The process must be allowed as many open files.',
    ),
  METES_MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000)
    .prefault('256')
    .describe(
      'Maximum number of open connections from one address (for IPv6, a /64). Ignored with `METES_TRUST_PROXY`, since all connections then come from the proxy.',
    ),
  METES_TRUST_PROXY: whole(0, 16)
    .prefault('0')
    .describe(
      'Number of proxies in front of the service. The caller’s address is taken from `X-Forwarded-For`, that many entries from the end. With 0 the header is ignored.',
    ),
  METES_MAX_INLINE_BYTES: whole(1, 1024 * MIB)
    .prefault(String(8 * MIB))
    .describe('Largest GeoJSON answer in bytes; for a larger polygon the answer names a file to download.'),
  METES_FILE_TTL: whole(60, 315_360_000)
    .prefault('2592000')
    .describe(
      'Seconds to keep files of areas and unions, 30 days by default; rounded up by 1/30 at most. Files of boundaries are kept forever.',
    ),
  METES_CACHE_BYTES: whole(0, 1024 * 1024 * MIB)
    .prefault(String(128 * MIB))
    .describe(
      'Memory for cached answers in bytes; the indexes for point tests use up to the same amount again.',
    ),
  METES_WORKERS: whole(1, 256)
    .optional()
    .describe(
      'Number of threads that process polygons. Default: the number of cores minus one, at least one.',
    ),
  METES_PLANNER: z
    .enum(['rules', 'llm', 'auto'])
    .default('rules')
    .describe(
      'What reads descriptions of areas: `rules` on this machine, `llm` (a language model), or `auto` (the rules, then the model for what they refuse). [What is sent to the model](../guide/operator.md#descriptions-read-by-a-model).',
    ),
  METES_LLM_PROVIDER: z
    .enum(['openai', 'anthropic'])
    .default('openai')
    .describe(
      'API of the model: `openai` for chat completions, which OpenAI, Ollama, vLLM and most others support; `anthropic` for its Messages API.',
    ),
  METES_LLM_URL: address(['http:', 'https:'])
    .refine(isPlainUrl, 'must have no password, query or fragment; the key is METES_LLM_API_KEY')
    .transform((text) => text.replace(/\/+$|\/(?:chat\/completions|messages)\/*$/g, ''))
    .optional()
    .describe(
      `Base URL of the model API: \`https://api.openai.com/v1\`, \`http://localhost:11434/v1\`. Default for \`anthropic\`: \`${ANTHROPIC_URL}\`.`,
    ),
  METES_LLM_MODEL: z.string().min(1).max(200).optional().describe('Name of the model at its provider.'),
  METES_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be printable ASCII characters without spaces')
    .optional()
    .describe('API key of the model, if it needs one.'),
  METES_LLM_TIMEOUT: whole(1, 3_600)
    .prefault('180')
    .describe('Maximum seconds per description, over all calls to the model.'),
  METES_LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe('Log level. `debug` logs every call; `silent` logs nothing.'),
})

/** Settings of the command line, which reads them itself because its options take precedence. */
export const COMMAND_SETTINGS: Readonly<Record<string, string>> = {
  METES_SERVER: 'Address of a server that commands call instead of using the data on this machine.',
  METES_API_KEY:
    'API key that commands send to that server; it takes precedence over the key of `metes login`. Without a server, it names the account for commands about an account.',
}
