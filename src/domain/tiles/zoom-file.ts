/**
 * A zoom of a block as a file: its arrays as they are in memory, so that reading takes no time.
 *
 *     edition · CRC-32 of all after it · members · polygons · rings · positions · version of the block (43 ASCII) · padding · arrays
 */
import { crc32 } from 'node:zlib'
import type { ZoomCoverage } from './zoom-coverage.ts'

/** Raised whenever a change of the program draws blocks in another way: files of other editions are made again. */
const EDITION = 1

const HEADER_NUMBERS = 6
const CHECKED_FROM = 8
const VERSION_BYTES = 44
const ARRAYS_FROM = 4 * HEADER_NUMBERS + VERSION_BYTES

export const zoomFileOf = (coverage: ZoomCoverage, version: string): Uint8Array => {
  const { rings, memberEnds, boxes, polygonBoxes } = coverage
  const counts = [
    memberEnds.length,
    rings.polygonEnds.length,
    rings.ringEnds.length,
    rings.coords.length / 2,
  ] as const
  const bytes = new Uint8Array(ARRAYS_FROM + bytesOf(counts))
  const header = new Uint32Array(bytes.buffer, 0, HEADER_NUMBERS)
  header.set([EDITION, 0, ...counts])
  bytes.set(ascii.encode(version), 4 * HEADER_NUMBERS)
  let at = ARRAYS_FROM
  for (const part of [memberEnds, rings.polygonEnds, rings.ringEnds, rings.coords, boxes, polygonBoxes]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  header[1] = crc32(bytes.subarray(CHECKED_FROM))
  return bytes
}

/** Views of the bytes; null for a damaged file, or one of another version. */
export const zoomOfFile = (bytes: Uint8Array, version: string): ZoomCoverage | null => {
  if (bytes.byteLength < ARRAYS_FROM) return null
  const [edition, sum, ...counts] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_NUMBERS)
  const [members, polygons, rings, positions] = counts
  if (edition !== EDITION || bytes.byteLength !== ARRAYS_FROM + bytesOf(counts)) return null
  const written = bytes.subarray(4 * HEADER_NUMBERS, 4 * HEADER_NUMBERS + version.length)
  if (String.fromCharCode(...written) !== version || crc32(bytes.subarray(CHECKED_FROM)) !== sum) return null
  let at = bytes.byteOffset + ARRAYS_FROM
  const next = <T>(
    Numbers: new (buffer: ArrayBufferLike, at: number, length: number) => T,
    length: number,
  ): T => {
    const part = new Numbers(bytes.buffer, at, length)
    at += 4 * length
    return part
  }
  const memberEnds = next(Uint32Array, members)
  const polygonEnds = next(Uint32Array, polygons)
  const ringEnds = next(Uint32Array, rings)
  const coords = next(Int32Array, 2 * positions)
  const boxes = next(Int32Array, 4 * members)
  return {
    rings: { coords, ringEnds, polygonEnds },
    memberEnds,
    boxes,
    polygonBoxes: next(Int32Array, 4 * polygons),
  }
}

const bytesOf = ([members, polygons, rings, positions]: readonly number[]): number =>
  4 * (5 * members + 5 * polygons + rings + 2 * positions)

const ascii = new TextEncoder()
