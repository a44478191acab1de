/** Opens the feedback board for a public address of the service. */
import { createFeedback, type Feedback } from '../../platform/feedback/feedback.ts'
import { createNotices } from '../../platform/feedback/notices.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'

export type FeedbackParts = ReturnType<typeof openFeedback>

export const openFeedback = ({ storage, log }: Opening, { mailer }: MailParts) => {
  const notices = createNotices({ store: storage.feedback, mailer, log })
  return {
    feedbackAt: (baseUrl: string): Feedback =>
      createFeedback({ store: storage.feedback, notices, clock: systemClock, random: systemRandom, baseUrl }),
    close: notices.settled,
  }
}
