/**
 * The port of the formats of points that are enriched. A file is cut into blocks of whole rows, so that threads work on several at a time
 * and memory does not grow with the file.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'

/** What the first bytes of a file say. */
export interface Opened<Layout> {
  readonly layout: Layout
  /** Bytes and lines before the first row. */
  readonly bytes: number
  readonly lines: number
  /** What is written before the first row, and before the rejected rows. */
  readonly preamble: Uint8Array
  readonly rejected: Uint8Array
}

/** The rows of a block. */
export interface PointRows {
  readonly count: number
  /** In degrees, as the row has them: out of range, or not a number, where there is a fault. */
  readonly lons: Float64Array
  readonly lats: Float64Array
  /** By row: a sentence about what is wrong with it. */
  readonly faults: ReadonlyMap<number, string>
  /** Line breaks in the block. */
  readonly lines: number
  /** The row as it stands in the file, without its line break. */
  row(index: number): Uint8Array
  /** The line on which the row begins, from 0. */
  lineOf(index: number): number
  /**
   * The rows, each with what its answer adds; those whose answer is -1 are left out.
   *
   * @param additions by answer
   * @param room is used if it is large enough
   */
  joined(answers: Int32Array, additions: readonly Uint8Array[], room: ArrayBuffer): Uint8Array<ArrayBuffer>
}

export interface PointsReader {
  /** The rows of a block, until those of the next are read. */
  readonly rows: (block: Uint8Array) => PointRows
  /** What an answer adds to its rows. */
  readonly addition: (ladder: readonly BoundaryRecord[]) => Uint8Array
}

/** Room for so many bytes and half as many more, since the next block needs a little more or less. */
export const roomFor = (bytes: number, room: ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(room.byteLength < bytes ? new ArrayBuffer(Math.ceil(1.5 * bytes)) : room, 0, bytes)

export const NOT_UTF8 = 'It is not in UTF-8.'

/** What is wrong with a position; null for a valid one. */
export const positionFault = (lon: unknown, lat: unknown): string | null => {
  if (!(typeof lon === 'number' && lon >= -180 && lon <= 180))
    return 'The longitude is not a number between -180 and 180.'
  if (!(typeof lat === 'number' && lat >= -90 && lat <= 90))
    return 'The latitude is not a number between -90 and 90.'
  return null
}

/** The file cannot be read as a whole: a sentence that says why, and what to do. */
export class PointsFault extends Error {
  override readonly name = 'PointsFault'
}
