/**
 * The state machine of a device sign-in. `denied` and `expired` are separate final states because the device gets different errors for them.
 */

/** After a device code expires, an approved device can still collect its key, because it polls only every few seconds. */
export const COLLECTION_MS = 60_000

export type DeviceState = 'pending' | 'approved' | 'used' | 'denied' | 'expired'

/** The results of each trigger. A poll results in the key or in one of OAuth's error codes (RFC 8628 §3.5). */
interface Results {
  readonly poll: 'key' | 'authorization_pending' | 'access_denied' | 'expired_token' | 'invalid_grant'
  readonly approve: Decision
  readonly deny: Decision
}

export type Decision = 'done' | 'already_decided' | 'expired'
export type PollResult = Results['poll']

export interface DeviceStep<T extends keyof Results> {
  readonly next: DeviceState
  readonly result: Results[T]
}

export const transition = <T extends keyof Results>(state: DeviceState, trigger: T): DeviceStep<T> =>
  TABLE[state][trigger]

/** Expires undecided sign-ins, and approved ones that were not collected. */
export const stateAt = (
  { state, expiresAtMs }: { readonly state: DeviceState; readonly expiresAtMs: number },
  nowMs: number,
): DeviceState => {
  if (state === 'pending') return nowMs < expiresAtMs ? state : 'expired'
  if (state === 'approved') return nowMs < expiresAtMs + COLLECTION_MS ? state : 'expired'
  return state
}

/** No trigger changes a final state. */
const final = (next: DeviceState, poll: PollResult, decision: Decision) => ({
  poll: { next, result: poll },
  approve: { next, result: decision },
  deny: { next, result: decision },
})

const TABLE: { readonly [S in DeviceState]: { readonly [T in keyof Results]: DeviceStep<T> } } = {
  pending: {
    poll: { next: 'pending', result: 'authorization_pending' },
    approve: { next: 'approved', result: 'done' },
    deny: { next: 'denied', result: 'done' },
  },
  approved: {
    poll: { next: 'used', result: 'key' },
    approve: { next: 'approved', result: 'already_decided' },
    deny: { next: 'approved', result: 'already_decided' },
  },
  used: final('used', 'invalid_grant', 'already_decided'),
  denied: final('denied', 'access_denied', 'already_decided'),
  expired: final('expired', 'expired_token', 'expired'),
}
