/** Opens the feedback board for a public address of the service. */
import { createFeedback, type Feedback } from '../../platform/feedback/feedback.ts'
import { createNotices } from '../../platform/feedback/notices.ts'
import type { Mailer } from '../../platform/mail/ports.ts'
import { systemClock } from '../../util/clock.ts'
import { systemRandom } from '../../util/random.ts'
import type { Opening } from './opening.ts'

export const openFeedback = ({ storage, log, onClose }: Opening, mailer: Mailer) => {
  const notices = createNotices({ store: storage.feedback, mailer, log })
  onClose(notices.settled)
  return (baseUrl: string): Feedback =>
    createFeedback({ store: storage.feedback, notices, clock: systemClock, random: systemRandom, baseUrl })
}
