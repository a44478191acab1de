/** What enriching a file of points takes and reports. */
import type { Kind } from '../boundary/kind.ts'
import type { PointFormat } from './formats.ts'
import type { PositionColumns } from './position-columns.ts'

export interface EnrichRequest {
  readonly input: AsyncIterable<Uint8Array | string>
  readonly format: PointFormat
  readonly position: PositionColumns
  /** Kinds of boundaries to add. */
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  /** Accept points of which almost none are on land, as when longitude and latitude are swapped. */
  readonly keepOrder: boolean
  /** Called in the order of the file; `preamble` comes with the first row. */
  readonly onRejected: (row: {
    /** From 1. */
    readonly line: number
    readonly reason: string
    readonly bytes: Uint8Array
    readonly preamble: Uint8Array | null
  }) => Promise<void>
  readonly onProgress: (rows: number) => void
  readonly signal: AbortSignal
}

export interface EnrichReport {
  readonly rows: number
  readonly rejected: number
  /** Rows with a point that no boundary contains. */
  readonly outside: number
}

/** Yields the file with its new columns, in order; returns what was done. Rejects with a `PointsFault` what cannot be done with the file as a whole. */
export type Enrich = (request: EnrichRequest) => AsyncGenerator<Uint8Array, EnrichReport>
