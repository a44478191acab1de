/** How many keys an account may have, and how long their names may be. Its plan limits units, calls and files: `plans.ts`. */

export const KEY_LIMITS = {
  /** Enough for one key per machine and program. */
  maxActive: 50,
  /** In any 24 hours, so that creating and revoking in a loop cannot fill the table. */
  maxNew: 100,
} as const

export const MAX_REVOKED_KEYS_LISTED = 100

/** Letters in the name of a key, feed or app. */
export const MAX_NAME_LENGTH = 80
