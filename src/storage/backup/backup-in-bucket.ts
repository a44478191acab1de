/**
 * A backup in a bucket. Files are stored in parts of a fixed size, so that any size is possible and a failed request repeats little:
 * `catalog.db/00000`, `catalog.db/00001` …
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { FileStoreError } from '../../domain/files/ports.ts'
import { BackupError } from '../../platform/backup/ports.ts'
import { isBackupName } from '../../platform/backup/schedule.ts'
import type { Clock } from '../../util/clock.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { freeBytes } from '../../util/probe-space.ts'
import { Scratch } from '../../util/scratch-files.ts'
import { sizeText } from '../../util/size-text.ts'
import { createS3Client, DEFAULT_RETRIES, type S3Retries } from '../files/s3-client.ts'
import type { S3Bucket } from '../files/s3-url.ts'
import { MANIFEST } from './manifest.ts'
import type { BackupPlace } from './place.ts'

const PART_BYTES = 16 * 1024 * 1024

/** Attempts to read a part whose connection breaks in the middle. */
const READ_ATTEMPTS = 3

export const bucketPlace = (
  bucket: S3Bucket,
  clock: Clock,
  retries: S3Retries = DEFAULT_RETRIES,
): BackupPlace => {
  const send = createS3Client(bucket, clock, retries)
  const name = bucket.address.replace(/^https?:/, 's3:').replace(/\/$/, '')
  const scratch = new Scratch()
  const drafts = new Map<string, string>()

  const put = async (key: string, body: Uint8Array): Promise<void> => {
    const answer = await send({ method: 'PUT', key, body, expected: [200, 201] })
    answer.resume()
  }
  const remove = async (key: string): Promise<void> => {
    const answer = await send({ method: 'DELETE', key, expected: [200, 204, 404] })
    answer.resume()
  }
  const keysAfter = async (key: string): Promise<readonly string[]> => {
    const answer = await send({ method: 'GET', key: '', listAfter: key, expected: [200] })
    return listedKeys(await text(answer), bucket)
  }
  /** Null if there is no such object. */
  const get = async (key: string): Promise<Uint8Array | null> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await send({ method: 'GET', key, headers: AS_STORED, expected: [200, 404] })
      if (answer.statusCode === 404) {
        answer.resume()
        return null
      }
      try {
        return await buffer(answer)
      } catch (error) {
        if (attempt === READ_ATTEMPTS)
          throw new FileStoreError(`The file storage broke off in the middle of ${name}/${key}.`, {
            cause: error,
          })
      }
    }
  }

  async function* folderNames(): AsyncGenerator<string> {
    for (let keys = await keysAfter(''); keys.length > 0; ) {
      const isInFolder = keys[0].includes('/')
      const first = keys[0].split('/')[0]
      if (isInFolder) yield first
      // All further keys of the same folder are skipped: "0" follows "/".
      keys = await keysAfter(isInFolder ? `${first}0` : keys[0])
    }
  }
  const manifestAt = async (folder: string): Promise<string | null> => {
    const bytes = await get(`${folder}${MANIFEST}`)
    return bytes === null ? null : new TextDecoder().decode(bytes)
  }

  const removeAll = async (): Promise<void> => {
    await remove(MANIFEST)
    for (let keys = await keysAfter(''); keys.length > 0; keys = await keysAfter(keys.at(-1)!))
      for (const key of keys) await remove(key)
  }

  return {
    name,

    create: async ({ largestFile }) => {
      const found = await keysAfter('')
      if (found.length > 0)
        throw new BackupError(
          `${name} is not empty: it holds ${found.includes(MANIFEST) ? 'a backup' : found[0]}. Name a new prefix for the backup.`,
        )
      const directory = scratch.directory()
      const free = await freeBytes(directory)
      if (free < largestFile)
        throw new BackupError(
          `Files of up to ${sizeText(largestFile)} are made in ${directory} before they are sent, and its disk has ${sizeText(free)} free. Free some space, or set TMPDIR to a folder on another disk.`,
        )
    },

    draft: async (path) => {
      const file = scratch.path()
      drafts.set(path, file)
      await (await open(file, 'wx', PRIVATE_FILE)).close()
      return file
    },

    store: async (path, { onBytes, signal }) => {
      const file = drafts.get(path)!
      const hash = createHash('sha256')
      let bytes = 0
      let part = 0
      for await (const piece of partsOf(file)) {
        signal?.throwIfAborted()
        hash.update(piece)
        await put(partKey(path, part++), piece)
        bytes += piece.length
        onBytes(piece.length)
      }
      await rm(file)
      drafts.delete(path)
      return { path, bytes, sha256: hash.digest('hex') }
    },

    complete: (manifest) => put(MANIFEST, Buffer.from(manifest)),

    discard: removeAll,

    manifest: () => manifestAt(''),

    read: async function* ({ path, bytes }) {
      for (let part = 0; part * PART_BYTES < bytes; part++) {
        const piece = await get(partKey(path, part))
        if (piece === null)
          throw Object.assign(new Error(`${name}/${partKey(path, part)} is missing.`), { code: 'ENOENT' })
        yield piece
      }
    },

    children: async () => {
      const found: { name: string; isComplete: boolean }[] = []
      for await (const name of folderNames()) {
        if (!isBackupName(name)) continue
        const answer = await send({ method: 'HEAD', key: `${name}/${MANIFEST}`, expected: [200, 404] })
        answer.resume()
        found.push({ name, isComplete: answer.statusCode === 200 })
      }
      return found
    },

    otherManifests: async () => {
      const found = new Map<string, string>()
      for await (const name of folderNames()) {
        const text = isBackupName(name) ? null : await manifestAt(`${name}/`)
        if (text !== null) found.set(name, text)
      }
      return found
    },

    remove: removeAll,

    close: () => scratch.remove(),
  }
}

const AS_STORED = { 'accept-encoding': 'identity' }

const partKey = (path: string, part: number): string => `${path}/${String(part).padStart(5, '0')}`

/** Yields the content in parts that are full, except for the last one. */
async function* partsOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    for (;;) {
      const part = new Uint8Array(PART_BYTES)
      let length = 0
      for (let read = -1; read !== 0 && length < PART_BYTES; length += read)
        read = (await handle.read(part, length, PART_BYTES - length)).bytesRead
      if (length > 0) yield part.subarray(0, length)
      if (length < PART_BYTES) return
    }
  } finally {
    await handle.close()
  }
}

/** Returns the keys in the document of a listing, without the prefix of the backup. */
const listedKeys = (document: string, { address }: S3Bucket): readonly string[] => {
  const prefix = decodeURIComponent(new URL(address).pathname).split('/').slice(2).join('/')
  return Array.from(document.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key]) => key.slice(prefix.length))
}
