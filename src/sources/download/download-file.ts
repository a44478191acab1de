/**
 * Downloads one file: asks whether it has changed, resumes a part that an earlier download left, checks the disk first and the
 * checksum last, and puts the file in place atomically. What fails leaves the earlier file, and a part only if it can be resumed.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { DownloadProgress } from '../../domain/catalog/remote-extracts.ts'
import type { Clock } from '../../util/clock.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { replaceFile } from '../../util/replace-file.ts'
import { sizeText } from '../../util/size-text.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { fetchChecksum } from './checksum.ts'
import { DownloadFailed, TemporaryFailure } from './download-failed.ts'
import {
  type DownloadFolder,
  type DownloadRecord,
  type FileVersion,
  restOf,
  unlessChanged,
  versionOf,
  writeRecord,
} from './download-record.ts'
import { type HttpAnswer, type HttpClient, placeOf, refusedStatus, withAnswer } from './http-answer.ts'
import { requireFileHeaders, requirePbf } from './require-pbf.ts'

export interface DownloadOptions {
  readonly client: HttpClient
  /** An existing folder. */
  readonly folder: DownloadFolder
  readonly record: DownloadRecord
  /** Whether the catalog has the state that the record calls imported: only then is it not downloaded again. */
  readonly isInCatalog: boolean
  /** Returns the free bytes on the disk of a folder. */
  readonly freeBytes: (directory: string) => Promise<number>
  readonly clock: Pick<Clock, 'now'>
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A download goes on after so many broken connections, each of which brought it further. */
const MAX_CONNECTIONS = 5

/** Returns the record with the complete file; null if the file that was imported is still the newest. @throws DownloadFailed */
export const downloadFile = async (options: DownloadOptions): Promise<DownloadRecord | null> => {
  const { folder } = options
  let { record } = options
  for (let connections = 1; ; connections++) {
    const before = await sizeOf(folder.part)
    try {
      return await connect({ ...options, record, onRecord: (changed) => (record = changed) })
    } catch (error) {
      const mayGoOn = error instanceof TemporaryFailure && connections < MAX_CONNECTIONS
      if (!mayGoOn || (await sizeOf(folder.part)) <= before) throw error
    }
  }
}

interface ConnectOptions extends DownloadOptions {
  /** Receives the record whenever it was changed. */
  readonly onRecord: (record: DownloadRecord) => void
}

const connect = async (options: ConnectOptions): Promise<DownloadRecord | null> => {
  const { client, folder, record, isInCatalog, signal } = options
  const part = await partOf(options)
  const complete = record.file !== null && (await sizeOf(folder.file)) > 0 ? record.file : null
  const known = complete ?? (isInCatalog ? record.imported : null)
  const headers = { ...(known === null ? {} : unlessChanged(known)), ...part?.rest }
  return withAnswer(client, record.url, { headers, signal }, async (answer) => {
    const range = rangeOf(answer.headers)
    if (answer.status === 304 && known !== null) return complete === null ? null : record
    if (answer.status === 200) return takeBody(answer, options, null)
    if (answer.status === 206 && part !== null && range?.start === part.bytes)
      return takeBody(answer, options, { ...part, total: range.total })
    // The part may be complete: an earlier process was killed before it put it in place.
    if (answer.status === 416 && part !== null && range?.total === part.bytes) return finish(options, part)
    if ((answer.status === 206 || answer.status === 416) && part !== null) return restart(options)
    throw refusedStatus(answer, options.clock.now())
  })
}

interface Part {
  readonly version: FileVersion
  readonly bytes: number
  /** MD5 of these bytes. */
  readonly hash: Hash
  /** Headers that ask for the rest. */
  readonly rest: Readonly<Record<string, string>>
}

/** Returns what an earlier download left, if it can be continued. It is hashed first: meanwhile a server might close the connection. */
const partOf = async ({ folder, record }: ConnectOptions): Promise<Part | null> => {
  const bytes = await sizeOf(folder.part)
  const rest = record.part === null || bytes === 0 ? null : restOf(record.part, bytes)
  return record.part === null || rest === null
    ? null
    : { version: record.part, bytes, hash: await hashOf(folder.part), rest }
}

/** Downloads everything again: the server does not continue the part. */
const restart = async (options: ConnectOptions): Promise<DownloadRecord | null> => {
  await rm(options.folder.part, { force: true })
  return connect({ ...options, record: await changed(options, { part: null }) })
}

const finish = async (options: ConnectOptions, { version, bytes, hash }: Part): Promise<DownloadRecord> => {
  await requireChecksum(options, await checksumOf(options), hash)
  return putInPlace(options, version, bytes)
}

interface ResumedPart extends Part {
  /** Bytes of the whole file; null if the server does not say. */
  readonly total: number | null
}

