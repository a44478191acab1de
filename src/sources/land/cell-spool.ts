/** Temporary file of polygons sorted into numbered cells: a full-detail mask of the Earth has too many positions for memory. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from '../../util/file-modes.ts'

/** Numbers buffered before they are written together. */
const MAX_PENDING = 1 << 22

export type CellSpool = Awaited<ReturnType<typeof openCellSpool>>

interface PolygonRing {
  readonly polygon: number
  readonly ring: Int32Array
}

export const openCellSpool = async (path: string) => {
  const file = await open(path, 'w+', PRIVATE_FILE)
  let pending = new Map<number, PolygonRing[]>()
  let pendingNumbers = 0
  let end = 0
  const chunks = new Map<number, { readonly start: number; readonly bytes: number }[]>()

  /** Each ring preceded by its polygon and its length, the rings of a cell next to each other. */
  const write = async (): Promise<void> => {
    for (const [cell, rings] of pending) {
      const numbers = new Int32Array(rings.reduce((sum, { ring }) => sum + 2 + ring.length, 0))
      let at = 0
      for (const { polygon, ring } of rings) {
        numbers[at] = polygon
        numbers[at + 1] = ring.length
        numbers.set(ring, at + 2)
        at += 2 + ring.length
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
    /** A ring as `[lon, lat, …]` in units; the rings of one polygon follow each other. */
    async add(cell: number, polygon: number, ring: Int32Array): Promise<void> {
      const rings = pending.get(cell)
      if (rings === undefined) pending.set(cell, [{ polygon, ring }])
      else rings.push({ polygon, ring })
      pendingNumbers += ring.length
      if (pendingNumbers >= MAX_PENDING) await write()
    },
    /** The rings of each polygon in the cell, in input order. */
    async read(cell: number): Promise<readonly (readonly Int32Array[])[]> {
      if (pending.size > 0) await write()
      const polygons: Int32Array[][] = []
      let last = -1
      for (const { start, bytes } of chunks.get(cell) ?? []) {
        const numbers = new Int32Array(bytes / 4)
        await readAll(file, new Uint8Array(numbers.buffer), start)
        for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]) {
          const ring = numbers.subarray(at + 2, at + 2 + numbers[at + 1])
          if (numbers[at] === last) polygons[polygons.length - 1].push(ring)
          else polygons.push([ring])
          last = numbers[at]
        }
      }
      return polygons
    },
    /** Removes the file. */
    async close(): Promise<void> {
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
