/** What an operation is told about the call that it answers. */
import type { Caller } from '../platform/caller.ts'
import type { OnProgress } from './progress.ts'
import type { Services } from './services.ts'

export interface OpContext {
  readonly caller: Caller
  /** From where the call comes; null for the operator's own machine. */
  readonly address: string | null
  readonly requestId: string
  /** Aborted when the caller has gone. */
  readonly signal: () => AbortSignal
  /** Language tags that the caller reads, most wanted first; empty for the local names. */
  readonly languages: readonly string[]
  /** Tells whoever waits what is being done now, in words: "Uniting 5 boundaries". For operations that are `long`. */
  readonly progress: OnProgress
  /** To be called when the answer was ready: usage tells it apart. */
  readonly cacheHit: () => void
  readonly services: Services
}
