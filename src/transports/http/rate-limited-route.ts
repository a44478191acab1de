/** Limits the rate at which a network calls a route. */
import { checkRate } from '../../op/check-rate.ts'
import { network } from '../../platform/customer-network.ts'
import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { HttpRoute } from './message.ts'

/** Attempts above the limit get the problem `rate_limited`. */
export const limitedRoute =
  (rateLimits: RateLimitStore, policy: Policy) =>
  (route: HttpRoute): HttpRoute => ({
    ...route,
    endpoint: async (request) => {
      checkRate(await rateLimits.take(policy, network(request.origin.address)))
      return route.endpoint(request)
    },
  })
