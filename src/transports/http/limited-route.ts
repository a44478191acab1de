/** Limits how often a network uses a route. */
import { problem } from '../../op/problem/problem.ts'
import { network } from '../../platform/network.ts'
import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { HttpRoute } from './message.ts'

/** Attempts above the limit get the problem `rate_limited`. */
export const limitedRoute =
  (rateLimits: RateLimitStore, policy: Policy) =>
  (route: HttpRoute): HttpRoute => ({
    ...route,
    endpoint: async (request) => {
      const { allowed, calls, windowSeconds, resetSeconds } = await rateLimits.take(
        policy,
        network(request.origin.address),
      )
      if (!allowed) throw problem('rate_limited', { calls, windowSeconds, retryAfterSeconds: resetSeconds })
      return route.endpoint(request)
    },
  })
