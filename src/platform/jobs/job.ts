/** A long call that is answered later: what is known of it while it waits, while it runs, and when it has ended. */

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export interface JobStep {
  readonly text: string
  readonly atMs: number
}

/** What a job does, and for whom; enough for any process to run it. */
export interface JobSpec {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly plan: string
  readonly op: string
  /** As the caller wrote it. */
  readonly input: unknown
  readonly languages: readonly string[]
  /** Address of the caller. */
  readonly address: string
  /** Of the call that asked for it. */
  readonly requestId: string
  readonly units: number
  readonly createdAtMs: number
}

export interface Job extends JobSpec {
  readonly state: JobState
  readonly steps: readonly JobStep[]
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
  /** When it is forgotten; null while it has not ended. */
  readonly expiresAtMs: number | null
  /** Body of the problem that a failed job ended with. */
  readonly problem: Readonly<Record<string, unknown>> | null
}

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => state !== 'queued' && state !== 'running'
