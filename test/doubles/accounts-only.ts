/** Access as it is by default, without a demonstration for visitors. */
import { DemonstrationBudget } from '../../src/op/steps/demonstration.ts'
import { unlimitedRateLimitStore } from './unlimited-rate-limit-store.ts'

export const accountsOnly = {
  isOpen: false,
  visitorWork: { begin: async () => () => {} },
  demonstration: new DemonstrationBudget(0, unlimitedRateLimitStore),
} as const
