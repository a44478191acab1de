/** Rings sorted into numbered cells, in a file: a mask of the Earth in full detail has more positions than memory should hold. */
import { type FileHandle, open, rm } from 'node:fs/promises'

/** Numbers that wait in memory to be written together. */
const MOST_PENDING = 1 << 22

export interface CellSpool {
  /** A ring as `[lon, lat, …]` in units. */
  add(cell: number, ring: Int32Array): Promise<void>
  /** All rings of the cell, in the order in which they came. */
  read(cell: number): Promise<readonly Int32Array[]>
  /** Removes the file. */
  close(): Promise<void>
}

export const openCellSpool = async (path: string): Promise<CellSpool> => {
  const file = await open(path, 'w+')
  let pending = new Map<number, Int32Array[]>()
  let pendingNumbers = 0
  let end = 0
  const chunks = new Map<number, { readonly start: number; readonly bytes: number }[]>()

  /** Each ring with its length before it, the rings of a cell next to each other. */
  const write = async (): Promise<void> => {
    for (const [cell, rings] of pending) {
      const numbers = new Int32Array(rings.reduce((sum, ring) => sum + 1 + ring.length, 0))
      let at = 0
      for (const ring of rings) {
        numbers[at] = ring.length
        numbers.set(ring, at + 1)
        at += 1 + ring.length
      }
      await writeAll(file, new Uint8Array(numbers.buffer), end)
      const known = chunks.get(cell)
      const chunk = { start: end, bytes: numbers.byteLength }
      if (known === undefined) chunks.set(cell, [chunk])
      else known.push(chunk)
      end += numbers.byteLength
    }
    pending = new Map()
    pendingNumbers = 0
  }
  return {
    async add(cell, ring) {
      const rings = pending.get(cell)
      if (rings === undefined) pending.set(cell, [ring])
      else rings.push(ring)
      pendingNumbers += ring.length
      if (pendingNumbers >= MOST_PENDING) await write()
    },
    async read(cell) {
      if (pending.size > 0) await write()
      const rings: Int32Array[] = []
      for (const { start, bytes } of chunks.get(cell) ?? []) {
        const numbers = new Int32Array(bytes / 4)
        await readAll(file, new Uint8Array(numbers.buffer), start)
        for (let at = 0; at < numbers.length; at += 1 + numbers[at])
          rings.push(numbers.subarray(at + 1, at + 1 + numbers[at]))
      }
      return rings
    },
    async close() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

const writeAll = async (file: FileHandle, bytes: Uint8Array, start: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done)
    done += bytesWritten
  }
}

const readAll = async (file: FileHandle, bytes: Uint8Array, start: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0)
      throw new Error('The temporary file of the land mask was cut off while it was in use.')
    done += bytesRead
  }
}
