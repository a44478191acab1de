/** Ports of mail. Stores are checked by `test/contract/mail-store.ts` and `email-preference-store.ts`. */
import type { MailKind, SwitchableKind } from './mail-kinds.ts'

export interface Mail {
  /** One bare address. */
  readonly to: string
  readonly kind: MailKind
  /** One line. */
  readonly subject: string
  /** The content rendered by `mailContent`. The layout with the unsubscribe link is added when the mail is sent. */
  readonly text: string
  readonly html: string
  /** A deduplication key: of several emails with the same key only the first is queued. */
  readonly once?: string
}

export interface Mailer {
  /**
   * Queues the mail durably. Drops mail of a switchable kind if the recipient has switched the kind off or has no account.
   */
  send(mail: Mail): Promise<void>
}

/** A mail in the queue. */
export interface QueuedMail extends Omit<Mail, 'once'> {
  /** Part of the Message-ID, so that receivers can drop duplicates. */
  readonly id: string
  /** The recipient's account, if there is one. */
  readonly accountId: string | null
  /** RFC 3339 UTC. */
  readonly createdAt: string
}

export interface ClaimedMail extends QueuedMail {
  /** Number of claims, including this one. */
  readonly attempts: number
}

/** Reserves emails for one sender until `untilMs`. */
export interface MailClaim {
  readonly claim: string
  readonly nowMs: number
  readonly untilMs: number
}

/** The queue. Mail stays in it until it is sent or given up. */
export interface MailStore {
  /** `urgency` 0 goes before 1. Returns false, without any change, if a mail with the same `once` was queued before. */
  put(
    mail: QueuedMail,
    how: { readonly urgency: 0 | 1; readonly dueMs: number; readonly once?: string },
  ): Promise<boolean>
  /** Claims due emails: urgent ones first, then those that have waited longest. Two claims never hold the same email. */
  claim(claim: MailClaim, limit: number): Promise<readonly ClaimedMail[]>
  /** Deletes a sent or unwanted mail. `remove`, `putOff` and `giveUp` return false if the claim has ended. */
  remove(id: string, claim: string): Promise<boolean>
  /** Schedules the next attempt. */
  putOff(id: string, claim: string, dueMs: number): Promise<boolean>
  /** Ends all attempts. Deletes the content, because a sign-in mail gives access to an account; keeps the reason. */
  giveUp(id: string, claim: string, why: { readonly reason: string; readonly at: string }): Promise<boolean>
  /** Deletes emails that were given up before the time. */
  forgetGivenUp(before: string): Promise<void>
  /** Returns the number of emails in the queue. */
  waiting(): Promise<number>
}

/** Kinds of mail that an account receives. The kinds keep their setting while `subscribed` is false. */
export interface EmailPreferences {
  /** False for no mail of any switchable kind. */
  readonly subscribed: boolean
  readonly kinds: Readonly<Record<SwitchableKind, boolean>>
}

export interface PreferenceChanges {
  readonly subscribed?: boolean
  /** Absent kinds keep their setting. */
  readonly kinds?: Readonly<Partial<Record<SwitchableKind, boolean>>>
}

export interface Recipient {
  readonly accountId: string
  readonly email: string
}

export interface EmailPreferenceStore {
  /** All kinds are on by default. Returns null for an account that does not exist. */
  find(accountId: string): Promise<EmailPreferences | null>
  /** Returns the account with the address and its preferences; null if no account has it. */
  findByEmail(
    email: string,
  ): Promise<{ readonly accountId: string; readonly preferences: EmailPreferences } | null>
  /** Returns the preferences after the change; null for an account that does not exist. */
  change(accountId: string, changes: PreferenceChanges): Promise<EmailPreferences | null>
  /** Returns accounts that want mail of the kind, sorted by id, after `afterId`. */
  wanting(
    kind: SwitchableKind,
    page: { readonly afterId: string; readonly limit: number },
  ): Promise<readonly Recipient[]>
}

/** Secrets of the service, shared by all its processes. Checked by `test/contract/secret-store.ts`. */
export interface SecretStore {
  /**
   * Returns the stored secret of the name, or stores the candidate if there is none. Concurrent calls get the same secret.
   */
  secretFor(name: string, candidate: string): Promise<string>
}

/** A complete mail with its layout, ready to send. */
export interface OutgoingMail extends Omit<QueuedMail, 'accountId'> {
  /** One POST here unsubscribes (RFC 8058); null for kinds that cannot be switched off. */
  readonly unsubscribeUrl: string | null
}

export interface MailTransport {
  /** Resolves when the next server has accepted the mail. Rejects with `MailRefusedError` if a retry cannot succeed. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The receiving server permanently refuses this mail. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
