/** Rate limits of all processes of a service, counted by their primary. */
import type { Policy, RateLimitState, RateLimitStore } from '../platform/rate-limit/store.ts'
import type { Channel } from './channel.ts'

type Attempt = readonly [policy: Policy, key: string, cost: number | undefined]

/** In the primary: counts for the process at the other end. */
export const countRateLimits = (channel: Channel, store: RateLimitStore): void => {
  channel.on('rate limit: take', (attempt) => store.take(...(attempt as Attempt)))
  channel.on('rate limit: refund', (attempt) => store.refund(...(attempt as Attempt)))
}

export const sharedRateLimits = (primary: Channel): RateLimitStore => ({
  take: (...attempt) => primary.ask('rate limit: take', attempt) as Promise<RateLimitState>,
  refund: (...attempt) => primary.send('rate limit: refund', attempt),
})
