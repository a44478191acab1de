/** Opens mail: the queue, its delivery, and the links that unsubscribe. */
import { createDelivery, type MailDelivery } from '../../platform/mail/delivery.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import type { MailTransport } from '../../platform/mail/ports.ts'
import { createUnsubscribes } from '../../platform/mail/unsubscribe.ts'
import { openUnsubscribeTokens } from '../../platform/mail/unsubscribe-tokens.ts'
import { systemClock } from '../../util/clock.ts'
import { lazily } from '../../util/lazily.ts'
import { systemRandom } from '../../util/random.ts'
import type { Opening } from './opening.ts'

export const openMail = ({ storage, log }: Opening) => {
  const mailer = createMailer({
    store: storage.mails,
    preferences: storage.emailPreferences,
    clock: systemClock,
    random: systemRandom,
  })
  // Created when the first mail needs it: most commands never do.
  const unsubscribeTokens = lazily(() => openUnsubscribeTokens(storage.secrets, systemRandom)).get
  const openDelivery = (transport: MailTransport, baseUrl: string): MailDelivery =>
    createDelivery({
      store: storage.mails,
      preferences: storage.emailPreferences,
      transport,
      openTokens: unsubscribeTokens,
      baseUrl,
      clock: systemClock,
      random: systemRandom,
      log,
    })
  const unsubscribes = createUnsubscribes(storage.emailPreferences, unsubscribeTokens)
  return { mailer, unsubscribes, openDelivery }
}
