/** Attempts that nobody counts: for tests that look at more pages in a minute than people do. */
import { type Attempts, stateOf } from '../../src/platform/attempts.ts'

export const unlimitedAttempts: Attempts = {
  take: (policy) => stateOf(policy, { allowed: true, used: 0, leftMs: 0 }),
}
