/** Fetches a published file: parts that another file on this machine has are copied, the others come from the place; all are checked. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { atMost } from '../../util/limit-concurrency.ts'
import { sha256 } from '../../util/sha256.ts'
import { partsInFile, readPart } from './file-parts.ts'
import { ManifestError, PART_BYTES, type PublishedFile, partBytes } from './manifest.ts'
import type { ReadablePlace } from './place.ts'

/** A file on this machine, and the parts that it had when it was published. */
export interface LocalFile {
  readonly path: string
  readonly parts: readonly string[]
}

export interface FetchOptions {
  /** May have parts of it. */
  readonly local: LocalFile | null
  readonly signal: AbortSignal
}

const MAX_AT_ONCE = 4

/**
 * Writes the file to the path; what a killed process has left there is used. Returns the bytes that came from the place.
 *
 * @throws ManifestError if a part is missing or damaged
 */
export const fetchFile = async (
  place: ReadablePlace,
  file: PublishedFile,
  path: string,
  { local, signal }: FetchOptions,
): Promise<number> => {
  const target = await open(path, 'a', PRIVATE_FILE).then(async (created) => {
    await created.close()
    return open(path, 'r+')
  })
  const other = local === null ? null : await open(local.path).catch(() => null)
  let fetched = 0
  try {
    await target.truncate(Math.min((await target.stat()).size, file.bytes))
    const oneOf = atMost(MAX_AT_ONCE)
    const write = async (index: number): Promise<void> => {
      signal.throwIfAborted()
      const wanted = { sha256: file.parts[index], bytes: partBytes(file, index) }
      if ((await partAt(target, index, wanted)) !== null) return
      const at = local?.parts.indexOf(wanted.sha256) ?? -1
      const copied = other === null || at < 0 ? null : await partAt(other, at, wanted)
      const part = copied ?? (await readPart(place, file, index, signal))
      if (copied === null) fetched += part.length
      await writeAll(target, part, index * PART_BYTES)
    }
    // All end before the file is closed, also if one fails.
    const results = await Promise.allSettled(file.parts.map((_, index) => oneOf(() => write(index))))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    await target.sync()
  } finally {
    await target.close()
    await other?.close()
  }
  await requireHash(path, file, signal)
  return fetched
}

/** Null if the file does not have the part there. */
const partAt = async (
  handle: FileHandle,
  index: number,
  wanted: { readonly sha256: string; readonly bytes: number },
): Promise<Uint8Array | null> => {
  const part = new Uint8Array(wanted.bytes)
  let length = 0
  for (let read = -1; read !== 0 && length < part.length; length += read)
    read = (await handle.read(part, length, part.length - length, index * PART_BYTES + length)).bytesRead
  return length === part.length && sha256(part) === wanted.sha256 ? part : null
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let at = 0; at < bytes.length; )
    at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten
}

/** Reads back what was written: a disk may have lost some of it. */
const requireHash = async (path: string, file: PublishedFile, signal: AbortSignal): Promise<void> => {
  const hash = createHash('sha256')
  for await (const part of partsInFile(path)) {
    signal.throwIfAborted()
    hash.update(part)
  }
  if (hash.digest('hex') !== file.sha256)
    throw new ManifestError(
      'damaged',
      `${path} does not have the checksum of ${file.name} after it was fetched.`,
    )
}
