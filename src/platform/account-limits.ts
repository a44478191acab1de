/** How many things an account may have. Its plan limits units, calls and files: `plans.ts`. */

export const KEY_LIMITS = {
  /** Enough for one key per machine and program. */
  maxActive: 50,
  /** In any 24 hours, so that creating and revoking in a loop cannot fill the table. */
  maxNew: 100,
} as const

/** Sessions, apps and feeds are few enough to review on the account page. */
export const ACCOUNT_LIMITS = {
  /** Revoked keys that are listed. */
  revokedKeys: 100,
  /** An additional session ends the least recently used one. */
  sessions: 50,
  /** Grants of apps. An additional one ends the least recently used one. */
  grants: 50,
  feeds: 50,
} as const

/** Letters in the name of a key, feed or app. */
export const MAX_NAME_LENGTH = 80
