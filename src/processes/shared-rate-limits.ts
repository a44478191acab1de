/** Rate limits of all processes of a service, counted by their primary. */
import {
  type Attempt,
  type Counted,
  countInAdvance,
  withCallsInAdvance,
} from '../platform/rate-limit/calls-in-advance.ts'
import type { RateLimitStore } from '../platform/rate-limit/store.ts'
import type { Channel } from './channel.ts'

/** In the primary: counts for the process at the other end. */
export const countRateLimits = (channel: Channel, store: RateLimitStore): void => {
  channel.on('rate limit: take', (attempt) => countInAdvance(store, attempt as Attempt))
  channel.on('rate limit: refund', (attempt) => {
    const { policy, key, cost } = attempt as Attempt
    return store.refund(policy, key, cost)
  })
}

export const sharedRateLimits = (primary: Channel): RateLimitStore =>
  withCallsInAdvance({
    take: async (attempt) => (await primary.ask('rate limit: take', attempt)) as Counted,
    refund: (policy, key, cost) => primary.send('rate limit: refund', { policy, key, cost }),
  })
