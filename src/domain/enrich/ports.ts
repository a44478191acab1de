/** What enriching a file of points takes and reports. */
import type { Kind } from '../boundary/kind.ts'
import type { LineFormat } from './formats.ts'
import type { PositionColumns } from './position-columns.ts'

export interface EnrichRequest {
  readonly input: EnrichInput
  readonly position: PositionColumns
  /** Kinds of boundaries to add. */
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  /** Accept points of which almost none are on land, as when longitude and latitude are swapped. */
  readonly keepOrder: boolean
  /** Called in the order of the file: the rejected rows of a part of it, at most `MAX_LISTED` of them, and what the file of rejected rows continues with. */
  readonly onRejected: (rows: readonly RejectedRow[], bytes: Uint8Array) => Promise<void>
  readonly onProgress: (rows: number) => void
  readonly signal: AbortSignal
}

/** Parquet is read by place, from its end. */
export type EnrichInput =
  /** Each piece is read before the next is asked for. */
  | { readonly format: LineFormat; readonly bytes: AsyncIterable<Uint8Array | string> }
  | { readonly format: 'parquet'; readonly path: string }

export interface RejectedRow {
  /** `Line 3`, or `Row 2` in a file without lines. */
  readonly place: string
  /** A sentence. */
  readonly reason: string
}

/** Rejected rows that are listed; all are in the file of rejected rows. */
export const MAX_LISTED = 10

export interface EnrichReport {
  readonly rows: number
  readonly rejected: number
  /** Rows with a point that no boundary contains. */
  readonly outside: number
}

/** Yields the file with its new columns, in order, each piece until the next is asked for; returns what was done. Rejects with a `PointsFault` what cannot be done with the file as a whole. */
export type Enrich = (request: EnrichRequest) => AsyncGenerator<Uint8Array, EnrichReport>
