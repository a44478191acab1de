/** Answers that name a file: with `--output` the file itself is wanted, and it must be what the answer says. */
import { createHash } from 'node:crypto'
import { contentHash, keyOfAddress } from '../../domain/files/key.ts'
import type { OpenFile } from '../client/call.ts'
import { CommandFailure } from '../client/failure.ts'

export interface NamedFile {
  readonly url: string
  /** Null where the answer does not say. */
  readonly bytes: number | null
  readonly sha256: string | null
  /** The file is the answer itself, a Feature with its polygon; else it is what the answer is about. */
  readonly isAnswer: boolean
  /** What goes before the polygon, as the answer has it: the file may say less. Null for a file that is taken as it is. */
  readonly head: Uint8Array | null
}

/** An answer that only names a file is short: longer ones need not be read for it. */
const MAX_BYTES = 16 * 1024

interface ExportAnswer {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
}

/** Null for an answer that is what was asked for itself. */
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
 * Of a Feature that is too large for one answer; null for every other answer.
 * @throws CommandFailure when the answer does not say where the polygon is
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
      'The polygon is too large for the answer, which does not say where it is. Nothing was written. Ask for less with --detail.',
    )
  const key = keyOfAddress(new URL(url).pathname)
  return {
    url,
    bytes: null,
    sha256: key === null ? null : contentHash(key),
    isAnswer: true,
    head: Buffer.from(`${JSON.stringify(head).slice(0, -1)},`),
  }
}

/** As servers write it. In a text of the answer the quotation marks would be escaped. */
const NO_GEOMETRY = '"geometry":null'
const GEOMETRY = '"geometry":{'

/** The content in pieces. Fails at its end, or as soon as it is too long, when it is another than the answer says. */
export async function* contentOf(
  file: NamedFile,
  openFile: OpenFile,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  let hasGeometry = false
  let last = Buffer.alloc(0)
  for await (const piece of await openFile(file.url, signal)) {
    length += piece.length
    if (file.bytes !== null && length > file.bytes)
      throw damaged(file, `it has more than ${file.bytes} bytes`)
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
    throw damaged(file, `it ends after ${length} of ${file.bytes} bytes`)
  if (file.sha256 !== null && hash.digest('hex') !== file.sha256)
    throw damaged(file, 'its SHA-256 is another')
  if (file.isAnswer && !hasGeometry) throw damaged(file, 'it has no polygon')
}

const damaged = ({ url }: NamedFile, how: string): CommandFailure =>
  new CommandFailure(`The file at ${url} is not the one that was exported: ${how}. Nothing was written.`)

const parse = (answer: Uint8Array) => JSON.parse(new TextDecoder().decode(answer))

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
