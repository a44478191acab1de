/** A caller with a key, for tests that do not look at accounts. */
export const ACCOUNT = { kind: 'account', accountId: 'a', keyId: 'k', plan: 'free' } as const
