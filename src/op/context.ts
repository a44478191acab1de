/** What an operation is told about the call that it answers. */
import type { Caller } from '../platform/caller.ts'
import type { Services } from './services.ts'

export interface OpContext {
  readonly caller: Caller
  readonly requestId: string
  /** Aborted when the caller has gone. */
  readonly signal: () => AbortSignal
  /** Language tags that the caller reads, most wanted first; empty for the local names. */
  readonly languages: readonly string[]
  readonly services: Services
}
