/** Rate limit of pages, which query the database as calls do. */

import type { Policy, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { HttpRoute } from '../http/message.ts'
import { limitedRoute } from '../http/rate-limited-route.ts'

/** By network. Five a second: more than the people of an office click, less than a crawler requests. */
export const PAGE_LIMIT: Policy = { name: 'pages', calls: 300, windowSeconds: 60 }

export const limitedPage = (rateLimits: RateLimitStore): ((route: HttpRoute) => HttpRoute) =>
  limitedRoute(rateLimits, PAGE_LIMIT)
