/**
 * What the command line needs from outside: the streams it talks through, and the composed service.
 * `src/app/bin.ts` supplies the real ones; tests supply their own and run commands in-process.
 */
import type { LandTile } from '../../domain/area/ports.ts'
import type { ImportRecord, ImportRemoval } from '../../domain/catalog/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
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
  /** Aborted when the user interrupts; its reason is the name of the signal. */
  readonly signal: AbortSignal
}

/** An operation as commands see it: its entry in the catalog, so that showing help loads neither handlers nor schemas. */
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
>

export interface ImportProgress {
  readonly phase: 'reading' | 'assembling' | 'placing' | 'storing'
  readonly bytesRead: number
  readonly bytesTotal: number
  readonly elements: number
  /** Boundaries that the phase has done with. */
  readonly boundaries: number
}

export interface ReportedBoundary {
  readonly id: string
  readonly name: string | null
  readonly adminLevel: number | null
  readonly reason: string
}

export interface SkippedBoundary extends ReportedBoundary {
  /** The file ends before the boundary does. */
  readonly isCut?: boolean
}

export interface ImportReport {
  readonly boundaries: number
  readonly elements: number
  readonly levels: readonly { readonly adminLevel: number | null; readonly boundaries: number }[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose older version stays in the catalog. */
  readonly kept: readonly ReportedBoundary[]
  /** Boundaries with texts that were changed before they were taken; left out where there are none. */
  readonly cleaned?: readonly ReportedBoundary[]
  readonly coveredCountries: readonly string[]
  readonly timestamp: string | null
  readonly stored: {
    readonly added: number
    readonly replaced: number
    readonly unchanged: number
    readonly removed: number
  }
  /** Coastlines in the file, and tiles of the land mask that are drawn anew from them. */
  readonly coast: { readonly ways: number; readonly tiles: number }
}

/** The service composed in this process, acting for the local operator: no key, no units, no limits. */
export interface LocalService {
  readonly call: Call
  readonly openFile: OpenFile
  importFile(request: {
    readonly file: string
    /** Take the file although the catalog has newer data of the same places. */
    readonly allowOlder: boolean
    readonly onProgress: (progress: ImportProgress) => void
    readonly signal: AbortSignal
  }): Promise<ImportReport>
  listImports(): Promise<readonly ImportRecord[]>
  /** Null when there is no such import. */
  removeImport(id: number): Promise<ImportRemoval | null>
  createKey(request: {
    readonly email: string
    readonly plan: string | null
  }): Promise<{ readonly apiKey: string }>
  /** False when no account has the address. */
  setPlan(email: string, plan: string): Promise<boolean>
  sendProductUpdate(request: {
    readonly text: string
    /** False: only counts. */
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
  /** The audit trail, the last first; null when no account has the address. */
  listAudit(query: {
    readonly email: string | null
    readonly keyPrefix: string | null
    /** RFC 3339 UTC. */
    readonly since: string | null
    readonly limit: number
  }): Promise<readonly AuditRecord[] | null>
  close(): Promise<void>
}

/** One thing that `metes doctor` looks at. */
export interface HealthCheck {
  readonly name: string
  /** Resolves with what was found; rejects with an error whose message says what is wrong and what to do. */
  run(): Promise<string>
  /** Mends what `run` found to be wrong; resolves with what it did. Left out where only the operator can. */
  fix?(): Promise<string>
}

export interface CliHost {
  readonly version: string
  operations(): Promise<readonly CommandOperation[]>
  /**
   * `long`: for work of seconds, which threads of its own do, so that this process can show its steps and be interrupted. `apiKey`
   * names the account that operations about an account are for.
   */
  openService(work?: { readonly long?: boolean; readonly apiKey?: string | undefined }): Promise<LocalService>
  /** Speaks to an agent on stdin and stdout, until that closes them or the signal is aborted. */
  serveMcp(
    tools: { readonly call: Call; readonly languages: readonly string[] },
    signal: AbortSignal,
  ): Promise<void>
  /** Serves until the signal is aborted, then drains. */
  serve(signal: AbortSignal): Promise<void>
  healthChecks(): Promise<readonly HealthCheck[]>
  /** Does nothing where there is no browser. */
  openBrowser(address: string): void
  /** The same with a file. */
  openPage(path: string): void
  /** Where land is, by the mask on this machine. */
  landIn(box: BBox): Promise<readonly LandTile[]>
  /** Rejects as soon as the signal is aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>
  readonly clock: Clock
}
