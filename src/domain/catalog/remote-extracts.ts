/** Extracts on servers, which an import downloads. */
import type { ImportReport } from './import-report.ts'

/** As the operator names it: the address of a file, or a region by id, name or ISO code. */
export type WantedExtract = { readonly url: string } | { readonly region: string }

export interface RemoteExtract {
  /** As the operator named it. */
  readonly wanted: string
  /** Id and name of the region; null for an address. */
  readonly region: { readonly id: string; readonly name: string } | null
  readonly url: string
}

/** What a server says of a file without sending it. */
export interface RemoteFile {
  /** Null if the server does not say. */
  readonly bytes: number | null
  /** RFC 3339 UTC; null if the server does not say. */
  readonly modifiedAt: string | null
}

export interface DownloadProgress {
  /** `waiting`: another process downloads the same file. */
  readonly phase: 'waiting' | 'downloading'
  readonly bytesDone: number
  /** Bytes that an interrupted download had left behind. */
  readonly bytesResumed: number
  /** Null if the server does not say. */
  readonly bytesTotal: number | null
}

export type RemoteImport =
  | { readonly outcome: 'imported'; readonly file: string; readonly report: ImportReport }
  /** The server still has the file that was imported then (RFC 3339 UTC), and the catalog has it, too. */
  | { readonly outcome: 'unchanged'; readonly file: string; readonly importedAt: string }

/** A region of the index of extracts. */
export interface ExtractRegion {
  readonly id: string
  readonly name: string
  /** Id of the region that contains it; null for a continent. */
  readonly parent: string | null
  /** ISO 3166-1 alpha-2 and ISO 3166-2 codes that the index gives it. */
  readonly codes: readonly string[]
  readonly url: string
}
