/** Identifies, rate-limits and authorizes callers before an operation runs. */

import type { AccountCaller, Caller } from '../../platform/caller.ts'
import { network } from '../../platform/customer-network.ts'
import type { Identify } from '../../platform/identify.ts'
import { keyPrefix } from '../../platform/key-format.ts'
import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import type { Call, RemoteOrigin } from '../call.ts'
import { checkRate } from '../check-rate.ts'
import { type AnyOp, alwaysNeedsKey } from '../define.ts'
import type { PlanRun } from '../plan-run.ts'
import type { PlannedCall } from '../planned-call.ts'
import { type Problem, problem } from '../problem/problem.ts'
import { scopesOf } from '../scopes-of-operations.ts'
import type { DemonstrationBudget } from './demonstration.ts'

export interface AdmissionPorts {
  readonly identify: Identify
  readonly rateLimiter: Pick<RateLimiter, 'take'>
  /** Counters of failed credentials. */
  readonly rateLimits: RateLimitStore
  readonly demonstration: DemonstrationBudget
  /** True if calls that concern no account need no key. */
  readonly isOpen: boolean
}

type IdentifyPorts = Pick<AdmissionPorts, 'identify' | 'rateLimits'>

export type AccessPorts = Pick<AdmissionPorts, 'demonstration' | 'isOpen'>

/** Returns the caller; a promise if the key has to be looked up. */
export const identify = (ports: IdentifyPorts, from: Call['from']): NowOrLater<Caller> => {
  if (from.kind === 'operator') return from
  if (from.explorer !== undefined)
    return from.explorer.account ?? { kind: 'anonymous', address: from.address, atExplorer: true }
  if (from.feedToken !== undefined) return lookUpFeed(ports, from.feedToken, from.address)
  if (from.credential === null) return { kind: 'anonymous', address: from.address }
  const known = ports.identify.known(from.credential)
  return known !== null && isFor(from, known) ? known : lookUp(ports, from.credential, from)
}

/** Invalid keys are rejected even on public operations: ignoring them would hide a revoked key. */
const lookUp = async (
  ports: IdentifyPorts,
  credential: string,
  from: RemoteOrigin,
): Promise<AccountCaller> => {
  const account = await ports.identify.find(credential, from.address)
  const isAccount = account !== null && account !== 'expired'
  if (isAccount && isFor(from, account)) return account
  await countFailure(ports, from.address)
  const reason = isAccount ? 'other_resource' : (account ?? 'invalid')
  throw problem('unauthorized', { reason, what: 'credential' })
}

/** True unless the caller's token is for another resource. */
const isFor = ({ resourcePath = '' }: RemoteOrigin, caller: AccountCaller): boolean =>
  caller.resourcePath === undefined || caller.resourcePath === resourcePath

/**
 * The address of an unknown feed does not exist. Its token may be a mistyped valid one, so the answer does not repeat it.
 */
const lookUpFeed = async (ports: IdentifyPorts, token: string, address: string): Promise<AccountCaller> => {
  const account = await ports.identify.findFeed(token, address)
  if (account !== null) return account
  await countFailure(ports, address)
  throw problem('not_found', { what: 'feed', id: `${keyPrefix(token)}…` })
}

/** @throws Problem `rate_limited` after too many failures from the network */
const countFailure = async ({ rateLimits }: IdentifyPorts, address: string): Promise<void> =>
  checkRate(await rateLimits.take(POLICIES.failedCredentials, network(address)))

/** Rejects an app without the scope of the operation. Only apps have scopes. @throws Problem `insufficient_scope` */
export const requireScope = (op: AnyOp, caller: Caller): void => {
  if (!isInScope(op, caller)) throw problem('insufficient_scope', { op: op.name, scopes: scopesOf(op) })
}

/** True if the caller's scopes include the operation. */
export const isInScope = (op: AnyOp, caller: Caller): boolean =>
  caller.kind !== 'account' ||
  caller.scopes === undefined ||
  scopesOf(op).some((scope) => caller.scopes?.includes(scope))

/** Rejects a call whose access does not depend on its input, before its body is read. @throws Problem `unauthorized` */
export const authorizeUnread = ({ isOpen }: AccessPorts, op: AnyOp, caller: Caller): void => {
  if (caller.kind !== 'anonymous' || isOpen || !alwaysNeedsKey(op)) return
  if (caller.atExplorer === true && op.access === 'demonstration') return
  throw keyNeeded(op)
}

/**
 * Authorizes a planned call, and counts it if only the demonstration allows it. The returned function takes the count back, for a call
 * that fails.
 *
 * @throws Problem
 */
export const authorize = async (
  ports: AccessPorts,
  run: PlanRun,
  caller: Caller,
): Promise<() => Promise<void>> => {
  const { planned } = run
  requireScope(planned.op, caller)
  requireAccess(ports, planned, caller)
  return hasAccess(ports, planned, caller) ? async () => {} : ports.demonstration.take(run, caller)
}

/** @throws Problem `unauthorized` */
export const requireAccess = (ports: AccessPorts, planned: PlannedCall, caller: Caller): void => {
  if (hasAccess(ports, planned, caller) || ports.demonstration.admits(planned, caller)) return
  throw keyNeeded(planned.op)
}

/** True if the plan's access lets the caller make the call, without the demonstration. */
const hasAccess = ({ isOpen }: AccessPorts, { plan }: PlannedCall, caller: Caller): boolean =>
  isOpen || caller.kind !== 'anonymous' || plan.access === 'public'

const keyNeeded = (op: AnyOp): Problem =>
  problem('unauthorized', {
    reason: op.takesBasic === true ? 'missing_password' : 'missing',
    what: alwaysNeedsKey(op) ? op.name : `${op.name} with this input`,
  })

/** Returns the units that the caller pays for the call. */
export const priceFor = (ports: AccessPorts, run: PlanRun, caller: Caller): NowOrLater<number> =>
  paysUnits(ports, run.planned, caller) ? run.price() : 0

/** True if the caller may make the call and pays nothing, which is known before anything is found. */
export const isFree = (ports: AccessPorts, planned: PlannedCall, caller: Caller): boolean =>
  isInScope(planned.op, caller) &&
  hasAccess(ports, planned, caller) &&
  (planned.plan.price === 0 || !paysUnits(ports, planned, caller))

/**
 * Only accounts pay units; calls without a key are free and rate-limited instead. People at the explorer pay for calls that
 * visitors may not make.
 */
const paysUnits = ({ demonstration }: AccessPorts, planned: PlannedCall, caller: Caller): boolean =>
  caller.kind === 'account' &&
  !(caller.atExplorer === true && planned.plan.access === 'public') &&
  !demonstration.isFreeFor(planned, caller)
