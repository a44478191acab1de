/** Files of prepared blocks of tiles in a directory. Several processes may share it; the first write removes what killed ones left behind. */
import { close, fstat, open, read } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BlockFiles } from '../../domain/tiles/ports.ts'
import { lazily } from '../../util/lazily.ts'
import { removeLeftovers } from '../../util/leftover-files.ts'
import type { Log } from '../../util/log.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'

/** The directory is created with the first file. */
export const openBlockFiles = (directory: string, log: Pick<Log, 'warn'>): BlockFiles => {
  const cleaned = lazily(async () => removeLeftovers(directory, UNFINISHED))
  return {
    read: async (name) => {
      try {
        return await readShared(join(directory, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ error, name }, 'a prepared block of tiles cannot be read')
        return null
      }
    },
    write: async (name, bytes) => {
      const path = join(directory, name)
      try {
        await makeDirectory(directory)
        await cleaned.get()
        await writeFileAtomic(path, bytes, { aside: `${path}.${process.pid}` })
      } catch (error) {
        log.warn({ error, name }, 'a prepared block of tiles cannot be kept')
      }
    },
  }
}

/** A block and a zoom, and the process that writes it. */
const UNFINISHED = /^\d+-\d+-\d+\.\d+\.(\d+)$/

/** Uses plain descriptors: a `FileHandle` takes as much time as reading the small files that most blocks have. */
const readShared = async (path: string): Promise<Uint8Array> => {
  const file = await openFile(path, 'r')
  try {
    const { size } = await statFile(file)
    const bytes = new Uint8Array(new SharedArrayBuffer(size))
    for (let at = 0; at < size; ) {
      const { bytesRead } = await readFile(file, bytes, at, size - at, at)
      if (bytesRead === 0) return bytes.subarray(0, at)
      at += bytesRead
    }
    return bytes
  } finally {
    await closeFile(file)
  }
}

const openFile = promisify(open)
const statFile = promisify(fstat)
const readFile = promisify(read)
const closeFile = promisify(close)
