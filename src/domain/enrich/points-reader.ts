/**
 * Port for formats of points. A file is cut into blocks of whole rows, so that threads work on several at a time and memory
 * does not grow with the file.
 */
import type { LocatedBoundary } from './locator.ts'

/** Result of reading the first bytes of a file. */
export interface Opened<Layout> {
  readonly layout: Layout
  /** Bytes and lines before the first row. */
  readonly bytes: number
  readonly lines: number
  /** Bytes to write before the first row, and before the rejected rows. */
  readonly preamble: Uint8Array
  readonly rejected: Uint8Array
}

/** Points of rows. */
export interface Points {
  /** In degrees, as written in the row: out of range or NaN if the row has a fault. */
  readonly lons: Float64Array
  readonly lats: Float64Array
  /** By row: a sentence that says why it is rejected. */
  readonly faults: ReadonlyMap<number, string>
}

/** Rows of a block. */
export interface PointRows extends Points {
  readonly count: number
  /** Line breaks in the block. */
  readonly lines: number
  /** Returns the row as it is in the file, without its line break. */
  row(index: number): Uint8Array
  /** Returns the line on which the row begins, from 0. */
  lineOf(index: number): number
  /**
   * Returns the rows, each with the addition of its answer; rows whose answer is -1 are left out.
   *
   * @param additions by answer
   * @param room used if it is large enough
   */
  joined(answers: Int32Array, additions: readonly Uint8Array[], room: ArrayBuffer): Uint8Array<ArrayBuffer>
}

export interface PointsReader {
  /** Reads the rows of a block, which are valid until the next call. */
  readonly rows: (block: Uint8Array) => PointRows
  /** Returns the bytes that an answer adds to its rows. */
  readonly addition: (ladder: readonly LocatedBoundary[]) => Uint8Array
}

/**
 * Returns room for this many bytes. A new buffer is half as large again, because the next block needs a little more or less.
 */
export const roomFor = (bytes: number, room: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(room.byteLength < bytes ? new ArrayBuffer(Math.ceil(1.5 * bytes)) : room, 0, bytes)

export const NOT_UTF8 =
  'It is not in UTF-8: state the encoding of the file with --encoding, for example windows-1252.'

/** Of a row whose geometry is missing, or anything but one point. */
export const NO_POINT = 'It has no point, or several.'

/** Returns a sentence about an invalid position; null for a valid one. */
export const positionFault = (lon: unknown, lat: unknown): string | null => {
  if (!(typeof lon === 'number' && lon >= -180 && lon <= 180))
    return 'The longitude is not a number between -180 and 180.'
  if (!(typeof lat === 'number' && lat >= -90 && lat <= 90))
    return 'The latitude is not a number between -90 and 90.'
  return null
}

/** The whole file cannot be read; the message says why, and what to do. */
export class PointsFault extends Error {
  override readonly name = 'PointsFault'
}
