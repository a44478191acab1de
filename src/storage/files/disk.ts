/**
 * Files on disk: `<directory>/ab/cd/abcd….geojson`, and beside each its metadata in `….geojson.meta`, so that a plain web
 * server that runs as the same user can serve the same directory. Files are written atomically. Several processes may share
 * the directory.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { EXPIRING, type FileKey } from '../../domain/files/key.ts'
import {
  type ByteRange,
  type FileContent,
  type FileFacts,
  type FileHead,
  type FileStore,
  FileStoreError,
} from '../../domain/files/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../util/file-modes.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import type { Random } from '../../util/random.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'

/** A temporary file that is older belongs to a dead process: writing takes seconds. */
const LEFTOVER_AFTER_MS = 60 * 60 * 1000

const PIECE_BYTES = 256 * 1024

export interface DiskFilesOptions {
  readonly directory: string
  readonly clock: Clock
  readonly random: Random
}

/** Creates the directory if it is missing, and deletes the leftovers of killed processes. */
export const openDiskFiles = async (options: DiskFilesOptions): Promise<FileStore> => {
  const files = new DiskFiles(options)
  await files.check()
  await files.removeLeftovers()
  await files.removeExpired(options.clock.now())
  return files
}

/**
 * Returns the path of a file. A key consists of letters, digits and points, so it cannot leave the directory. Files that
 * expire together share a folder, so that they are found without reading the whole store.
 */
export const diskPath = (directory: string, key: FileKey): string =>
  key.startsWith(EXPIRING) ? join(directory, key) : join(directory, key.slice(0, 2), key.slice(2, 4), key)

class DiskFiles implements FileStore {
  readonly #directory: string
  readonly #aside: string
  readonly #clock: Clock
  readonly #random: Random

  constructor({ directory, clock, random }: DiskFilesOptions) {
    this.#directory = directory
    this.#aside = join(directory, 'tmp')
    this.#clock = clock
    this.#random = random
  }

  async put(key: FileKey, content: FileContent, facts: FileFacts): Promise<void> {
    const path = this.#path(key)
    try {
      if ((await this.head(key)) === null) {
        const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_DIRECTORY })
        // Write the metadata first: the file itself makes both visible.
        await writeFileAtomic(metaPath(path), Buffer.from(JSON.stringify(facts)), {
          aside: this.#asideName(),
        })
        const bytes = content instanceof Uint8Array ? content : createReadStream(content.path)
        await writeFileAtomic(path, bytes, { aside: this.#asideName() })
        if (made !== undefined) await this.#syncUpTo(path)
      }
      // Sync even if the file existed before: its writer may have been killed before this step.
      await syncDirectory(dirname(path))
    } catch (error) {
      throw this.#failure(`write ${key}`, error)
    }
  }

  async head(key: FileKey): Promise<FileHead | null> {
    const path = this.#path(key)
    try {
      const [{ size }, facts] = await Promise.all([stat(path), readFile(metaPath(path), 'utf8')])
      const { mediaType, encoding, disposition } = JSON.parse(facts)
      return { mediaType, encoding, disposition, bytes: size }
    } catch (error) {
      if (isMissing(error)) return null
      throw this.#failure(`read ${key}`, error)
    }
  }

  async read(key: FileKey, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    try {
      const handle = await open(this.#path(key))
      const pieces = handle.createReadStream({
        start: range?.first,
        end: range?.last,
        highWaterMark: PIECE_BYTES,
      })
      return Readable.toWeb(pieces) as ReadableStream<Uint8Array>
    } catch (error) {
      if (isMissing(error)) return null
      throw this.#failure(`read ${key}`, error)
    }
  }

  async check(): Promise<void> {
    try {
      await makeDirectory(this.#aside)
      const probe = this.#asideName()
      await (await open(probe, 'wx', PRIVATE_FILE)).close()
      await rm(probe)
    } catch (error) {
      throw this.#failure('write there', error)
    }
  }

  async removeExpired(nowMs: number): Promise<void> {
    const expiring = join(this.#directory, EXPIRING)
    try {
      for (const name of await readdir(expiring).catch(noneIfMissing)) {
        if (/^\d{10}$/.test(name) && Number(name) * 1000 <= nowMs)
          await rm(join(expiring, name), { recursive: true, force: true })
      }
    } catch (error) {
      throw this.#failure('remove expired files', error)
    }
  }

  async removeLeftovers(): Promise<void> {
    const oldest = this.#clock.now() - LEFTOVER_AFTER_MS
    for (const name of await readdir(this.#aside)) {
      const path = join(this.#aside, name)
      const facts = await stat(path).catch(() => null)
      if (facts !== null && facts.mtimeMs < oldest) await rm(path, { force: true })
    }
  }

  #path(key: FileKey): string {
    return diskPath(this.#directory, key)
  }

  #asideName(): string {
    return join(this.#aside, Buffer.from(this.#random.bytes(16)).toString('hex'))
  }

  /** A new directory is durable once its parent is synced. */
  async #syncUpTo(path: string): Promise<void> {
    await syncDirectory(dirname(dirname(path)))
    await syncDirectory(this.#directory)
  }

  #failure(what: string, cause: unknown): FileStoreError {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
    return new FileStoreError(`The file storage at ${this.#directory} could not ${what}: ${reason}.`, {
      cause,
    })
  }
}

const metaPath = (path: string): string => `${path}.meta`

const syncDirectory = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const noneIfMissing = (error: unknown): readonly string[] => {
  if (isMissing(error)) return []
  throw error
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
