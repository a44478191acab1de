/** What a call has to pass before anything is done for it: who it is, how often it comes, what it may, what it costs. */
import type { RateLimitState } from '../platform/attempts.ts'
import type { Caller } from '../platform/caller.ts'
import type { Call } from './call.ts'
import { type AnyOp, accessOf, unitsOf } from './define.ts'
import { problem } from './problem.ts'

/** The account behind a key, or null when the key is malformed, unknown or revoked. */
export type Identify = (
  credential: string,
  address: string,
) => Promise<Extract<Caller, { kind: 'account' }> | null>

export const identify = (find: Identify, from: Call['from']): Caller | Promise<Caller> => {
  if (from.kind === 'operator') return from
  if (from.credential === null) return { kind: 'anonymous', address: from.address }
  return holderOf(find, from.credential, from.address)
}

/** A credential that does not hold is refused on every operation, public ones too: silence would hide a revoked key. */
const holderOf = async (find: Identify, credential: string, address: string): Promise<Caller> => {
  const account = await find(credential, address)
  if (account === null) throw problem('unauthorized', { reason: 'invalid', what: 'credential' })
  return account
}

export const checkRate = (state: RateLimitState | null): void => {
  if (state === null || state.allowed) return
  throw problem('rate_limited', {
    calls: state.calls,
    windowSeconds: state.windowSeconds,
    retryAfterSeconds: state.resetSeconds,
  })
}

export const checkAccess = (op: AnyOp, input: unknown, caller: Caller): void => {
  if (caller.kind !== 'anonymous' || accessOf(op, input) === 'public') return
  const what = op.access === 'key' ? op.name : `${op.name} with this input`
  throw problem('unauthorized', { reason: 'missing', what })
}

/** Only accounts have units: without a key calls are free, and limited by their number instead. */
export const charged = (op: AnyOp, input: unknown, caller: Caller): number =>
  caller.kind === 'account' ? unitsOf(op, input) : 0
