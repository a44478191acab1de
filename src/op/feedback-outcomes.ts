/** Turns failed outcomes of the feedback board into problems. */
import type { DayFull } from '../platform/feedback/day-limit.ts'
import type { Writer } from '../platform/feedback/item.ts'
import type { OpContext } from './context.ts'
import { problem } from './problem/problem.ts'

/** The writer of feedback; anonymous callers are refused. */
export const writerOf = ({ caller }: OpContext, opName: string): Writer => {
  if (caller.kind !== 'anonymous') return caller
  throw problem('unauthorized', { reason: 'missing', what: opName })
}

export const foundItem = <T>(outcome: T | null, id: number): T => {
  if (outcome !== null) return outcome
  throw problem('not_found', { what: 'feedback item', id: String(id) })
}

export const withinDay = <T extends object>(outcome: T | DayFull, noun: string): T => {
  if (!('dayFull' in outcome)) return outcome
  throw problem('rate_limited', {
    noun,
    maxPerDay: outcome.max,
    retryAfterSeconds: outcome.retryAfterSeconds,
  })
}
