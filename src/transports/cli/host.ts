/**
 * The ports of the command line: its streams and the composed service. `src/app/bin.ts` supplies the real ones; tests supply their own
 * and run commands in-process.
 */
import type { LandTile } from '../../domain/area/ports.ts'
import type { BoundaryReference } from '../../domain/boundary/id.ts'
import type { ImportRecord, ImportRemoval } from '../../domain/catalog/ports.ts'
import type { Enrich } from '../../domain/enrich/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import type { PrefetchProgress, PrefetchSummary } from '../../domain/live/prefetch.ts'
import type { AllTilesRequest } from '../../domain/tiles/all-tiles.ts'
import type { ArchiveFacts } from '../../domain/tiles/pmtiles.ts'
import type { OpDescription } from '../../op/op-description.ts'
import type { AuditRecord } from '../../platform/audit/ports.ts'
import type { FeedbackStatus } from '../../platform/feedback/item.ts'
import type { Clock } from '../../util/clock.ts'
import type { Call, OpenFile } from '../client/call.ts'

export interface OutputStream {
  write(chunk: string | Uint8Array): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts; the reason is the name of the signal. */
  readonly signal: AbortSignal
}

/** An operation as described in the catalog, so that help loads neither handlers nor schemas. */
export type CommandOperation = Pick<
  OpDescription,
  | 'name'
  | 'group'
  | 'summary'
  | 'description'
  | 'access'
  | 'units'
  | 'long'
  | 'positional'
  | 'examples'
  | 'input'
  | 'output'
>

export interface ImportProgress {
  readonly phase: 'reading' | 'assembling' | 'placing' | 'storing' | 'tiles'
  readonly bytesRead: number
  readonly bytesTotal: number
  readonly elements: number
  /** Boundaries that the phase has finished. */
  readonly boundaries: number
  /** Blocks of tiles that are done, and how many there are. */
  readonly blocksDone: number
  readonly blocks: number
}

export interface ReportedBoundary {
  readonly id: string
  readonly name: string | null
  readonly adminLevel: number | null
  readonly reason: string
}

export interface SkippedBoundary extends ReportedBoundary {
  /** The extract cuts the boundary off. */
  readonly isCut?: boolean
}

export interface ImportReport {
  readonly boundaries: number
  readonly elements: number
  readonly levels: readonly { readonly adminLevel: number | null; readonly boundaries: number }[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose previous version stays in the catalog. */
  readonly kept: readonly ReportedBoundary[]
  /** Boundaries with texts that were cleaned before import; absent when there are none. */
  readonly cleaned?: readonly ReportedBoundary[]
  readonly coveredCountries: readonly string[]
  readonly timestamp: string | null
  readonly stored: {
    readonly added: number
    readonly replaced: number
    readonly unchanged: number
    readonly removed: number
  }
  /** Coastlines in the file, and land mask tiles that were redrawn from them. */
  readonly coast: { readonly ways: number; readonly tiles: number }
  /** Blocks of tiles with new files, and those left to their first requests; null where none were to be prepared. */
  readonly tiles: { readonly prepared: number; readonly left: number } | null
}

/** The service composed in this process for the local operator: no key, no units, no limits. */
export interface LocalService {
  readonly call: Call
  readonly openFile: OpenFile
  importFile(request: {
    readonly file: string
    /** Import the file even if the catalog has newer data for the same places. */
    readonly allowOlder: boolean
    /** Prepare the tiles around the imported boundaries after storing them. */
    readonly preparesTiles: boolean
    readonly onProgress: (progress: ImportProgress) => void
    readonly signal: AbortSignal
  }): Promise<ImportReport>
  listImports(): Promise<readonly ImportRecord[]>
  /** Null when there is no such import. */
  removeImport(id: number): Promise<ImportRemoval | null>
  /** Fetches a boundary and its subdivisions from OpenStreetMap into the store of fetched boundaries. */
  prefetch(request: {
    readonly reference: BoundaryReference
    /** Levels of subdivisions below the boundary. */
    readonly levels: number
    readonly onProgress: (progress: PrefetchProgress) => void
    readonly signal: AbortSignal
  }): Promise<PrefetchSummary>
  /** Adds to each point of a file the boundaries that contain it. */
  readonly enrich: Enrich
  /** Draws all tiles of a set, of one country or of all; null when there is no such boundary. */
  drawTiles(
    request: Omit<AllTilesRequest, 'boxes' | 'atOnce'> & { readonly country: string | null },
  ): Promise<Pick<ArchiveFacts, 'bounds' | 'metadata'> | null>
  createKey(request: {
    readonly email: string
    readonly plan: string | null
  }): Promise<{ readonly apiKey: string }>
  /** False when no account has the address. */
  setPlan(email: string, plan: string): Promise<boolean>
  sendProductUpdate(request: {
    readonly text: string
    /** False: only count the recipients. */
    readonly send: boolean
  }): Promise<{ readonly subject: string; readonly recipients: number }>
  setFeedbackStatus(
    id: number,
    change: {
      readonly status: FeedbackStatus
      readonly note: string | null
      readonly duplicateOf: number | null
    },
  ): Promise<'changed' | 'unchanged' | 'unknown_item' | 'unknown_original'>
  /** The audit trail, newest first; null when no account has the address. */
  listAudit(query: {
    readonly email: string | null
    readonly keyPrefix: string | null
    /** RFC 3339 UTC. */
    readonly since: string | null
    readonly limit: number
  }): Promise<readonly AuditRecord[] | null>
  close(): Promise<void>
}

/** One check of `metes doctor`. */
export interface HealthCheck {
  readonly name: string
  /** Resolves with the finding; rejects with a message that says what is wrong and how to fix it. */
  run(): Promise<string>
  /** Fixes the problem that `run` found; resolves with what it did. Absent when only the operator can fix it. */
  fix?(): Promise<string>
}

export interface CliHost {
  readonly version: string
  operations(): Promise<readonly CommandOperation[]>
  /**
   * `long`: runs work that takes seconds in worker threads, so that this process can show progress and be interrupted. `apiKey` names the
   * account for operations on an account.
   */
  openService(work?: { readonly long?: boolean; readonly apiKey?: string | undefined }): Promise<LocalService>
  /** Serves an agent on stdin and stdout until the agent closes them or the signal is aborted. */
  serveMcp(
    tools: {
      readonly call: Call
      readonly openFile: OpenFile
      readonly languages: readonly string[]
      /** Whether to offer tools about an account. */
      readonly offersAccount: boolean
    },
    signal: AbortSignal,
  ): Promise<void>
  /** Serves until the signal is aborted, then drains. */
  serve(signal: AbortSignal): Promise<void>
  healthChecks(): Promise<readonly HealthCheck[]>
  /** Opens an http address; does nothing when there is no browser. */
  openBrowser(address: string): void
  /** Opens a local file; does nothing when there is no browser. */
  openPage(path: string): void
  /** The land in a box, from the land mask on this machine. */
  landIn(box: BBox): Promise<readonly LandTile[]>
  /** Rejects as soon as the signal is aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>
  readonly clock: Clock
}
