/** Shared by the operations of the feedback board: the author, posting, and the problems of the board. */
import type { OpContext } from '../../op/context.ts'
import { problem } from '../../op/problem/problem.ts'
import { itemBody, similarBody, warningsBody } from '../../op/schema/feedback-schemas.ts'
import type { DayFull } from '../../platform/feedback/day-limit.ts'
import type { FeedbackDraft } from '../../platform/feedback/feedback.ts'
import type { Writer } from '../../platform/feedback/item.ts'

/** Returns the author; at the command line, the operator. */
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

/** Posts an issue or a feature request. */
export const postFeedback = async (context: OpContext, opName: string, draft: FeedbackDraft) => {
  const posted = await context.services.feedback.post(writerOf(context, opName), draft)
  const { item, maskedFields, similar } = withinDay(posted, 'new feedback item')
  return { ...itemBody(item), warnings: warningsBody(maskedFields), similar: similarBody(similar) }
}
