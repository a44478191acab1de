/**
 * Tables of accounts, the same in both databases. `migrations/` creates them. Where a table says no more, its columns are
 * the fields of the ports. All hashes are SHA-256, hexadecimal: keys, tokens and codes themselves are not stored.
 */
import type { Generated, Transaction } from 'kysely'
import type { AuditEvent } from '../../../platform/audit/event.ts'
import type { PolledSignIn } from '../../../platform/device-sign-in/ports.ts'
import type { StoredComment, StoredItem } from '../../../platform/feedback/ports.ts'
import type { Feed } from '../../../platform/feeds/ports.ts'
import type { QueuedMail } from '../../../platform/mail/ports.ts'
import type { Grant, OAuthRecord } from '../../../platform/oauth/ports.ts'
import type { Account, ApiKey, Profile } from '../../../platform/ports.ts'
import type { PendingSignIn, Session } from '../../../platform/sign-in/ports.ts'
import type { StoreDatabase } from '../store-database.ts'

export interface AccountTables {
  account: Account & Profile
  apiKey: ApiKey & { hash: string }
  feed: Feed & { hash: string }
  auditEvent: AuditEvent
  deviceSignIn: Omit<PolledSignIn, 'access'> & {
    /** HMAC of the user code under the secret key of the service, hexadecimal. */
    userCodeHash: string
    /** JSON. */
    access: string | null
  }
  signIn: PendingSignIn & {
    /** Number of codes tried. */
    tries: number
    /** 1 after a successful sign-in. */
    used: number
  }
  session: Session & {
    tokenHash: string
    /** The previous token, valid for a moment after `renewedAtMs`. */
    previousHash: string | null
  }
  /** The queue, and emails that were given up. */
  mail: Omit<QueuedMail, 'to'> & {
    recipient: string
    urgency: number
    attempts: number
    /** Time from which it may be claimed; null if it was given up. */
    dueMs: number | null
    /** The last claimant. */
    claim: string | null
    reason: string | null
    givenUpAt: string | null
  }
  /** Events for which a mail was queued. */
  mailOnce: { name: string }
  /** 1 is wanted, 0 is not; an account without a row wants everything. */
  emailPreferences: {
    accountId: string
    subscribed: number
    productUpdates: number
    usageAlerts: number
    feedbackUpdates: number
  }
  serviceSecret: { name: string; secret: string }
  feedbackItem: Omit<StoredItem, 'id' | 'commentCount'> & {
    id: Generated<number>
    /** Number of its rows in `feedbackComment`; `upvotes` is that in `feedbackUpvote`. */
    comments: number
    /** Folded words, each preceded by one space. */
    titleWords: string
    allWords: string
  }
  feedbackUpvote: { itemId: number; accountId: string }
  feedbackComment: Omit<StoredComment, 'id'> & { id: Generated<number> }
  /** Number of posts of an account on a UTC day: `2026-01-31`. */
  feedbackDay: { accountId: string; date: string; items: number; comments: number }
  /** Clients that registered themselves. */
  oauthClient: {
    id: string
    /** JSON. */
    metadata: string
    createdAtMs: number
    /** Network from which it registered, coarse; empty if unknown. */
    network: Generated<string>
  }
  oauthGrant: Omit<Grant, 'scopes' | 'resources'> & {
    /** Separated by spaces, as in OAuth. */
    scopes: string
    resources: string
  }
  /** The grant is not a foreign key: it may be revoked while its next token is being written. */
  oauthRecord: Omit<OAuthRecord, 'payload'> & {
    /** JSON, without the secret. */
    payload: string
    /** Network that began an authorization, coarse; empty for tokens and codes. */
    network: Generated<string>
  }
}

export type AccountDatabase = StoreDatabase<AccountTables>
export type AccountTransaction = Transaction<AccountTables>
