/** Port of `match`: request and report. */
import type { RejectedRow } from '../enrich/rejected-rows.ts'
import type { PlaceColumns } from './place-columns.ts'

export interface MatchRequest {
  /** CSV with a header. Each piece is consumed before the next is requested. */
  readonly bytes: AsyncIterable<Uint8Array | string>
  /** Encoding of the text as `TextDecoder` names it; null for UTF-8, or what a byte order mark says. */
  readonly encoding: string | null
  readonly columns: PlaceColumns
  /** Languages of the names of candidates, the best first. */
  readonly languages: readonly string[]
  /** Called in the order of the file with rejected rows, and the next bytes of the file of rejected rows. */
  readonly onRejected: (rows: readonly RejectedRow[], bytes: Uint8Array) => Promise<void>
  readonly onProgress: (rows: number) => void
  readonly signal: AbortSignal
}

export interface MatchReport {
  readonly rows: number
  readonly rejected: number
  /** Matched rows with a cell that is misspelt. */
  readonly similar: number
  /** Of the matched boundaries; to be shown wherever the file is used. */
  readonly attribution: string
}

/**
 * Yields the file with its new columns and without the rejected rows, in order. Returns the report. Rejects with a `PointsFault` if the
 * file as a whole cannot be read.
 */
export type Match = (request: MatchRequest) => AsyncGenerator<Uint8Array, MatchReport>
