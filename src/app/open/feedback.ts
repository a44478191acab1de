/** Opens the feedback board for a public address of the service. */
import { createFeedback, type Feedback } from '../../platform/feedback/feedback.ts'
import { createNotices } from '../../platform/feedback/notice-mails.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'

export type FeedbackParts = ReturnType<typeof openFeedback>

export const openFeedback = (
  { storage: { feedback: store }, log, clock, random }: Opening,
  { mailer }: MailParts,
) => {
  const notices = createNotices({ store, mailer, log })
  return {
    feedbackAt: (baseUrl: string): Feedback => createFeedback({ store, notices, clock, random, baseUrl }),
    close: notices.settled,
  }
}
