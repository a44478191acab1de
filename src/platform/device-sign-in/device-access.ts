/**
 * Device sign-ins of standard OAuth clients, which get tokens instead of a key. They share codes, pages and limits with the
 * others; the authorization server generates the codes and issues the tokens.
 */
import type { Clock } from '../../util/clock.ts'
import { deviceCodeHash, readUserCode } from './codes.ts'
import { notePoll, UNDECIDED } from './poll-pace.ts'
import type { DeviceAccess, DeviceSignIn, DeviceSignInStore, PolledSignIn } from './ports.ts'
import { type PollResult, stateAt, transition } from './state-machine.ts'

export type DeviceAccesses = ReturnType<typeof createDeviceAccesses>

/** The user code is with or without the dash. */
export interface AccessRequest
  extends Pick<DeviceSignIn, 'userCode' | 'clientName' | 'address' | 'expiresAtMs'> {
  readonly deviceCode: string
  readonly access: DeviceAccess
}

export interface AccessPoll
  extends Pick<PolledSignIn, 'accountId' | 'grantId' | 'createdAtMs' | 'expiresAtMs'> {
  readonly result: 'approved' | 'too_fast' | Exclude<PollResult, 'key'>
  readonly access: DeviceAccess
}

interface DeviceAccessOptions {
  readonly store: Pick<DeviceSignInStore, 'add' | 'findByDevice' | 'polled' | 'redeemAccess'>
  readonly sweep: () => Promise<void>
  readonly clock: Clock
}

export const createDeviceAccesses = ({ store, sweep, clock }: DeviceAccessOptions) => ({
  start: async ({ deviceCode, userCode: written, ...asked }: AccessRequest) => {
    await sweep()
    const userCode = readUserCode(written)
    const added =
      userCode !== null &&
      (await store.add({
        ...asked,
        deviceHash: deviceCodeHash(deviceCode),
        userCode,
        createdAtMs: clock.now(),
        ...UNDECIDED,
      }))
    if (!added) throw new Error('The user code is taken; the device has to start again.')
  },
  /** Returns null if the code is unknown or gives a key. */
  poll: async (deviceCode: string): Promise<AccessPoll | null> => {
    const signIn = await store.findByDevice(deviceCodeHash(deviceCode))
    if (signIn === null || signIn.access === null) return null
    const { access, accountId, grantId, createdAtMs, expiresAtMs } = signIn
    const facts = { access, accountId, grantId, createdAtMs, expiresAtMs }
    const nowMs = clock.now()
    const { result } = transition(stateAt(signIn, nowMs), 'poll')
    if (result === 'key') return { ...facts, result: 'approved' }
    if (result !== 'authorization_pending') return { ...facts, result }
    const { tooFast } = await notePoll(store, signIn, nowMs)
    return { ...facts, result: tooFast ? 'too_fast' : result }
  },
  /** Marks an approved sign-in as used. Of concurrent calls one gets true. */
  redeem: (deviceCode: string) => store.redeemAccess(deviceCodeHash(deviceCode)),
})
