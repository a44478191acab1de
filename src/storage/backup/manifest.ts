/**
 * `backup.json`: what a backup consists of. It is written last, so a place without it holds no complete backup, and its last field is
 * the checksum of the others.
 */
import { z } from 'zod'
import { BackupError, type BackupSummary } from '../../platform/backup/ports.ts'
import { sha256 } from '../../util/sha256.ts'
import { ACCOUNTS } from '../sql/accounts/migrations/index.ts'
import { CATALOG } from '../sql/catalog/migrations.ts'
import { UNITS } from '../sql/units/migrations.ts'

export const MANIFEST = 'backup.json'

/** Grows when an earlier Metes would misread a backup. */
const FORMAT = 1

/** Below the data directory, with `/` on every system. Never outside it: no part is empty or begins with a dot. */
const PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

const HASH = z.string().regex(/^[0-9a-f]{64}$/)

const SCHEMA = z.strictObject({
  format: z.literal(FORMAT),
  metes: z.string(),
  created_at: z.string(),
  database: z.enum(['sqlite', 'postgresql']),
  /** Versions of the schemas, by component. */
  schemas: z.record(z.string(), z.number()),
  rows: z.record(z.string(), z.record(z.string(), z.number())),
  has_secret_key: z.boolean(),
  leaves_out_bucket: z.boolean(),
  files: z.array(z.strictObject({ path: z.string().regex(PATH), bytes: z.int().min(0), sha256: HASH })),
})

export type Manifest = Readonly<z.infer<typeof SCHEMA>>
export type BackupFile = Manifest['files'][number]

export const manifestText = (manifest: Omit<Manifest, 'format'>): string => {
  const content = { format: FORMAT, ...manifest }
  return `${JSON.stringify({ ...content, sha256: checksumOf(content) }, null, 2)}\n`
}

/** @throws BackupError if a newer Metes wrote it, or if it was changed */
export const readManifest = (text: string, place: string): Manifest => {
  const { sha256: expected, ...content } = objectOf(text) ?? {}
  if (typeof content.format === 'number' && content.format > FORMAT)
    throw new BackupError(
      `The backup in ${place} has format ${content.format}; this Metes reads formats up to ${FORMAT}. ${newerAdvice(content.metes)}`,
    )
  const { data } = SCHEMA.safeParse(content)
  if (data === undefined || expected !== checksumOf(content))
    throw new BackupError(
      `${MANIFEST} in ${place} was changed or damaged after it was written. Use another backup.`,
    )
  refuseNewerSchemas(data, place)
  return data
}

/** Epoch milliseconds at which it was made, also by a newer Metes; NaN if that cannot be read. */
export const momentIn = (text: string): number => Date.parse(String(objectOf(text)?.created_at))

const KNOWN_SCHEMAS: Readonly<Record<string, number>> = Object.fromEntries(
  [ACCOUNTS, CATALOG, UNITS].map(({ name, migrations }) => [name, migrations.length]),
)

const refuseNewerSchemas = ({ schemas, metes }: Manifest, place: string): void => {
  for (const [component, version] of Object.entries(schemas)) {
    if (version <= (KNOWN_SCHEMAS[component] ?? 0)) continue
    throw new BackupError(
      `The backup in ${place} has version ${version} of the ${component} schema; this Metes knows versions up to ${KNOWN_SCHEMAS[component] ?? 0}. ${newerAdvice(metes)}`,
    )
  }
}

const newerAdvice = (version: unknown): string =>
  `It was made by Metes ${String(version)}: install that version or a later one.`

const objectOf = (text: string): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The order of fields is that of the text, so a manifest that is parsed and written again has the same checksum. */
const checksumOf = (content: object): string => sha256(JSON.stringify(content))

export const bytesOf = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

export const summaryOf = (manifest: Omit<Manifest, 'format'>, place: string): BackupSummary => ({
  place,
  createdAt: manifest.created_at,
  bytes: bytesOf(manifest),
  files: manifest.files.length,
  rows: manifest.rows,
  hasSecretKey: manifest.has_secret_key,
  leavesOutBucket: manifest.leaves_out_bucket,
})
