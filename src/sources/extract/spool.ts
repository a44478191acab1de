/**
 * Temporary file for boundaries between assembling and storing, so that memory has little of each. Its directory is named
 * for the process; the next import removes the files of a killed one.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredGeometry } from '../../domain/catalog/ports.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../util/file-modes.ts'
import { removeLeftovers } from '../../util/leftover-files.ts'

export interface Spool<Meta> {
  readonly count: number
  add(meta: Meta, geometry: StoredGeometry): void
  meta(index: number): Meta
  geometry(index: number): StoredGeometry
  /** Removes the file. */
  close(): void
}

const PREFIX = 'import-'

export const openSpool = <Meta>(dataDirectory: string): Spool<Meta> => {
  mkdirSync(dataDirectory, { recursive: true, mode: PRIVATE_DIRECTORY })
  removeLeftovers(dataDirectory, /^import-(\d+)$/)
  const directory = join(dataDirectory, `${PREFIX}${process.pid}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, PRIVATE_DIRECTORY)
  const descriptor = openSync(join(directory, 'boundaries'), 'wx+', PRIVATE_FILE)
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  /** Ends of the parts of each boundary: meta, rings, weights (an end equal to the previous one: none). */
  const ends: number[] = []
  let length = 0

  const write = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(descriptor, bytes, done, bytes.length - done, length + done)
    length += bytes.length
    ends.push(length)
  }
  const read = (part: number): Uint8Array => {
    const start = part === 0 ? 0 : ends[part - 1]
    const bytes = new Uint8Array(ends[part] - start)
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(descriptor, bytes, done, bytes.length - done, start + done)
      if (got === 0)
        throw new Error(
          `The import's file in ${directory} ends at byte ${start + done}; another program has cut it.`,
        )
      done += got
    }
    return bytes
  }
  return {
    get count() {
      return ends.length / 3
    },
    add(meta, { rings, weights }) {
      write(encoder.encode(JSON.stringify(meta)))
      write(rings)
      write(weights ?? new Uint8Array(0))
    },
    meta: (index) => JSON.parse(decoder.decode(read(3 * index))),
    geometry(index) {
      const weights = read(3 * index + 2)
      return { rings: read(3 * index + 1), weights: weights.length === 0 ? null : weights }
    },
    close() {
      closeSync(descriptor)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
