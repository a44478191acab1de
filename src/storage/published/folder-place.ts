/** A published catalog in a folder: on a disk that nodes share, or behind a web server. */
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../../util/make-directory.ts'
import { sha256 } from '../../util/sha256.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { withFileLock } from '../sql/file-lock.ts'
import { boundedBytes } from './bounded-bytes.ts'
import { PlaceUnreachable, type PublishedPlace } from './place.ts'

/** Others read the folder: a web server, and nodes that run as other users. */
const FILE_MODE = 0o644
const FOLDER_MODE = 0o755

/** Under which the conditions of writes are checked. The system releases it when its owner ends. */
const GUARD = '.guard'

export const folderPlace = (root: string): PublishedPlace => {
  const read: PublishedPlace['read'] = async (key, { maxBytes, unless = null, signal }) => {
    const handle = await open(join(root, key)).catch(unlessMissing).catch(unreachable)
    if (handle === null) {
      if (!existsSync(root)) throw new PlaceUnreachable(`There is no folder ${root}.`)
      return null
    }
    try {
      const bytes = await boundedBytes(handle.createReadStream({ autoClose: false }), {
        maxBytes,
        name: join(root, key),
        signal,
      })
      const tag = sha256(bytes)
      return tag === unless ? 'unchanged' : { bytes, tag }
    } finally {
      await handle.close()
    }
  }

  const write: PublishedPlace['write'] = async (key, bytes) => {
    const path = join(root, key)
    await makeDirectory(root)
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
    await writeFileAtomic(path, bytes, {
      aside: `${path}.${hostname()}-${process.pid}.part`,
      mode: FILE_MODE,
    })
  }

  return {
    name: root,
    read,
    write,

    size: async (key) => (await stat(join(root, key)).catch(unlessMissing))?.size ?? null,

    writeIf: async (key, bytes, tag) => {
      await makeDirectory(root)
      return withFileLock(join(root, GUARD), async () => {
        const found = await read(key, { maxBytes: Number.MAX_SAFE_INTEGER })
        const current = found === null || found === 'unchanged' ? null : found.tag
        if (current !== tag) return null
        await write(key, bytes)
        return sha256(bytes)
      })
    },

    remove: (key) => rm(join(root, key), { force: true }),

    list: async (prefix) => {
      const folder = dirname(`${prefix}x`)
      const names = (await readdir(join(root, folder)).catch(unlessMissing)) ?? []
      return names
        .filter((name) => !name.endsWith('.part'))
        .map((name) => `${folder}/${name}`)
        .filter((key) => key.startsWith(prefix))
        .sort()
    },
  }
}

const unreachable = (error: Error): never => {
  throw new PlaceUnreachable(`The folder cannot be read: ${error.message}.`, { cause: error })
}
