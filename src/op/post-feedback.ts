/** Posts an issue or a feature request to the feedback board. */
import type { Draft } from '../platform/feedback/feedback.ts'
import type { OpContext } from './context.ts'
import { withinDay, writerOf } from './feedback-outcomes.ts'
import { itemBody, similarBody, warningsBody } from './schema/feedback-schemas.ts'

export const postFeedback = async (context: OpContext, opName: string, draft: Draft) => {
  const posted = await context.services.feedback.post(writerOf(context, opName), draft)
  const { item, maskedFields, similar } = withinDay(posted, 'new feedback item')
  return { ...itemBody(item), warnings: warningsBody(maskedFields), similar: similarBody(similar) }
}
