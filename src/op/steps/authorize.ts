/** Identifies, rate-limits and authorizes callers before an operation runs. */

import type { Caller } from '../../platform/caller.ts'
import type { Identify } from '../../platform/identify.ts'
import { network } from '../../platform/network.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitState, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Call } from '../call.ts'
import { type AnyOp, accessOf, unitsOf } from '../define.ts'
import { problem } from '../problem/problem.ts'
import { scopesOf } from '../scopes.ts'

type Account = Extract<Caller, { kind: 'account' }>

export interface AdmissionPorts {
  readonly identify: Identify
  readonly rateLimiter: RateLimiter
  /** Where failed credentials are counted. */
  readonly attempts: RateLimitStore
}

/** The caller; a promise when the key has to be looked up. */
export const identify = (ports: AdmissionPorts, from: Call['from']): Caller | Promise<Caller> => {
  if (from.kind === 'operator') return from
  if (from.credential === null) return { kind: 'anonymous', address: from.address }
  return ports.identify.known(from.credential) ?? lookUp(ports, from.credential, from.address)
}

/** Invalid keys are rejected even on public operations: ignoring them would hide a revoked key. */
const lookUp = async (
  { identify: { find }, attempts }: AdmissionPorts,
  credential: string,
  address: string,
): Promise<Account> => {
  const account = await find(credential, address)
  if (account !== null && account !== 'expired') return account
  checkRate(await attempts.take(FAILED_CREDENTIALS, network(address)))
  throw problem('unauthorized', { reason: account ?? 'invalid', what: 'credential' })
}

const FAILED_CREDENTIALS = { name: 'failed-credentials', calls: 20, windowSeconds: 60 }

/** @throws Problem `rate_limited` */
export const checkRate = (state: RateLimitState | null): void => {
  if (state === null || state.allowed) return
  throw problem('rate_limited', {
    calls: state.calls,
    windowSeconds: state.windowSeconds,
    retryAfterSeconds: state.resetSeconds,
  })
}

/** Whether an app may call the operation. Everybody else may, as far as scopes go. */
export const isInScope = (op: AnyOp, caller: Caller): boolean =>
  caller.kind !== 'account' ||
  caller.scopes === undefined ||
  scopesOf(op).some((scope) => caller.scopes?.includes(scope))

/** @throws Problem `unauthorized` or `insufficient_scope` */
export const authorize = (op: AnyOp, input: unknown, caller: Caller): void => {
  if (!isInScope(op, caller)) throw problem('insufficient_scope', { op: op.name, scopes: scopesOf(op) })
  if (caller.kind !== 'anonymous' || accessOf(op, input) === 'public') return
  const what = op.access === 'key' ? op.name : `${op.name} with this input`
  throw problem('unauthorized', { reason: 'missing', what })
}

/** Only accounts pay units. Calls without a key are free and rate-limited instead. */
export const charged = (op: AnyOp, input: unknown, caller: Caller): number =>
  caller.kind === 'account' ? unitsOf(op, input) : 0
