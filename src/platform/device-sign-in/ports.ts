/** Ports of device sign-in. Adapters of the store are checked by `test/contract/device-sign-in-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'
import type { NewGrant } from '../oauth/ports.ts'
import type { KeyLimits, NewApiKey } from '../ports.ts'
import type { DeviceState } from './state-machine.ts'

/** OAuth request of an app on a device, which gets tokens instead of a key. */
export type DeviceAccess = Pick<NewGrant, 'clientId' | 'scopes' | 'resources'>

export interface DeviceSignIn {
  /** SHA-256 of the device code, hexadecimal; the code itself is not stored. */
  readonly deviceHash: string
  /** `BCDF-GHJK` */
  readonly userCode: string
  /** The stored state; `expired` follows from the time and is never stored. */
  readonly state: Exclude<DeviceState, 'expired'>
  /** The name that the device gave itself, unverified. */
  readonly clientName: string | null
  /** Address of the device; null for the operator's own machine. */
  readonly address: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Seconds that the device must wait between polls. */
  readonly intervalSeconds: number
  readonly polledAtMs: number | null
  /** The account that approved or denied. */
  readonly accountId: string | null
  /** Null for a sign-in that gives a key. */
  readonly access: DeviceAccess | null
  /** The grant of an approved app. */
  readonly grantId: string | null
}

/** A sign-in found by its device code: the user code is stored only as a hash. */
export type PolledSignIn = Omit<DeviceSignIn, 'userCode'>

export interface DeviceSignInStore {
  /** Returns false, without any change, if the user code is in use. */
  add(signIn: DeviceSignIn): Promise<boolean>
  findByDevice(deviceHash: string): Promise<PolledSignIn | null>
  findByUser(userCode: string): Promise<DeviceSignIn | null>
  polled(deviceHash: string, poll: { readonly atMs: number; readonly intervalSeconds: number }): Promise<void>
  /**
   * Decides a pending, unexpired sign-in, and adds the grant of an approved app; otherwise returns false, without any
   * change. Of concurrent calls one succeeds.
   */
  decide(
    userCode: string,
    decision: {
      readonly state: 'approved' | 'denied'
      readonly accountId: string
      readonly atMs: number
      readonly event: AuditEvent
      readonly grant?: { readonly added: NewGrant; readonly kept: number }
    },
  ): Promise<boolean>
  /** Moves `approved` to `used` and adds the key, atomically. Of concurrent calls one gets `redeemed`. */
  redeem(
    deviceHash: string,
    key: NewApiKey,
    limits: KeyLimits,
  ): Promise<'redeemed' | 'not_approved' | 'too_many_keys'>
  /** Moves the approved sign-in of an app to `used`. Of concurrent calls one gets true. */
  redeemAccess(deviceHash: string): Promise<boolean>
  /** Deletes sign-ins that expired before the time. */
  sweep(expiredBeforeMs: number): Promise<void>
}
