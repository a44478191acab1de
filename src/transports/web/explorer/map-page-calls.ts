/**
 * Calls of the map page. They run as the person in the browser: the account of the session, or a visitor. `/v1` ignores
 * cookies, so only these routes check that our own page calls them.
 */
import { canonicalId, parseBoundaryReference } from '../../../domain/boundary/id.ts'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { checkRate } from '../../../op/check-rate.ts'
import type { AnyOp } from '../../../op/define.ts'
import { problem } from '../../../op/problem/problem.ts'
import type { Accounts } from '../../../platform/accounts.ts'
import type { AccountCaller } from '../../../platform/caller.ts'
import { network } from '../../../platform/customer-network.ts'
import { POLICIES } from '../../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../../platform/rate-limit/store.ts'
import { isLoopback } from '../../../util/loopback.ts'
import { jsonAnswer } from '../../http/answer.ts'
import { NOT_KEPT } from '../../http/cache-control.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import type { OperationRunner } from '../../http/run-operation.ts'
import { limitedPage } from '../../page/page-rate-limit.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { isFromPage, runPageCall } from './page-call.ts'

export interface ExplorerCallsOptions {
  readonly baseUrl: string
  readonly rateLimits: RateLimitStore
  readonly accounts: Pick<Accounts, 'get'>
  readonly ops: readonly AnyOp[]
  readonly runner: OperationRunner
  /** True if the service has no accounts. */
  readonly isOpen: boolean
  readonly demonstrationUnits: number
  readonly catalog: Pick<Catalog, 'records'>
  /** Null if the live map is off, which may have finer polygons than the atlas. */
  readonly live: object | null
}

/** Operations that the page calls; none changes an account. */
const CALLED: readonly string[] = [
  'search_boundaries',
  'get_boundary',
  'list_children',
  'reverse_boundaries',
  'contains_points',
  'union_boundaries',
  'export_boundary',
  'create_area',
]

export const explorerCallRoutes = (
  visitors: Visitors,
  options: ExplorerCallsOptions,
): readonly HttpRoute[] => {
  const { accounts, isOpen, demonstrationUnits } = options
  const ops = new Map(options.ops.filter(({ name }) => CALLED.includes(name)).map((op) => [op.name, op]))

  const call = visitors.forAnyone(async (request, { viewer }) => {
    const op = ops.get(request.location.params.name)
    if (op === undefined)
      throw problem('unknown_route', { method: request.method, path: request.location.path })
    if (!isFromPage(request, options.baseUrl)) throw problem('stale_form', {})
    const policy = op.name === 'search_boundaries' ? POLICIES.mapKeystrokes : POLICIES.mapClicks
    const owner = viewer?.accountId ?? network(request.origin.address)
    checkRate(await options.rateLimits.take(policy, owner))
    const account = viewer === null || isOpen ? null : await callerOf(accounts, viewer)
    const from =
      op.name === 'search_boundaries' && isOnThisMachine(request, options.baseUrl)
        ? ({ kind: 'operator' } as const)
        : { ...request.origin, credential: null, explorer: { account } }
    return runPageCall(op, request, options.runner, from)
  })

  const who = visitors.forAnyone(async (_request, { viewer }) => {
    const account = viewer === null || isOpen ? null : await accounts.get(viewer.accountId)
    return {
      ...jsonAnswer(
        {
          access: isOpen ? 'open' : 'accounts',
          demonstration: demonstrationUnits > 0,
          account:
            account === null ? null : { email: account.email, plan: account.plan, units: account.units },
        },
        NOT_KEPT,
      ),
      sameOrigin: true,
    }
  })

  const vertices: HttpRoute['endpoint'] = async ({ location }) => {
    const id = new URLSearchParams(location.query).get('id') ?? ''
    return { ...jsonAnswer({ vertices: await verticesOf(id, options) }, NOT_KEPT), sameOrigin: true }
  }

  return [
    { method: 'POST', path: '/explore/ops/{name}', endpoint: call },
    ...[
      { method: 'GET', path: '/explore/session', endpoint: who } as const,
      { method: 'GET', path: '/explore/vertices', endpoint: vertices } as const,
    ].map(limitedPage(options.rateLimits)),
  ]
}

/** Returns the positions of a boundary in the catalog, which are all that `full` detail has; null if it may have more, or if there is none. */
const verticesOf = async (
  text: string,
  { catalog, live }: Pick<ExplorerCallsOptions, 'catalog' | 'live'>,
): Promise<number | null> => {
  const reference = parseBoundaryReference(text)
  if ('problem' in reference) return null
  const id = canonicalId(reference)
  const record = (await catalog.records([id])).get(id)
  return record === undefined || (live !== null && record.origin === 'atlas') ? null : record.vertices
}

/**
 * True for a browser on the machine of a service that serves only this machine. Its person is taken for the operator by a search, which is
 * free and public: the hint then says how to import what is missing.
 */
const isOnThisMachine = (request: HttpRequest, baseUrl: string): boolean =>
  isLoopback(request.origin.address) &&
  isLoopback(new URL(baseUrl).hostname) &&
  isLoopback(URL.parse(`http://${request.header('host')}`)?.hostname ?? '') &&
  request.header('x-forwarded-for') === undefined &&
  request.header('forwarded') === undefined

const callerOf = async (
  accounts: Pick<Accounts, 'get'>,
  { accountId, sessionId }: Viewer,
): Promise<AccountCaller> => {
  const { plan } = await accounts.get(accountId)
  return { kind: 'account', accountId, keyId: sessionId, plan, atExplorer: true }
}
