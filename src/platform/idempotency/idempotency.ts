/**
 * Calls that may be repeated: an account puts a key on a call, and whoever sends the same call with the same key again gets the
 * first answer, and is not charged again. A failure is not kept: its units were given back, and the repeat is a new try.
 */

import type { Clock } from '../../util/clock.ts'
import { type Random, randomId } from '../../util/random.ts'
import { type Answer, packed, unpacked } from './packed.ts'
import type { EarlierCall, IdempotencyStore, IdempotentCall } from './ports.ts'

/** A call that has the key. One of the two ends it. */
export interface BegunCall extends Pick<IdempotentCall, 'accountId' | 'key' | 'claim'> {
  /** Keeps the answer and spends the hold, both or neither; false when nothing is held under the id. @throws KeyLostError */
  readonly keep: (answer: Answer, holdId: string | null) => Promise<boolean>
  /** The key is free again. Never rejects: a key that stays taken is free when this process has ended. */
  readonly forget: () => Promise<void>
}

export type Begin =
  | { readonly kind: 'begun'; readonly call: BegunCall }
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** It was answered and paid for, but the answer is not kept any more: it has to be worked out again, for nothing. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'running' }
  /** It is a job, or was one: that has the answer. */
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'other_call' }

export interface IdempotencyKeys {
  readonly begin: (accountId: string, key: string, fingerprint: string) => Promise<Begin>
}

export interface IdempotencyKeeper extends IdempotencyKeys {
  /** To be called every `SWEEP_EVERY_MS`. */
  readonly sweep: () => Promise<void>
}

/** Another call has taken the key: this process stood still for so long that it counted as dead. */
export class KeyLostError extends Error {
  override readonly name = 'KeyLostError'
}

export interface IdempotencyOptions {
  readonly store: IdempotencyStore
  /** This process, as the count of units knows it. */
  readonly owner: string
  readonly clock: Clock
  readonly random: Random
}

export const SWEEP_EVERY_MS = 60_000

/** How long a repeat is known for one. */
const KEPT_MS = 24 * 3_600_000
const MIB = 1024 * 1024
/** Of one answer, packed, and of all answers of an account together. Larger ones are worked out again when they are repeated. */
const ANSWER_BYTES = 16 * MIB
const ACCOUNT_BYTES = 256 * MIB

export const createIdempotencyKeys = ({
  store,
  owner,
  clock,
  random,
}: IdempotencyOptions): IdempotencyKeeper => ({
  begin: async (accountId, key, fingerprint) => {
    const claim = randomId(random, CLAIM_LETTERS)
    const nowMs = clock.now()
    const call = { accountId, key, claim }
    const found = await store.begin({ ...call, fingerprint, owner, nowMs, expiresAtMs: nowMs + KEPT_MS })
    if (found !== 'begun') return earlier(found, fingerprint)
    return {
      kind: 'begun',
      call: {
        ...call,
        keep: async (answer, holdId) => {
          const kept = await packed(answer)
          const result = await store.keep(call, kept.coded.byteLength <= ANSWER_BYTES ? kept : null, holdId)
          if (result === 'lost') throw new KeyLostError('Another call has taken the key.')
          return result === 'kept'
        },
        forget: () => store.forget(call).catch(() => {}),
      },
    }
  },
  sweep: () => store.sweep({ nowMs: clock.now(), bytesPerAccount: ACCOUNT_BYTES }),
})

const CLAIM_LETTERS = 16

const earlier = async (found: EarlierCall, fingerprint: string): Promise<Begin> => {
  if (found.fingerprint !== fingerprint) return { kind: 'other_call' }
  if (found.jobId !== null) return { kind: 'job', jobId: found.jobId }
  if (found.answer === null) return { kind: found.state === 'running' ? 'running' : 'spent' }
  return { kind: 'answered', answer: await unpacked(found.answer) }
}
