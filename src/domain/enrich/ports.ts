/** Port of `enrich`: request and report. */
import type { Kind } from '../boundary/kind.ts'
import type { LineFormat, WrittenFormat } from './point-formats.ts'
import type { PositionColumns } from './position-columns.ts'
import type { RejectedRow } from './rejected-rows.ts'

export interface EnrichRequest {
  readonly input: EnrichInput
  /** One of `OUTPUTS` for the input. */
  readonly output: WrittenFormat
  /** Encoding of a text as `TextDecoder` names it; null for UTF-8, or what a byte order mark says. */
  readonly encoding: string | null
  readonly position: PositionColumns
  /** Kinds of boundaries to add. */
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  /** Accept points of which almost none are on land, although longitude and latitude are probably swapped. */
  readonly keepOrder: boolean
  /**
   * Called in the order of the file with the rejected rows of a part, at most `MAX_LISTED_ROWS` of them, and the next bytes of
   * the file of rejected rows.
   */
  readonly onRejected: (rows: readonly RejectedRow[], bytes: Uint8Array) => Promise<void>
  readonly onProgress: (rows: number) => void
  readonly signal: AbortSignal
}

/** Tables are read by offset. */
export type EnrichInput =
  /** Each piece is consumed before the next is requested. */
  | { readonly format: LineFormat | 'geojson'; readonly bytes: AsyncIterable<Uint8Array | string> }
  | {
      readonly format: 'parquet' | 'gpkg' | 'shp'
      readonly path: string
      /** Table of a GeoPackage; null for the only one. */
      readonly layer?: string | null
    }

/** A request that is written in the format in which it is read. */
export interface PlainRequest extends Omit<EnrichRequest, 'input' | 'output'> {
  readonly input:
    | {
        readonly format: LineFormat
        readonly bytes: AsyncIterable<Uint8Array | string>
        /** What a line is called in messages. */
        readonly unit: 'Line' | 'Feature' | 'Row'
      }
    | { readonly format: 'parquet'; readonly path: string }
}

export interface EnrichReport {
  readonly rows: number
  readonly rejected: number
  /** Rows with a point in no boundary of the kinds to add. */
  readonly outside: number
  /** Of the added boundaries; to be shown wherever the file is used. */
  readonly attribution: string
}

/**
 * Yields the file with its new columns, in order; each piece is valid until the next is requested. Returns the report.
 * Rejects with a `PointsFault` if the file as a whole cannot be processed.
 */
export type Enrich = (request: EnrichRequest) => AsyncGenerator<Uint8Array, EnrichReport>

export type EnrichPlain = (request: PlainRequest) => AsyncGenerator<Uint8Array, EnrichReport>
