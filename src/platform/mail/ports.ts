/** What mail needs from outside. Stores are checked by `test/contract/mail-store.ts` and `email-preference-store.ts`. */
import type { MailKind, SwitchableKind } from './kinds.ts'

export interface Mail {
  /** One bare address. */
  readonly to: string
  readonly kind: MailKind
  /** One line. */
  readonly subject: string
  /** What the mail says, as `mailContent` makes it. The layout, with the way to unsubscribe, is put around it when it is sent. */
  readonly text: string
  readonly html: string
  /** A name for the event that the mail tells of: however often it is sent under the name, it is queued once. */
  readonly once?: string
}

export interface Mailer {
  /**
   * Puts the mail into the queue, from which it is sent soon, also after a crash. Mail of a kind that its reader has switched off
   * is dropped, and so is mail of these kinds to who has no account.
   */
  send(mail: Mail): Promise<void>
}

/** A mail as it is queued. */
export interface QueuedMail {
  /** Part of the Message-ID, so that a receiver can tell a double. */
  readonly id: string
  /** Whose address it is, as far as there is an account. */
  readonly accountId: string | null
  readonly to: string
  readonly kind: MailKind
  readonly subject: string
  readonly text: string
  readonly html: string
  /** RFC 3339 UTC. */
  readonly createdAt: string
}

export interface ClaimedMail extends QueuedMail {
  /** How often it was claimed, this time included. */
  readonly attempts: number
}

/** Who holds a mail: nobody else is given it until the time is over. */
export interface MailClaim {
  readonly claim: string
  readonly nowMs: number
  readonly untilMs: number
}

/** The queue. Mail stays in it until it is sent or given up. */
export interface MailStore {
  /** `urgency` 0 goes before 1. False, and nothing has changed, when a mail was put in under the same `once` before. */
  put(
    mail: QueuedMail,
    how: { readonly urgency: 0 | 1; readonly dueMs: number; readonly once?: string },
  ): Promise<boolean>
  /** Mails that are due, the urgent ones first, then those that have waited longest. Two claims never hold one mail. */
  claim(claim: MailClaim, limit: number): Promise<readonly ClaimedMail[]>
  /** It was sent, or is not wanted any more: nothing of it stays. The three are false when the claim does not hold any more. */
  remove(id: string, claim: string): Promise<boolean>
  /** Its next time is then. */
  putOff(id: string, claim: string, dueMs: number): Promise<boolean>
  /** It is not tried again. What it says is forgotten, as that may open an account; the reason is kept. */
  giveUp(id: string, claim: string, why: { readonly reason: string; readonly at: string }): Promise<boolean>
  /** Forgets what was given up before the time. */
  forgetGivenUp(before: string): Promise<void>
  /** How many mails wait. */
  waiting(): Promise<number>
}

/** What an account wants to be sent. Switches keep their setting while nothing at all is wanted. */
export interface EmailPreferences {
  /** False: none of the kinds. */
  readonly subscribed: boolean
  readonly kinds: Readonly<Record<SwitchableKind, boolean>>
}

export interface PreferenceChanges {
  readonly subscribed?: boolean
  /** Kinds that are not named keep their setting. */
  readonly kinds?: Readonly<Partial<Record<SwitchableKind, boolean>>>
}

export interface Recipient {
  readonly accountId: string
  readonly email: string
}

export interface EmailPreferenceStore {
  /** Everything is wanted until something else is said. Null for an account that does not exist. */
  find(accountId: string): Promise<EmailPreferences | null>
  /** Whose address it is; null when no account has it. */
  findByEmail(
    email: string,
  ): Promise<{ readonly accountId: string; readonly preferences: EmailPreferences } | null>
  /** The preferences after the change; null for an account that does not exist. */
  change(accountId: string, changes: PreferenceChanges): Promise<EmailPreferences | null>
  /** Accounts that want mail of the kind, by id, from after the given one on. */
  wanting(
    kind: SwitchableKind,
    page: { readonly afterId: string; readonly limit: number },
  ): Promise<readonly Recipient[]>
}

/** Secrets of the service itself, the same for all its processes. Checked by `test/contract/secret-store.ts`. */
export interface SecretStore {
  /** The secret of the name: the candidate, or the one that was first. Two calls at once get the same. */
  secretFor(name: string, candidate: string): Promise<string>
}

/** A mail as it goes out: complete, with its layout. */
export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly kind: MailKind
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly createdAt: string
  /** Where one POST unsubscribes (RFC 8058); null for kinds that cannot be switched off. */
  readonly unsubscribeUrl: string | null
}

export interface MailTransport {
  /** Resolves when somebody else has taken the mail over. Rejects with `MailRefusedError` when trying again is in vain. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The receiver will not have this mail, now or later. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
