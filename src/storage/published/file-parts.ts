/** Divides files into parts, sends those that a place lacks, and reads them back, each checked. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { sha256 } from '../../util/sha256.ts'
import { ManifestError, PART_BYTES, type PublishedFile, partBytes } from './manifest.ts'
import { ObjectTooLarge, type PublishedPlace, partKey, type ReadablePlace } from './place.ts'

/** Yields the parts of a file on this machine; each is valid until the next is requested. */
export async function* partsInFile(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    const room = new Uint8Array(PART_BYTES)
    for (;;) {
      let length = 0
      for (let read = -1; read !== 0 && length < PART_BYTES; length += read)
        read = (await handle.read(room, length, PART_BYTES - length)).bytesRead
      if (length > 0) yield room.subarray(0, length)
      if (length < PART_BYTES) return
    }
  } finally {
    await handle.close()
  }
}

export const describeFile = async (
  name: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<PublishedFile> => {
  const hash = createHash('sha256')
  const parts: string[] = []
  let bytes = 0
  for await (const part of partsInFile(path)) {
    signal?.throwIfAborted()
    hash.update(part)
    parts.push(sha256(part))
    bytes += part.length
  }
  return { name, bytes, sha256: hash.digest('hex'), parts }
}

interface UploadOptions {
  readonly onBytes: (count: number) => void
  readonly beforeEach: () => void
}

/** Sends the parts that the place lacks, or has with another size. Returns the bytes sent. */
export const uploadParts = async (
  place: PublishedPlace,
  path: string,
  file: PublishedFile,
  { onBytes, beforeEach }: UploadOptions,
): Promise<number> => {
  let sent = 0
  let index = 0
  for await (const part of partsInFile(path)) {
    beforeEach()
    const key = partKey(file.parts[index++])
    if ((await place.size(key)) !== part.length) {
      await place.write(key, part)
      sent += part.length
    }
    onBytes(part.length)
  }
  return sent
}

/** @throws ManifestError if the part is missing or damaged */
export const readPart = async (
  place: ReadablePlace,
  file: PublishedFile,
  index: number,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const hash = file.parts[index]
  const key = partKey(hash)
  const maxBytes = partBytes(file, index)
  const found = await place.read(key, { maxBytes, signal }).catch((error: Error) => {
    if (error instanceof ObjectTooLarge) throw damaged(place, key, file)
    throw error
  })
  if (found === null)
    throw new ManifestError('damaged', `${place.name}/${key}, a part of ${file.name}, is missing.`)
  if (found === 'unchanged' || found.bytes.length !== maxBytes || sha256(found.bytes) !== hash)
    throw damaged(place, key, file)
  return found.bytes
}

/** Yields the content of a published file, each part checked. */
export async function* readParts(
  place: ReadablePlace,
  file: PublishedFile,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < file.parts.length; index++) yield await readPart(place, file, index, signal)
}

const damaged = ({ name }: ReadablePlace, key: string, file: PublishedFile): ManifestError =>
  new ManifestError('damaged', `${name}/${key}, a part of ${file.name}, does not have its checksum.`)
