/** What device sign-in needs from outside. Adapters of the store are checked by `test/contract/device-sign-in-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'
import type { KeyLimits, NewApiKey } from '../ports.ts'
import type { DeviceState } from './state.ts'

export interface DeviceSignIn {
  /** SHA-256 of the device code, hexadecimal: the code itself is nowhere. */
  readonly deviceHash: string
  /** `BCDF-GHJK` */
  readonly userCode: string
  /** As it stands in the store: `expired` is never stored, it is a matter of time. */
  readonly state: Exclude<DeviceState, 'expired'>
  /** What the device calls itself. Nobody has checked it. */
  readonly clientName: string | null
  /** From where it was asked for; null for the operator's own machine. */
  readonly address: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Seconds that the device is to wait between polls. */
  readonly intervalSeconds: number
  readonly polledAtMs: number | null
  /** Who approved, or denied. */
  readonly accountId: string | null
}

/** As it is found without its user code, which is kept as a hash only. */
export type PolledSignIn = Omit<DeviceSignIn, 'userCode'>

export interface DeviceSignInStore {
  /** False, and nothing has changed, when the user code is taken. */
  add(signIn: DeviceSignIn): Promise<boolean>
  findByDevice(deviceHash: string): Promise<PolledSignIn | null>
  findByUser(userCode: string): Promise<DeviceSignIn | null>
  polled(deviceHash: string, poll: { readonly atMs: number; readonly intervalSeconds: number }): Promise<void>
  /** Only from `pending`, and only before it expires; false, and nothing has changed, otherwise. Of several at once one is true. */
  decide(
    userCode: string,
    decision: {
      readonly state: 'approved' | 'denied'
      readonly accountId: string
      readonly atMs: number
      readonly event: AuditEvent
    },
  ): Promise<boolean>
  /** From `approved` to `used`, and the key is there: both, or neither. Of several at once one is `redeemed`. */
  redeem(
    deviceHash: string,
    key: NewApiKey,
    limits: KeyLimits,
  ): Promise<'redeemed' | 'not_approved' | 'too_many_keys'>
  /** Forgets those that expired before the time. */
  sweep(expiredBeforeMs: number): Promise<void>
}
