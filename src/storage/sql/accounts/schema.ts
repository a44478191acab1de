/** Tables of accounts and keys, the same in both databases. `migrations/` creates them. */
import type { AuditTables } from './audit-schema.ts'
import type { DeviceTables } from './device-schema.ts'
import type { FeedTables } from './feed-schema.ts'
import type { FeedbackTables } from './feedback-schema.ts'
import type { MailTables } from './mail-schema.ts'
import type { OAuthTables } from './oauth-schema.ts'
import type { SignInTables } from './sign-in-schema.ts'

export interface AccountTables
  extends AuditTables,
    DeviceTables,
    MailTables,
    FeedTables,
    FeedbackTables,
    OAuthTables,
    SignInTables {
  account: {
    id: string
    email: string
    plan: string
    created_at: string
    /** The profile; null if it is empty. */
    name: string | null
    company: string | null
    use_case: string | null
  }
  api_key: {
    id: string
    account_id: string
    name: string | null
    /** SHA-256 of the key, hexadecimal: the key itself is not stored. */
    hash: string
    /** The first letters, by which people tell their keys apart. */
    prefix: string
    created_at: string
    last_used_at: string | null
    revoked_at: string | null
  }
}
