/** The result of a thread for a part of a file: a block of lines, or a row group. */
import type { Dataset } from '../../boundary/boundary.ts'

export interface EnrichedPart {
  readonly rows: number
  /** Rows with a point in no boundary of the kinds to add. */
  readonly outside: number
  readonly rejected: number
  /** The first rejected rows, by line or row of the part, from 0. */
  readonly listed: readonly { readonly at: number; readonly reason: string }[]
  /** The data sets of this part, and of those that the thread processed before. */
  readonly datasets: readonly Dataset[]
  /** Lines or rows of the part. */
  readonly counted: number
  /** Buffers of the part that are transferred from the thread; others are copied. */
  readonly moved: readonly ArrayBuffer[]
}

/** Reads and enriches the parts of one file. */
export interface Enricher {
  points(part: unknown): { readonly lons: Float64Array; readonly lats: Float64Array }
  enrich(part: unknown): Promise<EnrichedPart>
}
