/** A job: a long call that runs in the background. */

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export interface JobStep {
  readonly text: string
  readonly atMs: number
}

/** Everything that a process needs to run a job. */
export interface JobSpec {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly plan: string
  readonly op: string
  /** As sent by the caller. */
  readonly input: unknown
  readonly languages: readonly string[]
  /** The caller's size limit for a polygon in the answer; null for the service's. */
  readonly maxInlineBytes: number | null
  /** Address of the caller. */
  readonly address: string
  /** Request id of the call that created the job. */
  readonly requestId: string
  readonly units: number
  readonly createdAtMs: number
}

export interface Job extends JobSpec {
  readonly state: JobState
  readonly steps: readonly JobStep[]
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
  /** Time of its deletion; null until it ends. */
  readonly expiresAtMs: number | null
  /** Problem body of a failed job. */
  readonly problem: Readonly<Record<string, unknown>> | null
}

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => state !== 'queued' && state !== 'running'
