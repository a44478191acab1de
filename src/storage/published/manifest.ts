/** The manifest of a published version: which files it has, and how each is divided. Its last fields check and sign the others. */
import { z } from 'zod'
import { type FaultKind, PublishError, type PublishedVersion } from '../../platform/publishing/ports.ts'
import { sha256 } from '../../util/sha256.ts'
import { CATALOG } from '../sql/catalog/migrations.ts'
import { isSignedByOne, signText } from './signing.ts'

/** Grows when an earlier Metes would misread a manifest. */
const FORMAT = 1

/** 100,000 parts, which are 800 GB. */
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024
export const PART_BYTES = 8 * 1024 * 1024

export const CATALOG_NAME = 'catalog.db'
export const INDEX_NAME = 'catalog.index'
/** Coasts of imported extracts, named after the land mask that they belong to. */
export const COAST_NAME = /^coast-[\w-]{1,80}(?:\.[\w-]{1,80})*\.tiles$/

const HASH = z.string().regex(/^[0-9a-f]{64}$/)
export const VERSION = /^[1-9]\d{0,14}-[0-9a-f]{8}$/

const FILE = z
  .strictObject({
    name: z.string().refine((name) => name === CATALOG_NAME || name === INDEX_NAME || COAST_NAME.test(name)),
    bytes: z.int().min(0),
    sha256: HASH,
    /** SHA-256 of each part: `PART_BYTES`, and the rest. */
    parts: z.array(HASH),
  })
  .refine(({ bytes, parts }) => parts.length === Math.ceil(bytes / PART_BYTES))

const SCHEMA = z.strictObject({
  format: z.literal(FORMAT),
  metes: z.string(),
  version: z.string().regex(VERSION),
  sequence: z.int().min(1),
  published_at: z.iso.datetime(),
  rolled_back_to: z.string().nullable(),
  /** Version of the catalog's schema. */
  schema: z.int().min(1),
  /** Identity of the catalog that was published. */
  store: z.string(),
  boundaries: z.int().min(0),
  files: z
    .array(FILE)
    .max(100)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length)
    .refine((files) => [CATALOG_NAME, INDEX_NAME].every((name) => files.some((file) => file.name === name))),
})

export type Manifest = Readonly<z.infer<typeof SCHEMA>>
export type PublishedFile = Manifest['files'][number]

/** What a manifest says beside its own name. */
export type VersionContent = Omit<Manifest, 'format' | 'version'>

/** The reason is that of a node: see `FAULT_TEXTS`. */
export class ManifestError extends PublishError {
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export const newManifest = ({ metes, ...content }: VersionContent): Manifest => ({
  format: FORMAT,
  metes,
  version: nameOf(content),
  ...content,
})

const nameOf = ({ sequence, files }: Pick<VersionContent, 'sequence' | 'files'>): string =>
  `${sequence}-${sha256(files.map((file) => file.sha256).join()).slice(0, 8)}`

/** @param signingKey null for checksums only */
export const manifestText = (manifest: Manifest, signingKey: string | null): string => {
  const content = JSON.stringify(manifest)
  const signature = signingKey === null ? null : signText(content, signingKey)
  return `${JSON.stringify({ ...manifest, sha256: sha256(content), signature })}\n`
}

/**
 * @param publicKeys one of which must have signed it; empty for checksums only
 * @param place for messages
 * @throws ManifestError
 */
export const readManifest = (bytes: Uint8Array, publicKeys: readonly string[], place: string): Manifest => {
  const { sha256: checksum, signature, ...content } = objectOf(bytes) ?? {}
  if (typeof content.format === 'number' && content.format > FORMAT)
    throw newer(
      place,
      content.metes,
      `has format ${content.format}; this Metes reads formats up to ${FORMAT}`,
    )
  const text = JSON.stringify(content)
  const { data } = SCHEMA.safeParse(content)
  // The order of fields is that of the text, so what is parsed and written again has the same checksum.
  if (data === undefined || checksum !== sha256(text) || nameOf(data) !== data.version)
    throw new ManifestError(
      'damaged',
      `The manifest in ${place} is damaged, or was changed after it was written. Publish again.`,
    )
  if (publicKeys.length > 0 && !(typeof signature === 'string' && isSignedByOne(text, signature, publicKeys)))
    throw new ManifestError(
      'unsigned',
      signature === null
        ? `The manifest in ${place} is not signed, and METES_CATALOG_PUBLIC_KEYS is set. Set METES_CATALOG_SIGNING_KEY where you publish, and publish again.`
        : `The manifest in ${place} is not signed by a key of METES_CATALOG_PUBLIC_KEYS.`,
    )
  if (data.schema > CATALOG.migrations.length)
    throw newer(
      place,
      data.metes,
      `has version ${data.schema} of the catalog; this Metes knows versions up to ${CATALOG.migrations.length}`,
    )
  return data
}

export const fileNamed = ({ files }: Manifest, name: string): PublishedFile =>
  files.find((file) => file.name === name)!

/** The parts of all files, each once. */
export const partsOf = ({ files }: Pick<Manifest, 'files'>): ReadonlySet<string> =>
  new Set(files.flatMap(({ parts }) => parts))

/** Bytes of one of the parts. */
export const partBytes = ({ bytes }: PublishedFile, index: number): number =>
  Math.min(PART_BYTES, bytes - index * PART_BYTES)

export const versionOf = (manifest: Manifest, current: string | null): PublishedVersion => ({
  version: manifest.version,
  sequence: manifest.sequence,
  publishedAt: manifest.published_at,
  boundaries: manifest.boundaries,
  bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  rolledBackTo: manifest.rolled_back_to,
  isCurrent: manifest.version === current,
})

const newer = (place: string, metes: unknown, what: string): ManifestError =>
  new ManifestError(
    'newer_format',
    `The catalog in ${place} ${what}. It was published by Metes ${String(metes)}: install that version or a later one.`,
  )

const objectOf = (bytes: Uint8Array): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}
