/**
 * A zoom of a block as a file: its arrays as they are in memory, so that reading takes no time.
 *
 *     edition · CRC-32 of all after it · tiles · parts · bytes of the parts · version of the block (43 ASCII) · padding · arrays
 */
import { crc32 } from 'node:zlib'
import type { ZoomTiles } from './zoom-tiles.ts'

/** Raised whenever a change of the program draws blocks in another way: files of other editions are made again. */
const EDITION = 2

const HEADER_NUMBERS = 5
const CHECKED_FROM = 8
const VERSION_BYTES = 44
const ARRAYS_FROM = 4 * HEADER_NUMBERS + VERSION_BYTES

export const zoomFileOf = (
  { tileEnds, members, byteEnds, bytes }: ZoomTiles,
  version: string,
): Uint8Array => {
  const counts = [tileEnds.length, members.length, bytes.length] as const
  const file = new Uint8Array(ARRAYS_FROM + zoomFileBytes(counts))
  const header = new Uint32Array(file.buffer, 0, HEADER_NUMBERS)
  header.set([EDITION, 0, ...counts])
  file.set(ascii.encode(version), 4 * HEADER_NUMBERS)
  let at = ARRAYS_FROM
  for (const part of [tileEnds, members, byteEnds, bytes]) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  header[1] = crc32(file.subarray(CHECKED_FROM))
  return file
}

/** Views of the bytes; null for a damaged file, or one of another version. */
export const zoomOfFile = (file: Uint8Array, version: string): ZoomTiles | null => {
  if (file.byteLength < ARRAYS_FROM) return null
  const [edition, sum, ...counts] = new Uint32Array(file.buffer, file.byteOffset, HEADER_NUMBERS)
  const [tiles, parts] = counts
  if (edition !== EDITION || file.byteLength !== ARRAYS_FROM + zoomFileBytes(counts)) return null
  const written = file.subarray(4 * HEADER_NUMBERS, 4 * HEADER_NUMBERS + version.length)
  if (String.fromCharCode(...written) !== version || crc32(file.subarray(CHECKED_FROM)) !== sum) return null
  const tilesFrom = file.byteOffset + ARRAYS_FROM
  const partsFrom = tilesFrom + 4 * tiles
  return {
    tileEnds: new Uint32Array(file.buffer, tilesFrom, tiles),
    members: new Uint32Array(file.buffer, partsFrom, parts),
    byteEnds: new Uint32Array(file.buffer, partsFrom + 4 * parts, parts),
    bytes: file.subarray(ARRAYS_FROM + 4 * tiles + 8 * parts),
  }
}

const zoomFileBytes = ([tiles, parts, bytes]: readonly number[]): number => 4 * tiles + 8 * parts + bytes

const ascii = new TextEncoder()
