/** Mails news about an item to its author and upvoters, except to the person who caused it. */
import type { Log } from '../../util/log.ts'
import { type MailPart, mailContent } from '../mail/content.ts'
import type { Mailer } from '../mail/ports.ts'
import { type FeedbackStatus, type ItemSummary, STATUS_NAMES, type Writer } from './item.ts'
import type { FeedbackStore } from './ports.ts'

export interface News {
  readonly item: Pick<ItemSummary, 'id' | 'title'>
  /** The page of the item. */
  readonly url: string
  readonly by: Writer
  readonly event:
    | { readonly comment: string }
    | { readonly status: FeedbackStatus; readonly note: string | null }
}

export type Notices = ReturnType<typeof createNotices>

interface NoticesOptions {
  readonly store: Pick<FeedbackStore, 'followers'>
  readonly mailer: Mailer
  readonly log: Pick<Log, 'warn'>
}

export const createNotices = ({ store, mailer, log }: NoticesOptions) => {
  const running = new Set<Promise<void>>()

  const send = async ({ item, url, by, event }: News): Promise<void> => {
    const actor = by.kind === 'account' ? by.accountId : null
    const subject = `${headline(event)}: ${item.title.slice(0, MAX_TITLE_LENGTH).toWellFormed()}`
    const content = mailContent([...mailParts(item, by, event), { link: url, label: 'See it on the board' }])
    for (const { accountId, email } of await store.followers(item.id)) {
      if (accountId !== actor) await mailer.send({ to: email, kind: 'feedback_updates', subject, ...content })
    }
  }

  return {
    /** Queues the emails in the background, so that the caller does not wait for a thousand of them. */
    notify: (news: News) => {
      const sending: Promise<void> = send(news)
        .catch((error) => log.warn({ error, item: news.item.id }, 'queueing the emails about an item failed'))
        .finally(() => running.delete(sending))
      running.add(sending)
    },
    /** Resolves when all emails are queued. */
    settled: async () => {
      await Promise.all(running)
    },
  }
}

/** Longest title in a subject, which is one short line. */
const MAX_TITLE_LENGTH = 120

const headline = (event: News['event']): string =>
  'comment' in event ? 'New comment' : `Now ${STATUS_NAMES[event.status]}`

const mailParts = (item: News['item'], by: Writer, event: News['event']): readonly MailPart[] => {
  const name = `“${item.title}” (#${item.id})`
  const operator = 'The operator'
  if ('comment' in event)
    return [`${by.kind === 'operator' ? operator : 'Someone'} commented ${name}:`, { quote: event.comment }]
  const sentence = `${operator} set ${name} to ${STATUS_NAMES[event.status]}`
  return event.note === null ? [`${sentence}.`] : [`${sentence}:`, { quote: event.note }]
}
