/** How often somebody may look at pages: reading them asks the database as calls do, and is to cost nobody else their answers. */
import { problem } from '../../op/problem/problem.ts'
import { network } from '../../platform/network.ts'
import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { HttpRoute } from '../http/message.ts'

/** Five a second for a minute: more than the people of an office click, and less than a program asks for. */
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
