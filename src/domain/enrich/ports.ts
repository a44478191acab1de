/** Port of `enrich`: request and report. */
import type { Kind } from '../boundary/kind.ts'
import type { LineFormat } from './formats.ts'
import type { PositionColumns } from './position-columns.ts'

export interface EnrichRequest {
  readonly input: EnrichInput
  readonly position: PositionColumns
  /** Kinds of boundaries to add. */
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  /** Accept points of which almost none are on land, although longitude and latitude are probably swapped. */
  readonly keepOrder: boolean
  /**
   * Called in the order of the file with the rejected rows of a part, at most `MAX_LISTED` of them, and the next bytes of
   * the file of rejected rows.
   */
  readonly onRejected: (rows: readonly RejectedRow[], bytes: Uint8Array) => Promise<void>
  readonly onProgress: (rows: number) => void
  readonly signal: AbortSignal
}

/** Parquet is read by offset, from its end. */
export type EnrichInput =
  /** Each piece is consumed before the next is requested. */
  | { readonly format: LineFormat; readonly bytes: AsyncIterable<Uint8Array | string> }
  | { readonly format: 'parquet'; readonly path: string }

export interface RejectedRow {
  /** `Line 3`, or `Row 2` in a file without lines. */
  readonly place: string
  /** A sentence that says why the row is rejected. */
  readonly reason: string
}

/** Maximum number of rejected rows to list; the file of rejected rows has all of them. */
export const MAX_LISTED = 10

export interface EnrichReport {
  readonly rows: number
  readonly rejected: number
  /** Rows with a point in no boundary. */
  readonly outside: number
  /** Of the added boundaries; to be shown wherever the file is used. */
  readonly attribution: string
}

/**
 * Yields the file with its new columns, in order; each piece is valid until the next is requested. Returns the report.
 * Rejects with a `PointsFault` if the file as a whole cannot be processed.
 */
export type Enrich = (request: EnrichRequest) => AsyncGenerator<Uint8Array, EnrichReport>
