/** All settings: names, allowed values, and the texts of the reference page. */
import { z } from 'zod'
import { addressProblem } from '../util/download-address.ts'
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

const servers = () =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').map((url) => url.trim()))])
    .pipe(
      z
        .array(address(['http:', 'https:']).refine(isPlainUrl, 'must have no password, query or fragment'))
        .min(1),
    )

/** A host as a source of Content-Security-Policy names it: no path, and a star only for subdomains. */
const ORIGIN = /^https?:\/\/(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i
const MAX_EMBED_ORIGINS = 100

/** Empty for none. */
const embedOrigins = () =>
  z
    .string()
    .transform((text): readonly string[] =>
      text === 'off' ? [] : [...new Set(text.split(',').map((origin) => origin.trim()))],
    )
    .refine(
      (origins) =>
        origins.length <= MAX_EMBED_ORIGINS &&
        (origins.join() === '*' || origins.every((origin) => ORIGIN.test(origin))),
      `must be *, off, or at most ${MAX_EMBED_ORIGINS} origins such as https://shop.example.org, without a path`,
    )

/** 32 bytes in base64url. */
const signatureKey = () =>
  z.string().regex(/^[\w-]{43}$/, 'must be a key of 43 characters, from "metes catalog create-signing-key"')

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

interface Setting<Value, Unset> {
  /** Text of the reference page. */
  readonly description: string
  /** Made only for a variable that is set: a command starts faster without sixty schemas. */
  readonly schema: () => z.ZodType<Value, string>
  readonly unset: Unset
}

const setting: {
  <Value>(description: string, schema: () => z.ZodType<Value, string>): Setting<Value, undefined>
  <Value>(
    description: string,
    schema: () => z.ZodType<Value, string>,
    unset: NoInfer<Value>,
  ): Setting<Value, Value>
} = <Value>(description: string, schema: () => z.ZodType<Value, string>, unset?: Value) => ({
  description,
  schema,
  unset,
})

/** Calls a minute of an address. In an open service only a broken program makes more. */
export const PUBLIC_RATES = { accounts: 20, open: 6_000 } as const

/** Every setting, in the order of the reference page. */
export const SETTINGS = {
  PORT: setting('Port to listen on; 0 for any free port.', () => whole(0, 65_535), 8080),
  METES_HOST: setting(
    'Address to listen on; `0.0.0.0` or `::` for all addresses.',
    () => z.string().min(1),
    '127.0.0.1',
  ),
  METES_BASE_URL: setting(
    'Public address of the service, which appears in answers. Default: `http://localhost:$PORT`.',
    () => address(['http:', 'https:']).transform((text) => text.replace(/\/+$/, '')),
  ),
  METES_DATA_DIR: setting(
    'Directory of the catalog and all other data.',
    () => z.string().min(1),
    './.metes',
  ),
  METES_SOURCES: setting(
    'Comma-separated sources of boundaries in order of precedence: `extract` (imported files), `live` (fetched from OpenStreetMap on request), `atlas` (bundled). Default: `extract,live,atlas` where `METES_CONTACT` or `METES_OVERPASS_URL` is set, else `extract,atlas`.',
    () =>
      z
        .string()
        .transform((text) => text.split(',').map((name) => name.trim()))
        .pipe(z.array(z.enum(SOURCES)).min(1)),
  ),
  METES_CONTACT: setting(
    'Email or web address at which the operators of public map servers can reach you. Setting it lets Metes fetch boundaries that it does not have from OpenStreetMap’s Overpass API; without it, and without a server of your own, nothing leaves this machine.',
    () => z.string().refine(isContact, 'must be an email address or a web address, in ASCII characters'),
  ),
  METES_OVERPASS_URL: setting(
    'Overpass servers to fetch from, comma-separated, the preferred one first: addresses of interpreters such as `https://overpass.example.org/api/interpreter`. Default: the public server, where `METES_CONTACT` is set.',
    servers,
  ),
  METES_NOMINATIM_URL: setting(
    'Nominatim servers to search by name, comma-separated: base addresses of `/search`. Default: the public server, where `METES_CONTACT` is set.',
    servers,
  ),
  METES_LIVE_REQUESTS: setting(
    'Requests that all processes together may send to map servers in a day (UTC); calls without a key may cause half of them.',
    () => whole(1, 1_000_000_000),
    10_000,
  ),
  METES_LIVE_BYTES: setting(
    'Bytes that all processes together may fetch in a day (UTC); calls without a key may cause half of them.',
    () => whole(1, 1024 * 1024 * MIB),
    1_000_000_000,
  ),
  METES_LIVE_WAIT: setting(
    'Seconds that a call waits for a boundary to be fetched. Then the answer is 504, and the fetch continues for the next call.',
    () => whole(1, 3_600),
    60,
  ),
  METES_CACHE_TTL: setting(
    'Seconds after which a fetched boundary is fetched again, 30 days unless set. Until the new version is available, the old one is served, marked `stale`.',
    () => whole(60, 315_360_000),
    2_592_000,
  ),
  METES_REGIONS_URL: setting(
    'Mirror of `https://download.geofabrik.de` from which `metes import --region` downloads: it has the index (`index-v1-nogeom.json`) and the extracts at the same paths.',
    () =>
      z
        .string()
        .refine(
          (text) => addressProblem(text) === null && isPlainUrl(text),
          'must be a URL that starts with https:// (or http:// on this machine), without password, query or fragment',
        )
        .transform((text) => text.replace(/\/+$/, '')),
  ),
  METES_REFRESH: setting(
    'Seconds after which the server downloads and imports again what `metes import` downloaded, if the file has changed: 86400 for daily. A failure is logged, and emailed to `METES_CONTACT` if that is an email address, else to the address in `METES_MAIL_FROM`. Default: never.',
    () => whole(3_600, 31_536_000),
  ),
  METES_LAND_FILE: setting(
    'Land polygons to clip areas by, instead of the bundled mask: a shapefile (`.shp`) or GeoJSON (`.geojson`, or `.geojsonl` with one feature per line) in degrees, such as `land-polygons-split-4326` of osmdata.openstreetmap.de. The first start cuts it into tiles; see the guide.',
    () => z.string(),
  ),
  METES_DATABASE_URL: setting(
    'PostgreSQL database (15 or newer) for what several machines share: accounts, units, jobs and feedback. The catalog stays in files of the data directory.',
    () => address(['postgres:', 'postgresql:']),
  ),
  METES_SECRET_KEY: setting(
    'Secret that hashes codes and encrypts queued sign-in emails: at least 32 characters, such as `openssl rand -base64 32` prints. All servers of one database need the same secret. Default: the content of `secret.key` in the data directory, which is created when needed.',
    () =>
      z
        .string()
        .regex(
          /^[\x21-\x7e]{32,200}$/,
          'must be 32 to 200 characters without spaces, such as `openssl rand -base64 32` prints',
        ),
  ),
  METES_BACKUP_TO: setting(
    'Where scheduled backups are written: a folder outside the data directory, or a bucket as in `METES_FILES_URL`. Each has a folder of its own, named after its moment. [Backups](../guide/backup.md).',
    () => z.string(),
  ),
  METES_BACKUP_SCHEDULE: setting(
    'Seconds between backups that the server writes to `METES_BACKUP_TO`: 86400 for daily. One server of all that share a database writes it. Default: only `metes backup` writes backups.',
    () => whole(3_600, 31_536_000),
  ),
  METES_BACKUP_KEEP: setting(
    'Number of scheduled backups to keep in `METES_BACKUP_TO`; older ones are deleted after each new one.',
    () => whole(1, 10_000),
    7,
  ),
  METES_CATALOG_URL: setting(
    'Where a catalog is published for several machines: a bucket as in `METES_FILES_URL`, a folder (`file:///srv/catalog`), or, for readers, either behind a web server (`https://…`). Servers follow it; `metes catalog publish` writes to it. [From one machine to several](../guide/scale.md).',
    () => address(['s3:', 'file:', 'https:', 'http:']),
  ),
  METES_CATALOG_PUBLIC_KEYS: setting(
    'Public keys of those who may publish the catalog, one or two separated by a comma, from `metes catalog create-signing-key`. Without them, only checksums protect what is published.',
    () =>
      z
        .string()
        .transform((text) => text.split(',').map((key) => key.trim()))
        .pipe(z.array(signatureKey()).max(2, 'must be at most two keys')),
    [],
  ),
  METES_CATALOG_SIGNING_KEY: setting(
    'Private key that signs what this machine publishes, from `metes catalog create-signing-key`. Set it only where you publish.',
    signatureKey,
  ),
  METES_CATALOG_KEEP: setting(
    'Number of published versions of the catalog to keep; older ones are deleted after each new one.',
    () => whole(2, 1_000),
    10,
  ),
  METES_REDIS_URL: setting(
    'Redis server that counts rate limits for all processes together. Without it, or while it does not answer, each service counts separately; its processes count together.',
    () => address(['redis:', 'rediss:']),
  ),
  METES_FILES_URL: setting(
    'Bucket for exported files, instead of the data directory: `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION`, with key and secret percent-encoded; `&protocol=http` for a server without TLS. Works with any S3-compatible service.',
    () => address(['s3:']),
  ),
  METES_CDN_URL: setting(
    'Public address of exported files, if a CDN or web server serves their storage. Default: `/files` of this service.',
    () => address(['http:', 'https:']).transform((text) => text.replace(/\/+$/, '')),
  ),
  AWS_ACCESS_KEY_ID: setting(
    'Access key for the bucket if `METES_FILES_URL` has none; requires `AWS_SECRET_ACCESS_KEY`.',
    () => z.string(),
  ),
  AWS_SECRET_ACCESS_KEY: setting('Secret key for the bucket.', () => z.string()),
  AWS_SESSION_TOKEN: setting('Session token of a temporary access key.', () => z.string()),
  AWS_REGION: setting('Region of the bucket if `METES_FILES_URL` has none.', () => z.string()),
  METES_PLANS_FILE: setting(
    'JSON file with plans to use instead of `free`, `pro` and `unlimited`: `{"NAME": {"units_per_month": 1000, "calls_per_minute": 60, "file_bytes": 1073741824}}`. Null means no limit; `file_bytes` is optional.',
    () => z.string(),
  ),
  METES_DEFAULT_PLAN: setting('Plan of new accounts.', () => z.string(), 'free'),
  METES_DEVICE_CODE_TTL: setting(
    'Seconds within which a person must approve a device sign-in.',
    () => whole(1, 86_400),
    900,
  ),
  METES_SMTP_URL: setting(
    'Mail server: `smtps://USER:PASSWORD@HOST` (port 465) or `smtp://…` (port 587, encrypted if the server supports it, always with a password), with user name and password percent-encoded. Without it, emails are written to `outbox/` in the data directory.',
    () =>
      address(['smtp:', 'smtps:']).refine(
        (text) => !URL.canParse(text) || isSmtpUrl(new URL(text)),
        'must have a host and no path, with user name and password percent-encoded',
      ),
  ),
  METES_MAIL_FROM: setting(
    'Sender of emails: `metes@example.org` or `Metes <metes@example.org>`. Default: `metes` at the host of `METES_BASE_URL`.',
    () => z.string().regex(SENDER, 'must be an address, or a name and an address: Metes <metes@example.org>'),
  ),
  METES_ACCESS: setting(
    'Who may call what costs units: `accounts` (callers with a key, or signed in on the map page), or `open` (anyone who can reach the service, without units; for a private network). [What `open` changes](../guide/operator.md#a-service-without-accounts).',
    () => z.enum(['accounts', 'open']),
    'accounts',
  ),
  METES_DEMO: setting(
    'Units an hour that all visitors of the map page without an account may use together, to try points, small unions and three descriptions each; 0 for none.',
    () => whole(0, 1_000_000_000),
    2000,
  ),
  METES_EMBED_ORIGINS: setting(
    'Sites whose pages may show the map of `/embed` in a frame: comma-separated origins such as `https://shop.example.org`, `https://*.example.org` for all subdomains, `*` for any site, `off` for none. [What a frame can do](../guide/embed.md#for-operators).',
    embedOrigins,
    ['*'],
  ),
  METES_PUBLIC_RATE: setting(
    'Calls per minute from one address without a key; on the map page, 100 ms of processor time count as one. Default: 20; 6000 where `METES_ACCESS` is `open`.',
    () => whole(1, 1_000_000),
  ),
  METES_METRICS_PORT: setting(
    'Port for [metrics](../guide/observe.md) at `/metrics`, on `METES_HOST`; 0 for any free port. Without it there are none. It needs no key, so open it to your collector only.',
    () => whole(0, 65_535),
  ),
  METES_MAX_CONNECTIONS: setting(
    'Maximum number of open connections of a process; further ones are rejected. The process must be allowed to open 256 files more (`ulimit -n`).',
    () => whole(1, 1_000_000),
    10_000,
  ),
  METES_MAX_CONNECTIONS_PER_ADDRESS: setting(
    'Maximum number of open connections of a process from one address (for IPv6, a /64). Ignored with `METES_TRUST_PROXY`, since all connections then come from the proxy.',
    () => whole(1, 1_000_000),
    256,
  ),
  METES_TRUST_PROXY: setting(
    'Number of proxies in front of the service. The caller’s address is taken from `X-Forwarded-For`, that many entries from the end. With 0 the header is ignored.',
    () => whole(0, 16),
    0,
  ),
  METES_MAX_INLINE_BYTES: setting(
    'Largest GeoJSON answer in bytes; for a larger polygon the answer names a file to download.',
    () => whole(1, 1024 * MIB),
    8 * MIB,
  ),
  METES_FILE_TTL: setting(
    'Seconds to keep files of areas and unions, 30 days by default; rounded up by 1/30 at most. Files of boundaries are kept forever.',
    () => whole(60, 315_360_000),
    2_592_000,
  ),
  METES_CACHE_BYTES: setting(
    'Memory of a process for cached answers in bytes; the indexes for point tests use up to the same amount again.',
    () => whole(0, 1024 * 1024 * MIB),
    128 * MIB,
  ),
  METES_WORKERS: setting(
    'Number of threads of a process that work on polygons. Default: the number of cores minus one, divided by the number of processes, at least one.',
    () => whole(1, 256),
  ),
  METES_PLANNER: setting(
    'What reads descriptions of areas: `rules` on this machine, `llm` (a language model), or `auto` (the rules, then the model for what they refuse). [What is sent to the model](../guide/operator.md#descriptions-read-by-a-model).',
    () => z.enum(['rules', 'llm', 'auto']),
    'rules',
  ),
  METES_LLM_PROVIDER: setting(
    'API of the model: `openai` for chat completions, which OpenAI, Ollama, vLLM and most others support; `anthropic` for its Messages API.',
    () => z.enum(['openai', 'anthropic']),
    'openai',
  ),
  METES_LLM_URL: setting(
    `Base URL of the model API: \`https://api.openai.com/v1\`, \`http://localhost:11434/v1\`. Default for \`anthropic\`: \`${ANTHROPIC_URL}\`.`,
    () =>
      address(['http:', 'https:'])
        .refine(isPlainUrl, 'must have no password, query or fragment; the key is METES_LLM_API_KEY')
        .transform((text) => text.replace(/\/+$|\/(?:chat\/completions|messages)\/*$/g, '')),
  ),
  METES_LLM_MODEL: setting('Name of the model at its provider.', () => z.string().min(1).max(200)),
  METES_LLM_API_KEY: setting('API key of the model, if it needs one.', () =>
    z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be printable ASCII characters without spaces'),
  ),
  METES_LLM_TIMEOUT: setting(
    'Maximum seconds per description, over all calls to the model.',
    () => whole(1, 3_600),
    180,
  ),
  METES_AREA_READINGS: setting(
    'Maximum readings of a description of an area that are compared; a description with more is refused.',
    () => whole(1, 1_000),
    32,
  ),
  METES_LOG_LEVEL: setting(
    'Log level. `debug` logs every call; `silent` logs nothing.',
    () => z.enum(LOG_LEVELS),
    'info',
  ),
}

type ValueOf<Of> = Of extends Setting<infer Value, infer Unset> ? Value | Unset : never
export type Settings = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> }

/** Settings of the command line, which reads them itself because its options take precedence. */
export const COMMAND_SETTINGS: Readonly<Record<string, string>> = {
  METES_SERVER: 'Address of a server that commands call instead of using the data on this machine.',
  METES_API_KEY:
    'API key that commands send to that server; it takes precedence over the key of `metes login`. Without a server, it names the account for commands about an account.',
}
