/**
 * Signs in devices without a browser (RFC 8628): the device gets two codes, a signed-in person types the short one and approves, and
 * the device exchanges the long one for a key of that person's account.
 */
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import { singleEvent } from '../audit/event.ts'
import type { Bookkeeping } from '../bookkeeping.ts'
import { network } from '../customer-network.ts'
import { KEY_LIMITS } from '../key-limits.ts'
import { newId, newKey } from '../new-key.ts'
import { MAX_GRANTS, newGrant } from '../oauth/grants.ts'
import type { KeyStore, ProfileStore } from '../ports.ts'
import { POLICIES } from '../rate-limit/policies.ts'
import type { RateLimitStore } from '../rate-limit/store.ts'
import { deviceCodeHash, newDeviceCode, newUserCode, readUserCode } from './codes.ts'
import { createDeviceAccesses } from './device-access.ts'
import { INTERVAL_SECONDS, notePoll, UNDECIDED } from './poll-pace.ts'
import type { DeviceSignIn, DeviceSignInStore, PolledSignIn } from './ports.ts'
import {
  COLLECTION_MS,
  type Decision,
  type DeviceState,
  type PollResult,
  stateAt,
  transition,
} from './state-machine.ts'

export type DeviceSignIns = ReturnType<typeof createDeviceSignIns>

type AskingDevice = Pick<DeviceSignIn, 'clientName' | 'address'>

