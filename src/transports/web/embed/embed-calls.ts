/**
 * Calls of the embedded map. They run as a visitor without an account: the page is shown on sites of others, so no route of it reads a
 * cookie or a key.
 */

import { checkRate } from '../../../op/check-rate.ts'
import type { AnyOp } from '../../../op/define.ts'
import { problem } from '../../../op/problem/problem.ts'
import { network } from '../../../platform/customer-network.ts'
import { POLICIES } from '../../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../../platform/rate-limit/store.ts'
import type { HttpRoute } from '../../http/message.ts'
import type { OperationRunner } from '../../http/run-operation.ts'
import { isFromPage, runPageCall } from '../explorer/page-call.ts'

export interface EmbedCallsOptions {
  readonly baseUrl: string
  readonly rateLimits: RateLimitStore
  readonly ops: readonly AnyOp[]
  readonly runner: OperationRunner
}

/** What the page calls: all of it reads. */
const CALLED: readonly string[] = ['search_boundaries', 'get_boundary', 'union_boundaries']

export const embedCallRoute = ({ baseUrl, rateLimits, ops, runner }: EmbedCallsOptions): HttpRoute => ({
  method: 'POST',
  path: '/embed/ops/{name}',
  endpoint: async (request) => {
    const { method, location, origin } = request
    const op = ops.find(({ name }) => name === location.params.name && CALLED.includes(name))
    if (op === undefined) throw problem('unknown_route', { method, path: location.path })
    if (!isFromPage(request, baseUrl)) throw problem('stale_form', {})
    const policy = op.name === 'search_boundaries' ? POLICIES.mapKeystrokes : POLICIES.mapClicks
    checkRate(await rateLimits.take(policy, network(origin.address)))
    return runPageCall(op, request, runner, { ...origin, credential: null, explorer: { account: null } })
  },
})
