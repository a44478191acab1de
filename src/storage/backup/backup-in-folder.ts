/** A backup in a folder: the files under their own names, readable without Metes. */
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupError } from '../../platform/backup/ports.ts'
import { isBackupName } from '../../platform/backup/schedule.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { freeBytes } from '../../util/probe-space.ts'
import { sizeText } from '../../util/size-text.ts'
import { syncDirectory } from '../../util/sync-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { hashFile } from './hash-file.ts'
import { MANIFEST } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { uppermostMissing } from './uppermost-missing.ts'

export const folderPlace = (folder: string): BackupPlace => {
  const root = resolve(folder)
  /** Folders with files of this backup. */
  const directories = new Set<string>([root])
  /** The uppermost folder that was missing before. */
  let created: string | null = null
  const entries = async (): Promise<readonly string[]> =>
    (await readdir(root).catch(unlessMissing))?.filter((name) => name !== 'lost+found') ?? []

  return {
    name: folder,

    create: async ({ total }) => {
      const found = await entries()
      if (found.length > 0) throw new BackupError(notEmptyText(folder, found))
      const missing = await uppermostMissing(root)
      const free = await freeBytes(missing === null ? root : dirname(missing))
      if (free < total)
        throw new BackupError(
          `The backup needs about ${sizeText(total)}, and the disk of ${folder} has ${sizeText(free)} free. Free some space, or name a folder on another disk.`,
        )
      await makeDirectory(root)
      created = missing
      await writeFile(join(root, BEGUN), '', { mode: PRIVATE_FILE })
    },

    draft: async (path) => {
      const file = join(root, path)
      directories.add(dirname(file))
      await makeDirectory(dirname(file))
      await (await open(file, 'wx', PRIVATE_FILE)).close()
      return file
    },

    store: async (path, { onBytes, signal }) => {
      const file = join(root, path)
      const handle = await open(file, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      return { path, ...(await hashFile(createReadStream(file), { onBytes, signal })) }
    },

    complete: async (manifest) => {
      for (const directory of directories) await syncDirectory(directory)
      await writeFileAtomic(join(root, MANIFEST), Buffer.from(manifest), { aside: join(root, BEGUN) })
      await syncDirectory(root)
      if (created !== null) await syncDirectory(dirname(created))
    },

    discard: async () => {
      if (created !== null) return rm(created, { recursive: true, force: true })
      for (const name of await entries()) await rm(join(root, name), { recursive: true, force: true })
    },

    manifest: () => readFile(join(root, MANIFEST), 'utf8').catch(unlessMissing),

    read: ({ path }) => createReadStream(join(root, path), { highWaterMark: PIECE_BYTES }),

    children: async () => {
      const names = (await entries()).filter(isBackupName).sort()
      return Promise.all(
        names.map(async (name) => ({
          name,
          isComplete: (await stat(join(root, name, MANIFEST)).catch(unlessMissing)) !== null,
        })),
      )
    },

    otherManifests: async () => {
      const found = new Map<string, string>()
      for (const name of await entries()) {
        if (isBackupName(name)) continue
        const text = await readFile(join(root, name, MANIFEST), 'utf8').catch(() => null)
        if (text !== null) found.set(name, text)
      }
      return found
    },

    remove: async () => {
      await rm(join(root, MANIFEST), { force: true })
      await syncDirectory(root)
      await rm(root, { recursive: true, force: true })
    },

    close: () => {},
  }
}

/** The draft of the manifest, from the beginning on: it tells a backup that was killed from other files. */
const BEGUN = `${MANIFEST}.part`

const PIECE_BYTES = 1024 * 1024

const notEmptyText = (folder: string, found: readonly string[]): string => {
  if (found.includes(MANIFEST)) return `${folder} already holds a backup. Name a new folder for this one.`
  if (found.includes(BEGUN))
    return `${folder} holds an incomplete backup, of one that was killed or is still running. Delete it, or name a new folder.`
  return `${folder} is not empty. Name a new folder for the backup: one that is empty, or does not exist yet.`
}
