/** Answers with the address of a file: `--output` writes the file itself after verifying that it matches the answer. */
import { createHash } from 'node:crypto'
import { contentHash, extensionOf, type FileKey, keyOfAddress } from '../../domain/files/stored-file-name.ts'
import type { OpenFile } from './command-call.ts'
import { CommandFailure } from './command-failure.ts'

export interface NamedFile {
  readonly url: string
  /** Null if the answer does not say. */
  readonly bytes: number | null
  readonly sha256: string | null
  /** True if the file replaces the answer: a Feature with its polygon. */
  readonly isAnswer: boolean
  /**
   * Start of the output up to the polygon, from the answer, because the file may have fewer properties. Null to use the file
   * unchanged.
   */
  readonly head: Uint8Array | null
}

/** Answers with the address of a file are short; longer ones are not parsed for it. */
const MAX_BYTES = 16 * 1024

interface ExportAnswer {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
}

/** Returns the file of an export; null for any other answer. */
export const exportedFile = (answer: Uint8Array): NamedFile | null => {
  if (answer.length > MAX_BYTES) return null
  const { url, bytes, sha256 }: Partial<ExportAnswer> = parse(answer) ?? {}
  return typeof url === 'string' && typeof bytes === 'number' && typeof sha256 === 'string'
    ? { url, bytes, sha256, isAnswer: false, head: null }
    : null
}

interface FeatureAnswer {
  readonly type: string
  readonly geometry: object | null
  readonly download_url: string
  readonly download_expires_at?: string
}

/**
 * Returns the file of a Feature whose polygon is too large for the answer; null for any other answer.
 *
 * @throws CommandFailure if the answer has no address of the file
 */
export const fileOfFeature = (answer: Uint8Array): NamedFile | null => {
  if (!asBuffer(answer).includes(NO_GEOMETRY)) return null
  const {
    geometry,
    download_url: url,
    download_expires_at: _,
    ...head
  }: Partial<FeatureAnswer> = parse(answer) ?? {}
  if (head.type !== 'Feature' || geometry !== null) return null
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new CommandFailure(
      'The polygon is too large for the answer, and the answer names no file. Nothing was written. Ask for less with --detail.',
    )
  const key = keyOfAddress(new URL(url).pathname)
  return {
    url,
    bytes: null,
    sha256: key === null ? null : contentHash(key),
    isAnswer: true,
    head: isGeoJsonFile(key) ? Buffer.from(`${JSON.stringify(head).slice(0, -1)},`) : null,
  }
}

/** A file in another format is not the Feature of the answer. */
const isGeoJsonFile = (key: FileKey | null): boolean => key === null || extensionOf(key) === 'geojson'

/** Matches the JSON that servers write. Inside a string the quotation marks would be escaped. */
const NO_GEOMETRY = '"geometry":null'
const GEOMETRY = '"geometry":{'

export interface ContentOptions {
  readonly openFile: OpenFile
  readonly signal: AbortSignal
  /** Whether what is read is used at once, even if the file turns out to be damaged. */
  readonly isStreamed: boolean
}

/** Streams the content. Throws when its length or hash does not match the answer. */
export async function* checkedContent(
  file: NamedFile,
  { openFile, signal, isStreamed }: ContentOptions,
): AsyncIterable<Uint8Array> {
  const damaged = (how: string): CommandFailure =>
    new CommandFailure(
      `The file at ${file.url} does not match the answer: ${how}. ${isStreamed ? 'Do not use what was written.' : 'Nothing was written.'}`,
    )
  const hash = createHash('sha256')
  let length = 0
  let hasGeometry = false
  let last = Buffer.alloc(0)
  for await (const piece of await openFile(file.url, signal)) {
    length += piece.length
    if (file.bytes !== null && length > file.bytes) throw damaged(`it has more than ${file.bytes} bytes`)
    hash.update(piece)
    if (hasGeometry || file.head === null) {
      yield piece
      continue
    }
    const seen = Buffer.concat([last, piece])
    const start = seen.indexOf(GEOMETRY)
    hasGeometry = start !== -1
    if (hasGeometry) {
      yield file.head
      yield seen.subarray(start)
    } else last = seen.subarray(-GEOMETRY.length)
  }
  if (file.bytes !== null && length < file.bytes)
    throw damaged(`it ends after ${length} of ${file.bytes} bytes`)
  if (file.sha256 !== null && hash.digest('hex') !== file.sha256) throw damaged('its SHA-256 differs')
  if (file.head !== null && !hasGeometry) throw damaged('it has no polygon')
}

const parse = (answer: Uint8Array) => JSON.parse(new TextDecoder().decode(answer))

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
