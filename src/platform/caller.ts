/** Who makes a call. */
export type Caller =
  /** Nobody in particular: known by the address it calls from. */
  | { readonly kind: 'anonymous'; readonly address: string }
  | { readonly kind: 'account'; readonly accountId: string; readonly keyId: string; readonly plan: string }
  /** Whoever runs the command on the machine itself: no key, no units, no limits. */
  | { readonly kind: 'operator' }
