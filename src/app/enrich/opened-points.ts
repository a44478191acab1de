/** A file of points, open for enriching: how it is cut into parts for threads, and what is written for each. */
import type { EnrichedPart } from './enriched-part.ts'
import type { PointsLayout } from './worker.ts'

export interface OpenedPoints {
  /** How threads read the parts. */
  readonly layout: PointsLayout
  /** What `EnrichedPart.counted` counts, and how many of these come before the first part. */
  readonly unit: 'Line' | 'Row'
  readonly countedBefore: number
  /** In order; `counted` says how many units the finished ones have, for messages. */
  parts(counted: () => number): AsyncIterable<unknown>
  /** Approximate memory in bytes that the part needs while a thread works on it. */
  bytesOf(part: unknown): number
  /** Buffers of a part that are moved to its thread. */
  moved(part: unknown): ArrayBuffer[]
  /** Written before the first part. */
  readonly begin: Uint8Array
  written(part: EnrichedPart): Iterable<Uint8Array>
  /** Written after the last part. */
  end(): Uint8Array
  /** As `written`, for the file of rejected rows, which starts with the first rejected row. */
  rejected(part: EnrichedPart): Iterable<Uint8Array>
  rejectedEnd(): Uint8Array
  close(): Promise<void>
}