const takeBody = async (
  answer: HttpAnswer,
  options: ConnectOptions,
  resumed: ResumedPart | null,
): Promise<DownloadRecord> => {
  requireFileHeaders(answer)
  const total = resumed === null ? lengthOf(answer.headers) : resumed.total
  const bytesResumed = resumed?.bytes ?? 0
  await requireSpace(options, { missing: total === null ? 0 : total - bytesResumed, size: total ?? 0 })
  const checksum = await checksumOf(options)
  const version = resumed?.version ?? versionOf(answer.headers)
  const record = resumed === null ? await changed(options, { part: version }) : options.record
  const pieces = resumed === null ? requirePbf(answer.pieces, answer) : answer.pieces
  const hash = resumed?.hash ?? createHash('md5')
  const bytes = await write(pieces, options, { hash, bytesResumed, total })
  if (total !== null && bytes < total)
    throw new TemporaryFailure(`${answer.url.host} sent only ${bytes} of ${total} bytes.`)
  await requireChecksum(options, checksum, hash)
  return putInPlace({ ...options, record }, version, bytes)
}

interface Writing {
  readonly hash: Hash
  readonly bytesResumed: number
  readonly total: number | null
}

/** Bytes between two looks at the disk, for a file of unknown size. */
const SPACE_CHECK_BYTES = 16 * 1024 * 1024

const write = async (
  pieces: AsyncIterable<Uint8Array>,
  options: ConnectOptions,
  { hash, bytesResumed, total }: Writing,
): Promise<number> => {
  const { folder, onProgress, signal } = options
  let bytes = bytesResumed
  let checkAt = bytes + SPACE_CHECK_BYTES
  const report = (): void =>
    onProgress?.({
      phase: 'downloading',
      bytesDone: bytes,
      bytesResumed,
      bytesTotal: total,
    })
  const file = await open(folder.part, bytesResumed === 0 ? 'w' : 'a', PRIVATE_FILE)
  try {
    report()
    for await (const piece of pieces) {
      signal?.throwIfAborted()
      await file.writeFile(piece)
      hash.update(piece)
      bytes += piece.length
      if (total === null && bytes >= checkAt) {
        await requireSpace(options, { missing: 0, size: bytes })
        checkAt = bytes + SPACE_CHECK_BYTES
      }
      report()
    }
    await file.sync()
    return bytes
  } catch (error) {
    // A full disk would stop everything else that stores something; the other parts cannot be continued, or are not wanted.
    if (!(error instanceof TemporaryFailure) && signal?.aborted !== true)
      await rm(folder.part, { force: true })
    throw isStorageFull(error)
      ? new DownloadFailed(`The disk of ${folder.path} is full, so ${folder.fileName} was not downloaded.`, {
          cause: error,
        })
      : error
  } finally {
    await file.close()
  }
}

/**
 * Share of the file that its import needs beside it, for its temporary file and the catalog: a fifth for the extracts of test
 * countries.
 */
const IMPORT_SHARE = 0.25

interface SpaceNeeds {
  /** Bytes to download. */
  readonly missing: number
  /** Bytes of the whole file, as far as they are known. */
  readonly size: number
}

const requireSpace = async (
  { folder, freeBytes, record }: ConnectOptions,
  { missing, size }: SpaceNeeds,
): Promise<void> => {
  const needed = missing + size * IMPORT_SHARE
  const free = await freeBytes(folder.path)
  if (free >= needed) return
  throw new DownloadFailed(
    `${placeOf(record.url)} does not fit on the disk of ${folder.path}: download and import need ${sizeText(needed)}, and ${sizeText(free)} are free. Free some, set METES_DATA_DIR to a directory on a larger disk, or import a smaller region.`,
  )
}

const checksumOf = ({ client, record, clock, signal }: ConnectOptions): Promise<string | null> =>
  fetchChecksum(client, record.url, { nowMs: clock.now(), signal })

/** Compares once more with the server's checksum if it has changed meanwhile. */
const requireChecksum = async (
  options: ConnectOptions,
  expected: string | null,
  hash: Hash,
): Promise<void> => {
  const sum = hash.digest('hex')
  if (expected === null || sum === expected || sum === (await checksumOf(options))) return
  await rm(options.folder.part, { force: true })
  throw new DownloadFailed(
    `${placeOf(options.record.url)} does not have the checksum that its server states (${sum} instead of ${expected}), so it was deleted. Try again later: the file may be changing right now.`,
  )
}

const putInPlace = async (
  options: ConnectOptions,
  version: FileVersion,
  bytes: number,
): Promise<DownloadRecord> => {
  const { folder, onProgress } = options
  const record = await changed(options, { part: null, file: version })
  await replaceFile(folder.part, folder.file)
  onProgress?.({ phase: 'downloading', bytesDone: bytes, bytesResumed: bytes, bytesTotal: bytes })
  return record
}

const changed = async (
  { folder, record, onRecord }: ConnectOptions,
  change: Partial<DownloadRecord>,
): Promise<DownloadRecord> => {
  const next = { ...record, ...change }
  await writeRecord(folder.record, next)
  onRecord(next)
  return next
}

const hashOf = async (path: string): Promise<Hash> => {
  const hash = createHash('md5')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(unlessMissing))?.size ?? 0

const lengthOf = (headers: Headers): number | null => {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Reads a range, or only its total (RFC 9110 §14.4). */
const rangeOf = (
  headers: Headers,
): { readonly start: number | null; readonly total: number | null } | null => {
  const [found, start, total] =
    /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(?:(\d{1,15})|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (found === undefined) return null
  return {
    start: start === undefined ? null : Number(start),
    total: total === undefined ? null : Number(total),
  }
}
