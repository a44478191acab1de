/** Opens mail: the queue, its delivery, and the links that unsubscribe. */
import { join } from 'node:path'
import { createDelivery, type MailDelivery, SEND_EVERY_MS } from '../../platform/mail/delivery.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { createUnsubscribes } from '../../platform/mail/unsubscribe.ts'
import { openUnsubscribeTokens } from '../../platform/mail/unsubscribe-tokens.ts'
import type { Figure } from '../../util/figure.ts'
import { lazily } from '../../util/lazily.ts'
import type { Opening } from './opening.ts'

export type MailParts = ReturnType<typeof openMail>

export const openMail = ({ config, storage, log, clock, random }: Opening) => {
  const { emailPreferences } = storage
  const mailer = createMailer({ store: storage.mails, preferences: emailPreferences, clock, random })
  // Created when the first mail needs it: most commands never do.
  const unsubscribeTokens = lazily(() => openUnsubscribeTokens(storage.secrets, random)).get
  let delivery: MailDelivery | null = null
  const openDelivery = (baseUrl: string): void => {
    const { smtpUrl, mailFrom: from, dataDir } = config
    // Loaded with the first mail: nodemailer brings Node's whole HTTP client with it, a sixth of a server's start.
    const transport = lazily(async () => {
      const { openMailTransport } = await import('../../mail/open-mail.ts')
      return openMailTransport({ smtpUrl, from, baseUrl, directory: join(dataDir, 'outbox'), log })
    })
    delivery = createDelivery({
      store: storage.mails,
      preferences: emailPreferences,
      transport: {
        deliver: async (...mail) => (await transport.get()).deliver(...mail),
        close: async () => (await transport.opened())?.close(),
      },
      openTokens: unsubscribeTokens,
      baseUrl,
      clock,
      random,
      log,
    })
  }
  const unsubscribes = createUnsubscribes(emailPreferences, unsubscribeTokens)
  return {
    mailer,
    emailPreferences,
    unsubscribes,
    openDelivery,
    figures: [
      {
        name: 'metes_mails_waiting',
        help: 'Mails in the queue that all processes share, sent ones and those that were given up excluded.',
        kind: 'gauge',
        across: 'max',
        read: async () => [{ value: await storage.mails.waiting() }],
      },
      {
        name: 'metes_mails_total',
        help: 'Attempts to deliver a mail, by how they ended.',
        kind: 'counter',
        read: () =>
          Object.entries(delivery?.outcomes ?? {}).map(([outcome, value]) => ({
            value,
            labels: { outcome },
          })),
      },
    ] satisfies readonly Figure[],
    chores: [
      { name: 'mail: processing the queue', everyMs: SEND_EVERY_MS, run: async () => delivery?.run() },
    ],
    close: () => delivery?.close(),
  }
}
