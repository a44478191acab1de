/**
 * Delivers queued mail. A mail is claimed for longer than sending may take, and removed when the transport has accepted it.
 * If the process dies in between, another one sends the mail again with the same Message-ID.
 */
import { type Clock, DAY_MS, rfc3339 } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { type Random, randomId } from '../../util/random.ts'
import { laidOut } from './layout.ts'
import { isSwitchable, KIND_WORDS, type MailKind } from './mail-kinds.ts'
import {
  type ClaimedMail,
  type EmailPreferenceStore,
  MailRefusedError,
  type MailStore,
  type MailTransport,
  type OutgoingMail,
} from './ports.ts'
import { wants } from './preferences.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

/** An attempt that failed puts the mail off, or was the last one. */
type MailOutcome = 'sent' | 'put_off' | 'given_up' | 'unwanted'

export type MailDelivery = ReturnType<typeof createDelivery>

interface DeliveryOptions {
  readonly store: MailStore
  readonly preferences: Pick<EmailPreferenceStore, 'find'>
  readonly transport: MailTransport
  readonly openTokens: () => Promise<Pick<UnsubscribeTokens, 'make'>>
  readonly baseUrl: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export const SEND_EVERY_MS = 1_000

export const createDelivery = (options: DeliveryOptions) => {
  const { store, preferences, transport, clock, random, log } = options
  const closing = new AbortController()
  let isClosing = false
  let running: Promise<void> | null = null
  const outcomes: Record<MailOutcome, number> = { sent: 0, put_off: 0, given_up: 0, unwanted: 0 }

  const isUnwanted = async ({ kind, accountId }: ClaimedMail): Promise<boolean> => {
    if (!isSwitchable(kind)) return false
    const current = accountId === null ? null : await preferences.find(accountId)
    return current === null || !wants(current, kind)
  }

  const giveUp = async (mail: ClaimedMail, claim: string, reason: string): Promise<void> => {
    const nowMs = clock.now()
    outcomes.given_up++
    log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason }, 'mail: gave up')
    await store.giveUp(mail.id, claim, { reason, at: rfc3339(nowMs) })
    await store.forgetGivenUp(rfc3339(nowMs - GIVEN_UP_KEPT_MS))
  }

  const deliver = async (mail: ClaimedMail, claim: string): Promise<void> => {
    const max = MAX_ATTEMPTS[mail.kind]
    if (mail.attempts > max) return giveUp(mail, claim, 'Every attempt was interrupted.')
    if (await isUnwanted(mail)) {
      outcomes.unwanted++
      await store.remove(mail.id, claim)
      return
    }
    try {
      const inTime = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
      await transport.deliver(await outgoing(mail, options), inTime)
    } catch (error) {
      const reason = deliveryFault(error)
      if (error instanceof MailRefusedError || mail.attempts === max) return giveUp(mail, claim, reason)
      const waitMs = WAITS_MS[mail.attempts - 1]
      outcomes.put_off++
      log.warn(
        { mail: mail.id, kind: mail.kind, attempts: mail.attempts, waitMs, reason },
        'mail: delivery failed, will retry',
      )
      await store.putOff(mail.id, claim, clock.now() + waitMs)
      return
    }
    outcomes.sent++
    if (await store.remove(mail.id, claim)) log.debug({ mail: mail.id, kind: mail.kind }, 'mail: sent')
  }

  const work = async (): Promise<void> => {
    while (!isClosing) {
      const nowMs = clock.now()
      const claim = randomId(random, CLAIM_LETTERS)
      const mails = await store.claim({ claim, nowMs, untilMs: nowMs + CLAIM_MS }, CLAIMED_AT_ONCE)
      if (mails.length === 0) return
      const ends = await Promise.allSettled(mails.map((mail) => deliver(mail, claim)))
      // If the store failed, the mail becomes due again when the claim ends.
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    }
  }

  return {
    /** Attempts of this process so far, by how they ended. */
    outcomes: outcomes as Readonly<typeof outcomes>,
    /** Sends all mail that is due. Call it every `SEND_EVERY_MS`. */
    run: () => {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    /** Starts no more emails and waits a moment for those in progress. */
    close: async () => {
      isClosing = true
      const impatient = setTimeout(
        () => closing.abort(new Error('The service is stopping.')),
        DRAIN_TIMEOUT_MS,
      )
      await running?.catch(() => {})
      clearTimeout(impatient)
      await transport.close()
    },
  }
}

const SEND_TIMEOUT_MS = 60_000
/** Longer than sending may take, so that no other process sends the same mail. */
const CLAIM_MS = 2 * SEND_TIMEOUT_MS
const CLAIMED_AT_ONCE = 4
/** How long a mail that could not be delivered is kept. */
const GIVEN_UP_KEPT_MS = 30 * DAY_MS
/** Calls in progress have had most of the time in which a server stops. Interrupted mails are sent again. */
const DRAIN_TIMEOUT_MS = 1_000

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Delays after the first attempt, the second, and so on: a day in total. Greylisting servers accept mail after some minutes. */
const WAITS_MS = [
  10_000,
  30_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]

/** A late sign-in link is useless, so sign-in emails are tried less often. */
const MAX_ATTEMPTS: Readonly<Record<MailKind, number>> = {
  sign_in: 5,
  security: WAITS_MS.length + 1,
  operator: WAITS_MS.length + 1,
  product_updates: WAITS_MS.length + 1,
  usage_alerts: WAITS_MS.length + 1,
  feedback_updates: WAITS_MS.length + 1,
}

const CLAIM_LETTERS = 16

const outgoing = async (
  mail: ClaimedMail,
  { openTokens, baseUrl }: DeliveryOptions,
): Promise<OutgoingMail> => {
  const { id, to, kind, accountId, subject, createdAt } = mail
  const unsubscribe =
    isSwitchable(kind) && accountId !== null
      ? {
          url: `${baseUrl}/unsubscribe?token=${(await openTokens()).make({ accountId, kind })}`,
          kindWords: KIND_WORDS[kind],
        }
      : null
  return {
    id,
    to,
    kind,
    subject,
    createdAt,
    ...laidOut({ ...mail, baseUrl, unsubscribe }),
    unsubscribeUrl: unsubscribe?.url ?? null,
  }
}

const MAX_REASON_LENGTH = 500

/** Cleans and shortens the message, which comes from another server. */
const deliveryFault = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
