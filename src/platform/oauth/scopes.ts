/** Scopes that an app may get. Keys allow everything. */

export const SCOPES = ['boundaries', 'areas', 'feedback', 'account'] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes of an app that requests none (RFC 6749 §3.3). They exclude `account`, which can create keys. */
export const DEFAULT_SCOPES: readonly Scope[] = ['boundaries', 'areas', 'feedback']

/** Returns the known scopes of a space-separated list, in our order; ignores others. */
export const readScopes = (text: string): readonly Scope[] => {
  const asked = new Set(text.split(' '))
  return SCOPES.filter((scope) => asked.has(scope))
}
