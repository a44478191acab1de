/**
 * Where a device sign-in stands, and what moves it: the table of section 3.1 of the interface, nothing else. `denied` and `expired`
 * are the two ways in which it is ended; which one it was is what the device is told.
 */

export type DeviceState = 'pending' | 'approved' | 'used' | 'denied' | 'expired'

/** What each trigger can lead to. The answers to a poll are OAuth's error codes (RFC 8628 §3.5), or the key. */
interface Results {
  readonly poll: 'key' | 'authorization_pending' | 'access_denied' | 'expired_token' | 'invalid_grant'
  readonly approve: Decision
  readonly deny: Decision
}

export type Decision = 'done' | 'already_decided' | 'expired'
export type PollResult = Results['poll']

export interface Step<T extends keyof Results> {
  readonly next: DeviceState
  readonly result: Results[T]
}

export const transition = <T extends keyof Results>(state: DeviceState, trigger: T): Step<T> =>
  TABLE[state][trigger]

/** Who approved at the last moment is not refused because the device asks every few seconds only; a key for later it cannot be. */
export const COLLECT_MS = 60_000

/** Time moves what nobody has decided, and what was approved and not collected. */
export const stateAt = (
  { state, expiresAtMs }: { readonly state: DeviceState; readonly expiresAtMs: number },
  nowMs: number,
): DeviceState => {
  if (state === 'pending') return nowMs < expiresAtMs ? state : 'expired'
  if (state === 'approved') return nowMs < expiresAtMs + COLLECT_MS ? state : 'expired'
  return state
}

const TABLE: { readonly [S in DeviceState]: { readonly [T in keyof Results]: Step<T> } } = {
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
  used: {
    poll: { next: 'used', result: 'invalid_grant' },
    approve: { next: 'used', result: 'already_decided' },
    deny: { next: 'used', result: 'already_decided' },
  },
  denied: {
    poll: { next: 'denied', result: 'access_denied' },
    approve: { next: 'denied', result: 'already_decided' },
    deny: { next: 'denied', result: 'already_decided' },
  },
  expired: {
    poll: { next: 'expired', result: 'expired_token' },
    approve: { next: 'expired', result: 'expired' },
    deny: { next: 'expired', result: 'expired' },
  },
}
