/**
 * Tables of units, daily usage, calls and jobs, the same in both databases. `migrations.ts` creates them. Where a table says
 * no more, its columns are the fields of the ports.
 */
import type { Transaction } from 'kysely'
import type { AccountFile } from '../../../platform/file-allowance.ts'
import type { IdempotentCall } from '../../../platform/idempotency/ports.ts'
import type { Job } from '../../../platform/jobs/job.ts'
import type { UnitHold, UsageCount } from '../../../platform/ports.ts'
import type { StoreDatabase } from '../store-database.ts'

/** Fields of a job that are stored as JSON. */
type Encoded = 'input' | 'languages' | 'steps' | 'problem'

export interface UnitTables {
  /** `used` is the sum of spent and held units. */
  unitMonth: { accountId: string; month: string; used: number }
  unitHold: UnitHold & { month: string }
  /** In PostgreSQL only: journals of `leased/spending-journal.ts`, and how much of them is counted. */
  unitJournal: { id: string; owner: string; applied: number; endedAtMs: number | null }
  /** The processes that may hold units. */
  unitOwner: { id: string; aliveUntilMs: number }
  usageDay: UsageCount
  /** Calls with an Idempotency-Key. */
  keyedCall: Omit<IdempotentCall, 'nowMs'> & {
    createdAtMs: number
    /** 1 if it was answered. */
    answered: number
    mediaType: string | null
    /** Brotli. */
    body: Uint8Array | null
    jobId: string | null
  }
  job: Omit<Job, Encoded> & { [Column in Exclude<Encoded, 'problem'>]: string } & {
    problem: string | null
    holdId: string | null
    /** Process and attempt that run it. */
    owner: string | null
    claim: string | null
    /** Starts that a stopping process did not take back: in a queued job, the processes that died while they ran it. */
    tries: number
    /** Those that died while they ran only this job. */
    crashes: number
    notBeforeMs: number
    mediaType: string | null
    /** Brotli. */
    body: Uint8Array | null
  }
  /** One row. Updating it locks the queue until the transaction ends. */
  jobTurn: { turns: number }
  /** Expiring files, by the account that they count for. */
  accountFile: AccountFile
  /** Updating an account's row locks its files until the transaction ends. */
  accountFileTurn: { accountId: string; turns: number }
  /** Taken by a process until it ends it, or until the moment. */
  liveLease: { name: string; owner: string; untilMs: number }
  /** Those who wait for a server, in all processes: a row for each asker of a request. */
  liveLine: { line: string; owner: string; asker: string; sinceMs: number; untilMs: number }
  /** Last time at which a server worked for an asker. */
  liveServed: { line: string; asker: string; atMs: number }
  /** Time of the next request to a server. */
  liveMoment: { name: string; nextMs: number }
  /** `day` is `2026-01-31`, in UTC. */
  liveDay: { day: string; requests: number; bytes: number }
  /** Answers of the live map. */
  liveAnswer: { key: string; outcome: string; atMs: number }
  /** In PostgreSQL only: servers that run. `imports` is JSON. */
  catalogServer: { id: string; imports: string; seenMs: number }
  /** In PostgreSQL only. One row: see `fetched/fetched-log.ts`. */
  fetchedLog: {
    store: string
    lastSequence: number
    /** Of the changes after the file. */
    changeBytes: number
    /** Null if the log begins without a file. */
    fileId: string | null
    fileSequence: number | null
    fileBytes: number | null
    fileSha256: string | null
  }
  /** In PostgreSQL only: changes of the store of fetched boundaries. The first place has no body. */
  fetchedChange: { sequence: number; mark: string; body: Uint8Array | null }
  /** In PostgreSQL only: parts of the file with which the log begins. */
  fetchedPart: { file: string; number: number; bytes: Uint8Array }
}

export type UnitDatabase = StoreDatabase<UnitTables>
export type UnitTransaction = Transaction<UnitTables>
