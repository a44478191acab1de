/** Rate limit of pages, which query the database as calls do. */

import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import { limitedRoute } from '../http/limited-route.ts'
import type { HttpRoute } from '../http/message.ts'

export const limitedPage = (rateLimits: RateLimitStore): ((route: HttpRoute) => HttpRoute) =>
  limitedRoute(rateLimits, POLICIES.pages)
