/** The context of a call, passed to its handler. */
import { type Caller, ownerOf } from '../platform/caller.ts'
import type { ProcessorTime } from '../util/processor-time.ts'
import type { WorkOwner } from '../util/work-owner.ts'
import type { OnProgress } from './progress.ts'
import type { Services } from './services.ts'

export interface CallOwner extends WorkOwner {
  readonly processorTime: ProcessorTime
}

export const workOwnerOf = (caller: Caller, processorTime: ProcessorTime): CallOwner => ({
  name: ownerOf(caller),
  isAnonymous: caller.kind === 'anonymous',
  processorTime,
})

export interface OpContext {
  readonly caller: Caller
  /** Address of the caller; null for the operator's own machine. */
  readonly address: string | null
  readonly requestId: string
  /** Aborted when the caller disconnects. */
  readonly signal: () => AbortSignal
  /** Preferred language tags, best first; empty for local names. */
  readonly languages: readonly string[]
  /** A larger geometry is stored in a file, and the Feature has its `download_url`. */
  readonly maxInlineBytes: number
  /** Reports the current step of a `long` operation in words: "Merging 5 boundaries". */
  readonly progress: OnProgress
  /** Marks the answer as cached, for the usage counts. */
  readonly cacheHit: () => void
  /** The caller as the owner of work; its processor time is what the call costs. */
  readonly owner: CallOwner
  readonly services: Services
}
