/** Identifies, rate-limits and authorizes callers before an operation runs. */

import type { Caller } from '../../platform/caller.ts'
import { network } from '../../platform/network.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { RateLimitState, RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { Call } from '../call.ts'
import { type AnyOp, accessOf, unitsOf } from '../define.ts'
import { problem } from '../problem/problem.ts'
import type { Services } from '../services.ts'

type Account = Extract<Caller, { kind: 'account' }>

export interface Identify {
  /** The account of a recently verified key; null when the key has to be looked up. */
  readonly known: (credential: string) => Account | null
  /** The account of a key; null when the key is malformed, unknown or revoked. */
  readonly find: (credential: string, address: string) => Promise<Account | null>
}

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
  if (account !== null) return account
  checkRate(await attempts.take(FAILED_CREDENTIALS, network(address)))
  throw problem('unauthorized', { reason: 'invalid', what: 'credential' })
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

/** @throws Problem `unauthorized` */
export const authorize = (op: AnyOp, input: unknown, caller: Caller): void => {
  if (caller.kind !== 'anonymous' || accessOf(op, input) === 'public') return
  const what = op.access === 'key' ? op.name : `${op.name} with this input`
  throw problem('unauthorized', { reason: 'missing', what })
}

/** Only accounts pay units. Calls without a key are free and rate-limited instead. */
export const charged = (
  op: AnyOp,
  input: unknown,
  caller: Caller,
  services: Services,
): number | Promise<number> => (caller.kind === 'account' ? unitsOf(op, input, services) : 0)
