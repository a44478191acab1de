/** Checks mail and queues it if the recipient wants this kind. */
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { type Random, randomId } from '../../util/random.ts'
import { isEmailAddress } from '../email-address.ts'
import { isSwitchable } from './mail-kinds.ts'
import type { EmailPreferenceStore, Mailer, MailStore } from './ports.ts'
import { wants } from './preferences.ts'

export interface MailerOptions {
  readonly store: Pick<MailStore, 'put'>
  readonly preferences: Pick<EmailPreferenceStore, 'findByEmail'>
  readonly clock: Clock
  readonly random: Random
}

export const createMailer = ({ store, preferences, clock, random }: MailerOptions): Mailer => ({
  send: async ({ to, kind, subject, text, html, once }) => {
    requireAddress(to)
    requireLine(subject)
    const email = to.toLowerCase()
    const known = await preferences.findByEmail(email)
    if (isSwitchable(kind) && (known === null || !wants(known.preferences, kind))) return
    const nowMs = clock.now()
    await store.put(
      {
        id: randomId(random, ID_LETTERS),
        accountId: known?.accountId ?? null,
        to: email,
        kind,
        subject,
        text,
        html,
        createdAt: rfc3339(nowMs),
      },
      { urgency: isSwitchable(kind) ? 1 : 0, dueMs: nowMs, once },
    )
  },
})

const ID_LETTERS = 24

const requireAddress = (to: string): void => {
  if (!isEmailAddress(to)) throw new Error('A mail must have exactly one recipient.')
}

const MAX_SUBJECT_LENGTH = 300

/** Rejects a line break in a subject, which could inject a header. */
const requireLine = (subject: string): void => {
  if (subject.length > MAX_SUBJECT_LENGTH || /[\p{Cc}\u2028\u2029]/u.test(subject)) {
    throw new Error('The subject of a mail must be one short line.')
  }
}
