/** How many things an account may have and do. Its plan limits units, calls and files: `plans.ts`. */

export const KEY_LIMITS = {
  /** Enough for one key per machine and program. */
  maxActive: 50,
  /** In any 24 hours, so that creating and revoking in a loop cannot fill the table. */
  maxNew: 100,
} as const

const MIB = 1024 * 1024

/** Sessions, apps and feeds are few enough to review on the account page. */
export const ACCOUNT_LIMITS = {
  /** Revoked keys that are listed. */
  revokedKeys: 100,
  /** An additional session ends the least recently used one. */
  sessions: 50,
  /** Grants of apps. An additional one ends the least recently used one. */
  grants: 50,
  feeds: 50,
  feedbackItemsADay: 10,
  /** Enough for a conversation, too few for a flood. */
  feedbackCommentsADay: 50,
  queuedJobs: 20,
  /** Over all processes. */
  runningJobs: 2,
  /** Total size of the stored answers of jobs, compressed. */
  jobAnswerBytes: 256 * MIB,
  /** Total size of the stored answers of idempotency keys, compressed. */
  idempotentAnswerBytes: 256 * MIB,
} as const

/** Letters in the name of a key, feed or app. */
export const MAX_NAME_LENGTH = 80
