/** Identifies, rate-limits and authorizes callers before an operation runs. */

import type { AccountCaller, Caller } from '../../platform/caller.ts'
import type { Identify } from '../../platform/identify.ts'
import { keyPrefix } from '../../platform/key-text.ts'
import { network } from '../../platform/network.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Call, RemoteOrigin } from '../call.ts'
import { checkRate } from '../check-rate.ts'
import { type AnyOp, accessOf, unitsOf } from '../define.ts'
import { type Problem, problem } from '../problem/problem.ts'
import { scopesOf } from '../scopes.ts'
import type { Services } from '../services.ts'
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
export const identify = (ports: IdentifyPorts, from: Call['from']): Caller | Promise<Caller> => {
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
  checkRate(await rateLimits.take(FAILED_CREDENTIALS, network(address)))

const FAILED_CREDENTIALS = { name: 'failed-credentials', calls: 20, windowSeconds: 60 }

/** True if the caller's scopes include the operation; only apps have scopes. */
export const isInScope = (op: AnyOp, caller: Caller): boolean =>
  caller.kind !== 'account' ||
  caller.scopes === undefined ||
  scopesOf(op).some((scope) => caller.scopes?.includes(scope))

/** True if the operation's access lets the caller make the call without the demonstration. */
export const isAuthorized = (
  { isOpen }: Pick<AccessPorts, 'isOpen'>,
  op: AnyOp,
  input: unknown,
  caller: Caller,
): boolean => isOpen || caller.kind !== 'anonymous' || accessOf(op, input) === 'public'

/** @throws Problem `unauthorized`, `insufficient_scope`, or `rate_limited` for a visitor after too many calls */
export const authorize = async (
  ports: AccessPorts,
  op: AnyOp,
  input: unknown,
  caller: Caller,
): Promise<void> => {
  if (!isInScope(op, caller)) throw problem('insufficient_scope', { op: op.name, scopes: scopesOf(op) })
  if (isAuthorized(ports, op, input, caller)) return
  if (ports.demonstration.admits(op, input, caller)) return ports.demonstration.take(op, input, caller)
  const what = op.access === 'key' ? op.name : `${op.name} with this input`
  throw keyNeeded(op, what)
}

/** Rejects a call whose access does not depend on its input, before its body is read. @throws Problem `unauthorized` */
export const authorizeUnread = ({ isOpen }: AccessPorts, op: AnyOp, caller: Caller): void => {
  if (caller.kind !== 'anonymous' || isOpen || op.access !== 'key') return
  if (caller.atExplorer === true && op.demonstration !== undefined) return
  throw keyNeeded(op, op.name)
}

const keyNeeded = ({ takesBasic }: AnyOp, what: string): Problem =>
  problem('unauthorized', { reason: takesBasic === true ? 'missing_password' : 'missing', what })

/**
 * Returns the units to charge. Only accounts pay units; calls without a key are free and rate-limited instead. People at the
 * explorer pay for calls that visitors may not make.
 */
export const charged = (
  { demonstration, services }: AccessPorts & { readonly services: Services },
  op: AnyOp,
  input: unknown,
  caller: Caller,
): number | Promise<number> => {
  if (caller.kind !== 'account') return 0
  if (caller.atExplorer === true && accessOf(op, input) === 'public') return 0
  return demonstration.isFreeFor(op, input, caller) ? 0 : unitsOf(op, input, services)
}
