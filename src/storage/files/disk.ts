/**
 * Files on disk: `<directory>/ab/cd/abcd….geojson`, and beside each its metadata in `….geojson.meta`, so that a plain web
 * server that runs as the same user can serve the same directory. Files are written atomically. Several processes may share
 * the directory.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type FileHead, type FileStore, FileStoreError } from '../../domain/files/ports.ts'
import { EXPIRING, type FileKey } from '../../domain/files/stored-file-name.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../util/file-modes.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import type { Random } from '../../util/random.ts'
import { syncDirectory } from '../../util/sync-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'

/** A temporary file that is older belongs to a dead process: writing takes seconds. */
const LEFTOVER_AFTER_MS = 60 * 60 * 1000

const PIECE_BYTES = 256 * 1024

/**
 * Returns the path of a file. A key consists of letters, digits and points, so it cannot leave the directory. Files that
 * expire together share a folder, so that they are found without reading the whole store.
 */
export const diskPath = (directory: string, key: FileKey): string =>
  key.startsWith(EXPIRING) ? join(directory, key) : join(directory, key.slice(0, 2), key.slice(2, 4), key)

/** Writes nothing before a file is put: most commands only read. */
export const diskFiles = (directory: string, random: Random): FileStore => {
  const aside = join(directory, 'tmp')
  const asideName = async (): Promise<string> => {
    await makeDirectory(aside)
    return join(aside, Buffer.from(random.bytes(16)).toString('hex'))
  }

  /** Does the work, or fails with a sentence that says what could not be done. */
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
      throw new FileStoreError(`The file storage at ${directory} could not ${what}: ${reason}.`, { cause })
    }
  }

  const head = (key: FileKey): Promise<FileHead | null> =>
    attempt(`read ${key}`, async () => {
      const path = diskPath(directory, key)
      const found = await Promise.all([stat(path), readFile(metaPath(path), 'utf8')]).catch(unlessMissing)
      if (found === null) return null
      const [{ size }, facts] = found
      const { mediaType, encoding, disposition } = JSON.parse(facts)
      return { mediaType, encoding, disposition, bytes: size }
    })

  return {
    head,

    put: (key, content, facts) =>
      attempt(`write ${key}`, async () => {
        const path = diskPath(directory, key)
        if ((await head(key)) === null) {
          const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_DIRECTORY })
          // Write the metadata first: the file itself makes both visible.
          await writeFileAtomic(metaPath(path), Buffer.from(JSON.stringify(facts)), {
            aside: await asideName(),
          })
          const bytes = content instanceof Uint8Array ? content : createReadStream(content.path)
          await writeFileAtomic(path, bytes, { aside: await asideName() })
          if (made !== undefined) {
            // A new directory is durable once its parent is synced.
            await syncDirectory(dirname(dirname(path)))
            await syncDirectory(directory)
          }
        }
        // Sync even if the file existed before: its writer may have been killed before this step.
        await syncDirectory(dirname(path))
      }),

    read: (key, range) =>
      attempt(`read ${key}`, async () => {
        const handle = await open(diskPath(directory, key)).catch(unlessMissing)
        if (handle === null) return null
        const pieces = handle.createReadStream({
          start: range?.first,
          end: range?.last,
          highWaterMark: PIECE_BYTES,
        })
        return Readable.toWeb(pieces) as ReadableStream<Uint8Array>
      }),

    check: () =>
      attempt('write there', async () => {
        const probe = await asideName()
        await (await open(probe, 'wx', PRIVATE_FILE)).close()
        await rm(probe)
      }),

    removeExpired: (nowMs) =>
      attempt('remove expired files', async () => {
        const expiring = join(directory, EXPIRING)
        for (const name of (await readdir(expiring).catch(unlessMissing)) ?? []) {
          if (/^\d{10}$/.test(name) && Number(name) * 1000 <= nowMs)
            await rm(join(expiring, name), { recursive: true, force: true })
        }
        await removeLeftAside(aside, nowMs - LEFTOVER_AFTER_MS)
      }),
  }
}

const removeLeftAside = async (aside: string, oldestMs: number): Promise<void> => {
  for (const name of (await readdir(aside).catch(unlessMissing)) ?? []) {
    const path = join(aside, name)
    const facts = await stat(path).catch(() => null)
    if (facts !== null && facts.mtimeMs < oldestMs) await rm(path, { force: true })
  }
}

const metaPath = (path: string): string => `${path}.meta`
