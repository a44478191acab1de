/** Messages between a pool and its threads. A thread does one piece of work at a time, and answers in order. */
import type { Failure, WorkName } from '../work.ts'

export type ToThread =
  /** Loads the code of the work. */
  | { readonly prepare: WorkName }
  | { readonly begin: WorkName; readonly task: unknown }
  | { readonly input: unknown }
  | { readonly inputEnds: true }

export type FromThread =
  | { readonly report: unknown }
  /** The work has processed a piece of input, in this processor time. */
  | { readonly processedMs: number }
  | ({ readonly result: unknown } & SpentTime)
  | (Failed & SpentTime)

export interface SpentTime {
  /** Processor time of the work that was not reported before. */
  readonly processorMs: number
  /** Processor time of the thread since it started. */
  readonly threadMs: number
}

export interface Failed {
  readonly error: unknown
  readonly failure: Failure
}
