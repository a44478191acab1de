/** Tables of mail, the same in both databases. `migrations/mail.ts` creates them. */

export interface MailTables {
  /** The queue, and emails that were given up. */
  mail: {
    id: string
    account_id: string | null
    recipient: string
    kind: string
    subject: string
    text: string
    html: string
    created_at: string
    urgency: number
    attempts: number
    /** Time from which it may be claimed; null if it was given up. */
    due_ms: number | null
    /** The last claimant. */
    claim: string | null
    reason: string | null
    given_up_at: string | null
  }
  /** Events for which a mail was queued. */
  mail_once: { name: string }
  /** 1 is wanted, 0 is not; an account without a row wants everything. */
  email_preferences: {
    account_id: string
    subscribed: number
    product_updates: number
    usage_alerts: number
    feedback_updates: number
  }
  service_secret: { name: string; secret: string }
}
