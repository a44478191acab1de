/** The kinds of mail that the service sends by itself. */

/** Kinds that people can switch off. */
export const SWITCHABLE_KINDS = ['product_updates', 'usage_alerts', 'feedback_updates'] as const

export type SwitchableKind = (typeof SWITCHABLE_KINDS)[number]

/** The other two are answers to what somebody does with an account; without them nobody could sign in, or notice a thief. */
export type MailKind = SwitchableKind | 'sign_in' | 'security'

export const isSwitchable = (kind: MailKind): kind is SwitchableKind =>
  (SWITCHABLE_KINDS as readonly MailKind[]).includes(kind)

/** As they stand in sentences. */
export const KIND_WORDS: Readonly<Record<SwitchableKind, string>> = {
  product_updates: 'product updates',
  usage_alerts: 'usage alerts',
  feedback_updates: 'news of your feedback',
}
