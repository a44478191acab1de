/** The kinds of mail that the service sends. */

/** Kinds that a recipient can switch off. */
export const SWITCHABLE_KINDS = ['product_updates', 'usage_alerts', 'feedback_updates'] as const

export type SwitchableKind = (typeof SWITCHABLE_KINDS)[number]

/**
 * Sign-in and security emails are always sent: without them nobody could sign in, or notice a break-in. `operator`: to the
 * operator of the service, about its own work.
 */
export type MailKind = SwitchableKind | 'sign_in' | 'security' | 'operator'

export const isSwitchable = (kind: MailKind): kind is SwitchableKind =>
  (SWITCHABLE_KINDS as readonly MailKind[]).includes(kind)

/** Phrases for the kinds, for use in a sentence. */
export const KIND_WORDS: Readonly<Record<SwitchableKind, string>> = {
  product_updates: 'product updates',
  usage_alerts: 'usage alerts',
  feedback_updates: 'feedback updates',
}
