/**
 * The ports of the command line: its streams and the composed service. `src/app/bin.ts` supplies the real ones; tests supply their own
 * and run commands in-process.
 */
import type { LandTile } from '../../domain/area/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import type { OpDescription } from '../../op/op-description.ts'
import type { BackupOptions, Backups } from '../../platform/backup/ports.ts'
import type { ScheduledBackup } from '../../platform/backup/schedule.ts'
import type { Publishing } from '../../platform/publishing/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { CallOperation, OpenFile } from '../client/command-call.ts'

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
export type CommandOperation = Omit<
  OpDescription,
  'read_only' | 'idempotency_key' | 'routes' | 'media_type' | 'errors'
>

/** Runs operations in this process for the local operator: no key, no units, no limits. */
export interface LocalCalls {
  readonly call: CallOperation
  readonly openFile: OpenFile
}

export interface BackupCommands extends Pick<Backups, 'write' | 'verify' | 'restore'> {
  /** Null if the settings name no place for scheduled backups. Resolves with null if another process writes one. */
  readonly writeScheduled: ((options: BackupOptions) => Promise<ScheduledBackup | null>) | null
}

export interface PublishingCommands extends Publishing {
  readonly createSigningKey: () => Promise<{ readonly privateKey: string; readonly publicKey: string }>
  /** Where versions are published, without credentials; null if METES_CATALOG_URL is not set, and then all the others reject. */
  readonly place: string | null
}

/** One check of `metes doctor`. */
export interface HealthCheck {
  readonly name: string
  /** Resolves with the finding; rejects with a message that says what is wrong and how to fix it. */
  run(): Promise<string>
  /** Fixes the problem that `run` found; resolves with what it did. Absent when only the operator can fix it. */
  fix?(): Promise<string>
}

/** `Needs` is what a command uses of the service in this process: each command declares it, and `app/main.ts` opens it. */
export interface CliHost<Needs = unknown> {
  readonly version: string
  operations(): Promise<readonly CommandOperation[]>
  /**
   * `long`: runs work that takes seconds in worker threads, so that this process can show progress and be interrupted. `apiKey` names the
   * account for operations on an account.
   */
  openService(work?: {
    readonly long?: boolean
    readonly apiKey?: string | undefined
  }): Promise<Needs & { close(): Promise<void> }>
  /** Serves an agent on stdin and stdout until the agent closes them or the signal is aborted. */
  serveMcp(
    tools: {
      readonly call: CallOperation
      readonly openFile: OpenFile
      readonly languages: readonly string[]
      /** Whether to offer tools about an account. */
      readonly offersAccount: boolean
    },
    signal: AbortSignal,
  ): Promise<void>
  /** Serves until the signal is aborted, then drains. With a number of processes, a primary supervises them; null for this process alone. */
  serve(processes: number | null, signal: AbortSignal): Promise<void>
  /** Replaces the processes of the service that runs on the data directory. `replaced` is their number; null if none runs there. */
  reload(signal: AbortSignal): Promise<{ readonly dataDir: string; readonly replaced: number | null }>
  healthChecks(): Promise<readonly HealthCheck[]>
  /** Writes, verifies and restores backups of the data that the settings name. */
  backups(): Promise<BackupCommands>
  /** Publishes versions of the catalog of this machine where the settings say. */
  publishing(): Promise<PublishingCommands>
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
