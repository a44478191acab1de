/** What an app may be allowed to do with an account. Keys may do everything. */

export const SCOPES = ['boundaries', 'areas', 'feedback', 'account'] as const

export type Scope = (typeof SCOPES)[number]

/** What an app gets that names no scopes (RFC 6749 §3.3). Not `account`, which can create keys. */
export const DEFAULT_SCOPES: readonly Scope[] = ['boundaries', 'areas', 'feedback']

/** The known scopes of a space-separated list, in our order; others are ignored. */
export const readScopes = (text: string): readonly Scope[] => {
  const asked = new Set(text.split(' '))
  return SCOPES.filter((scope) => asked.has(scope))
}