export interface StartedSignIn {
  readonly deviceCode: string
  readonly userCode: string
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

export type PollAnswer =
  | { readonly result: 'key'; readonly apiKey: string; readonly email: string }
  | { readonly result: Exclude<PollResult, 'key' | 'authorization_pending'> | 'too_many_keys' }
  | { readonly result: 'authorization_pending'; readonly intervalSeconds: number; readonly tooFast: boolean }

/** The signed-in person who looks up or decides a user code. Wrong codes count against both account and address. */
export interface Approver {
  readonly accountId: string
  readonly address: string
}

/** A sign-in as the person sees it before deciding. */
export interface FoundSignIn
  extends Pick<
    DeviceSignIn,
    'userCode' | 'clientName' | 'address' | 'createdAtMs' | 'expiresAtMs' | 'access'
  > {
  readonly state: DeviceState
}

export type DecisionAnswer = Decision | 'unknown' | 'too_many_attempts' | 'too_many_keys'

interface DeviceSignInOptions {
  readonly store: DeviceSignInStore
  readonly profiles: Pick<ProfileStore, 'find'>
  readonly keys: Pick<KeyStore, 'listKeys'>
  readonly rateLimits: RateLimitStore
  readonly bookkeeping: Bookkeeping
  readonly lifetimeSeconds: number
  readonly clock: Clock
  readonly random: Random
}

export const createDeviceSignIns = (options: DeviceSignInOptions) => {
  const { store, keys, rateLimits, clock, random } = options
  const sweep = createSweep(options)

  const activeKeys = async (accountId: string): Promise<number> =>
    (await keys.listKeys(accountId)).filter(({ revokedAt }) => revokedAt === null).length

  /** Attempts are counted before the lookup, so that concurrent guesses cannot bypass the limit. */
  const lookUp = async (
    written: string,
    by: Approver,
  ): Promise<DeviceSignIn | 'unknown' | 'too_many_attempts'> => {
    const counts = await Promise.all([
      rateLimits.take(POLICIES.userCodesOfAccount, by.accountId),
      rateLimits.take(POLICIES.userCodes, network(by.address)),
    ])
    if (counts.some(({ allowed }) => !allowed)) return 'too_many_attempts'
    const userCode = readUserCode(written)
    return (userCode === null ? null : await store.findByUser(userCode)) ?? 'unknown'
  }

  const decide = async (
    written: string,
    by: Approver,
    trigger: 'approve' | 'deny',
  ): Promise<DecisionAnswer> => {
    const signIn = await lookUp(written, by)
    if (typeof signIn === 'string') return signIn
    const nowMs = clock.now()
    const { next, result } = transition(stateAt(signIn, nowMs), trigger)
    if (result !== 'done') return result
    const state = next === 'approved' ? 'approved' : 'denied'
    // Reported now because the person can still revoke a key; the limit is enforced when the key is created.
    if (
      state === 'approved' &&
      signIn.access === null &&
      (await activeKeys(by.accountId)) >= KEY_LIMITS.maxActive
    )
      return 'too_many_keys'
    const event = singleEvent(newId(random), {
      action: `device_${state}`,
      atMs: nowMs,
      origin: { way: 'page', address: by.address },
      accountId: by.accountId,
      detail: signIn.clientName,
    })
    const grant = state === 'approved' ? grantOf(options, signIn, by) : undefined
    const decision = { state, accountId: by.accountId, atMs: nowMs, event } as const
    const done = await store.decide(signIn.userCode, grant === undefined ? decision : { ...decision, grant })
    return done ? 'done' : 'already_decided'
  }

  return {
    start: async ({ clientName, address }: AskingDevice) => {
      await sweep()
      return beginSignIn(options, { clientName, address })
    },
    /** Answers a poll. The key is given exactly once, even to concurrent polls. */
    poll: (deviceCode: string, address: string | null) => poll(options, deviceCodeHash(deviceCode), address),
    find: async (written: string, by: Approver): Promise<FoundSignIn | 'unknown' | 'too_many_attempts'> => {
      const signIn = await lookUp(written, by)
      if (typeof signIn === 'string') return signIn
      const { userCode, clientName, address, createdAtMs, expiresAtMs, access } = signIn
      const state = stateAt(signIn, clock.now())
      return { userCode, clientName, address, createdAtMs, expiresAtMs, access, state }
    },
    approve: (userCode: string, by: Approver) => decide(userCode, by, 'approve'),
    deny: (userCode: string, by: Approver) => decide(userCode, by, 'deny'),
    /** Sign-ins of standard OAuth clients. */
    accesses: createDeviceAccesses({ store, sweep, clock }),
  }
}

/** Returns the grant of an approved app; undefined for a device that gets a key. */
const grantOf = (
  parts: Pick<DeviceSignInOptions, 'clock' | 'random'>,
  { access, clientName }: DeviceSignIn,
  { accountId, address }: Approver,
) =>
  access === null
    ? undefined
    : {
        added: newGrant(parts, { ...access, accountId, clientName }, { way: 'page', address }),
        kept: MAX_GRANTS,
      }

/** A random code is in use once in a billion times, so three tries are always enough. */
const USER_CODE_TRIES = 3

const beginSignIn = async (
  { store, lifetimeSeconds, clock, random }: DeviceSignInOptions,
  asked: AskingDevice,
): Promise<StartedSignIn> => {
  const deviceCode = newDeviceCode(random)
  const createdAtMs = clock.now()
  for (let tries = 0; tries < USER_CODE_TRIES; tries++) {
    const userCode = newUserCode(random)
    const added = await store.add({
      ...asked,
      deviceHash: deviceCodeHash(deviceCode),
      userCode,
      access: null,
      createdAtMs,
      expiresAtMs: createdAtMs + lifetimeSeconds * 1000,
      ...UNDECIDED,
    })
    if (added)
      return { deviceCode, userCode, expiresInSeconds: lifetimeSeconds, intervalSeconds: INTERVAL_SECONDS }
  }
  throw new Error('Found no unused user code.')
}

const poll = async (
  options: DeviceSignInOptions,
  deviceHash: string,
  address: string | null,
): Promise<PollAnswer> => {
  const { store, clock } = options
  const signIn = await store.findByDevice(deviceHash)
  if (signIn === null || signIn.access !== null) return { result: 'invalid_grant' }
  const nowMs = clock.now()
  const { result } = transition(stateAt(signIn, nowMs), 'poll')
  if (result === 'key') return redeem(options, signIn, address)
  if (result !== 'authorization_pending') return { result }
  return { result, ...(await notePoll(store, signIn, nowMs)) }
}

/** Creates the key only now, so that an abandoned sign-in leaves no key behind. */
const redeem = async (
  options: DeviceSignInOptions,
  { deviceHash, accountId, clientName }: PolledSignIn,
  address: string | null,
): Promise<PollAnswer> => {
  const { account } = await options.profiles.find(String(accountId))
  const { apiKey, kept, limits } = newKey(options, {
    accountId: account.id,
    name: clientName,
    origin: { way: 'device', address },
  })
  const outcome = await options.store.redeem(deviceHash, kept, limits)
  if (outcome === 'redeemed') return { result: 'key', apiKey, email: account.email }
  return { result: outcome === 'too_many_keys' ? 'too_many_keys' : 'invalid_grant' }
}

/** Keeps ended sign-ins for one more lifetime, so that a slow device still learns the outcome or gets its key. */
const createSweep = ({
  store,
  bookkeeping,
  lifetimeSeconds,
  clock,
}: DeviceSignInOptions): (() => Promise<void>) => {
  let nextMs = 0
  return async () => {
    const nowMs = clock.now()
    if (nowMs < nextMs) return
    nextMs = nowMs + SWEEP_EVERY_MS
    const keptMs = Math.max(lifetimeSeconds * 1000, COLLECTION_MS)
    await bookkeeping.note('the removal of old device sign-ins', () => store.sweep(nowMs - keptMs))
  }
}

const SWEEP_EVERY_MS = 60_000
