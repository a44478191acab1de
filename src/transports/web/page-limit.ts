/** Rate limit of pages, which query the database as calls do. */
import { problem } from '../../op/problem/problem.ts'
import { network } from '../../platform/network.ts'
import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { HttpRoute } from '../http/message.ts'

/** Five per second: more than the people of an office click, less than a crawler requests. */
export const PAGES: Policy = { name: 'pages', calls: 300, windowSeconds: 60 }

export const limitedPage =
  (attempts: RateLimitStore) =>
  (route: HttpRoute): HttpRoute => ({
    ...route,
    endpoint: async (request) => {
      const { allowed, calls, windowSeconds, resetSeconds } = await attempts.take(
        PAGES,
        network(request.origin.address),
      )
      if (!allowed) throw problem('rate_limited', { calls, windowSeconds, retryAfterSeconds: resetSeconds })
      return route.endpoint(request)
    },
  })
