/**
 * A land mask in one file, read a few tiles at a time.
 *
 *     encoded rings of every coastal tile, one after the other
 *     for each tile: west, south, east, north (32 bits each, units) and the length of its rings (32 bits)
 *     the source as JSON
 *     number of tiles (32 bits) · length of the JSON (32 bits) · METESLND
 *
 * All numbers are little-endian. The index comes last, so that tiles can be written before it is known.
 */
import { type FileHandle, open } from 'node:fs/promises'
import Flatbush from 'flatbush'
import type { Land, LandSource, LandTile } from '../../domain/area/ports.ts'
import { splitBBox } from '../../domain/geometry/bbox.ts'
import { type BBox, UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import type { TileBox } from '../../domain/geometry/tiles.ts'

export const MAGIC = 'METESLND'
export const TAIL_BYTES = 16
/** Numbers per tile in the index. */
export const TILE_FIELDS = 5
/** Special lengths: a tile without land, and one without sea. */
export const NO_LAND = 0
export const ALL_LAND = 0xffffffff

export type TileFile = Awaited<ReturnType<typeof openTileFile>>

export const openTileFile = async (path: string) => {
  const file = await open(path)
  try {
    const list = await readTileList(file, path)
    return {
      source: list.source,
      /** Returns the tiles that meet any of the boxes, in file order. */
      landIn: async (boxes: readonly BBox[]): Promise<Land> => ({
        tiles: await readTiles(file, path, list, meeting(list.index, boxes)),
        sources: [list.source],
      }),
      /** True if any tile of the file overlaps the box. */
      hasTileIn: ([west, south, east, north]: TileBox): boolean =>
        list.index.search(west + 1, south + 1, east - 1, north - 1).length > 0,
      close: (): Promise<void> => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

interface TileList {
  readonly source: LandSource
  /** `TILE_FIELDS` numbers for each tile: its box, and the end of its rings in the file. */
  readonly boxes: readonly TileBox[]
  readonly lengths: Uint32Array
  readonly starts: Float64Array
  readonly index: Flatbush
}

const readTileList = async (file: FileHandle, path: string): Promise<TileList> => {
  const { size } = await file.stat()
  const tail = await readBytesAt(file, path, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
  if (tail.length < TAIL_BYTES || tail.toString('latin1', 8) !== MAGIC) {
    throw new Error(`${path} is not a land mask of Metes, or is incomplete.`)
  }
  const count = tail.readUInt32LE(0)
  const jsonBytes = tail.readUInt32LE(4)
  const listBytes = 4 * TILE_FIELDS * count
  const listAt = size - TAIL_BYTES - jsonBytes - listBytes
  if (listAt < 0) throw new Error(`${path} is damaged: it announces ${count} tiles in ${size} bytes.`)
  const bytes = await readBytesAt(file, path, listAt, listBytes + jsonBytes)

  const boxes: TileBox[] = []
  const lengths = new Uint32Array(count)
  const starts = new Float64Array(count)
  let at = 0
  for (let tile = 0; tile < count; tile++) {
    const field = (number: number): number => 4 * (TILE_FIELDS * tile + number)
    boxes.push([
      bytes.readInt32LE(field(0)),
      bytes.readInt32LE(field(1)),
      bytes.readInt32LE(field(2)),
      bytes.readInt32LE(field(3)),
    ])
    lengths[tile] = bytes.readUInt32LE(field(4))
    starts[tile] = at
    if (lengths[tile] !== ALL_LAND) at += lengths[tile]
  }
  if (count === 0) throw new Error(`${path} is damaged: it has no tiles.`)
  if (at !== listAt) throw new Error(`${path} is damaged: its tiles take ${at} bytes, not ${listAt}.`)
  const source: LandSource = JSON.parse(bytes.toString('utf8', listBytes))
  return { source, boxes, lengths, starts, index: tileIndex(boxes) }
}

const tileIndex = (boxes: readonly TileBox[]): Flatbush => {
  const index = new Flatbush(boxes.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  return index
}

const meeting = (index: Flatbush, boxes: readonly BBox[]): readonly number[] => {
  const found = new Set<number>()
  for (const [west, south, east, north] of boxes.flatMap(splitBBox)) {
    const units = [
      Math.floor(west * UNITS_PER_DEGREE),
      Math.floor(south * UNITS_PER_DEGREE),
      Math.ceil(east * UNITS_PER_DEGREE),
      Math.ceil(north * UNITS_PER_DEGREE),
    ] as const
    for (const tile of index.search(...units)) found.add(tile)
  }
  return [...found].sort((a, b) => a - b)
}

const readTiles = async (
  file: FileHandle,
  path: string,
  { boxes, lengths, starts }: TileList,
  tiles: readonly number[],
): Promise<readonly LandTile[]> => {
  const isCoast = (tile: number): boolean => lengths[tile] !== NO_LAND && lengths[tile] !== ALL_LAND
  const rings = new Map<number, Uint8Array>()
  const coasts = tiles.filter(isCoast)
  // Read neighbouring tiles of the file together.
  for (let first = 0; first < coasts.length; ) {
    const start = starts[coasts[first]]
    let end = start
    let next = first
    for (; next < coasts.length && starts[coasts[next]] === end; next++) end += lengths[coasts[next]]
    const bytes = await readBytesAt(file, path, start, end - start)
    for (; first < next; first++) {
      const at = starts[coasts[first]] - start
      rings.set(coasts[first], bytes.subarray(at, at + lengths[coasts[first]]))
    }
  }
  return tiles.map((tile) => ({
    box: boxes[tile],
    area: rings.get(tile) ?? (lengths[tile] === ALL_LAND ? 'all' : 'none'),
  }))
}

const readBytesAt = async (
  file: FileHandle,
  path: string,
  start: number,
  length: number,
): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, start)
  if (bytesRead < length) throw new Error(`${path} ends at byte ${start + bytesRead}: it is damaged.`)
  return buffer
}
