/** Port for an open file of points: cuts it into parts for threads, and converts their results to bytes. */
import type { EnrichedPart } from './enriched-part.ts'
import type { PointsLayout } from './part-work.ts'

export interface OpenedPoints {
  /** Layout that threads need to read the parts. */
  readonly layout: PointsLayout
  /** Unit of `EnrichedPart.counted`, and the number of units before the first part. */
  readonly unit: 'Line' | 'Feature' | 'Row'
  readonly countedBefore: number
  /** Yields the parts in order; `counted` returns the units of the finished ones, for messages. */
  parts(counted: () => number): AsyncIterable<unknown>
  /** Returns the approximate memory in bytes that a thread needs for the part. */
  bytesOf(part: unknown): number
  /** Returns buffers of a part to transfer to its thread. */
  moved(part: unknown): ArrayBuffer[]
  /** Bytes before the first part. */
  readonly begin: Uint8Array
  written(part: EnrichedPart): Iterable<Uint8Array>
  /** Returns the bytes after the last part. */
  end(): Uint8Array
  /** Like `written`, for the file of rejected rows, which starts with the first rejected row. */
  rejected(part: EnrichedPart): Iterable<Uint8Array>
  rejectedEnd(): Uint8Array
  close(): Promise<void>
}
