/**
 * Idempotent calls: a repeat with the same key gets the first answer without another charge. A failure is not stored: its
 * units were refunded, and the repeat runs again.
 */

import type { Clock } from '../../util/clock.ts'
import { type Random, randomId } from '../../util/random.ts'
import { type PlainAnswer, packed, unpackedAnswer } from './packed.ts'
import type { EarlierCall, IdempotencyStore, IdempotentCall } from './ports.ts'

/** A call that claims the key until `keep` or `forget`. */
export interface BegunCall extends Pick<IdempotentCall, 'accountId' | 'key' | 'claim'> {
  /** Atomically stores the answer and spends the hold; returns false if there is no such hold. @throws KeyLostError */
  readonly keep: (answer: PlainAnswer, holdId: string | null) => Promise<boolean>
  /** Releases the key. Never rejects: a release that the store cannot take now is retried before the next call with a key. */
  readonly forget: () => Promise<void>
}

export type Begin =
  | { readonly kind: 'begun'; readonly call: BegunCall }
  | { readonly kind: 'answered'; readonly answer: PlainAnswer }
  /** Answered and paid for, but the answer is no longer stored: run it again without a charge. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'running' }
  /** The call became a job, which has the answer. */
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'other_call' }

export type IdempotencyKeeper = ReturnType<typeof createIdempotencyKeys>
export type IdempotencyKeys = Pick<IdempotencyKeeper, 'begin'>

/** Another call claimed the key, because this process was blocked for so long that it counted as dead. */
export class KeyLostError extends Error {
  override readonly name = 'KeyLostError'
}

interface IdempotencyOptions {
  readonly store: IdempotencyStore
  /** Id of this process in the unit store. */
  readonly owner: string
  readonly clock: Clock
  readonly random: Random
}

export const SWEEP_EVERY_MS = 60_000

/** Time for which a key is remembered. */
const KEPT_MS = 24 * 3_600_000
const MIB = 1024 * 1024
/** Maximum size of a stored answer, compressed, and total for each account. Repeats of larger answers run again. */
const ANSWER_BYTES = 16 * MIB
const ACCOUNT_BYTES = 256 * MIB

export const createIdempotencyKeys = ({ store, owner, clock, random }: IdempotencyOptions) => {
  type Claim = Parameters<IdempotencyStore['forget']>[0]
  /** Releases that failed, by claim. */
  const toForget = new Map<string, Claim>()

  const forget = (call: Claim): Promise<void> =>
    store.forget(call).then(
      () => void toForget.delete(call.claim),
      () => void toForget.set(call.claim, call),
    )

  const retryReleases = async (): Promise<void> => {
    if (toForget.size > 0) await Promise.all([...toForget.values()].map(forget))
  }

  return {
    begin: async (accountId: string, key: string, fingerprint: string): Promise<Begin> => {
      await retryReleases()
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
            if (result === 'lost') throw new KeyLostError('Another call took the key.')
            return result === 'kept'
          },
          forget: () => forget(call),
        },
      }
    },
    /** Call it every `SWEEP_EVERY_MS`. */
    sweep: async () => {
      await retryReleases()
      await store.sweep({ nowMs: clock.now(), bytesPerAccount: ACCOUNT_BYTES })
    },
  }
}

const CLAIM_LETTERS = 16

const earlier = async (found: EarlierCall, fingerprint: string): Promise<Begin> => {
  if (found.fingerprint !== fingerprint) return { kind: 'other_call' }
  if (found.jobId !== null) return { kind: 'job', jobId: found.jobId }
  if (found.answer === null) return { kind: found.state === 'running' ? 'running' : 'spent' }
  return { kind: 'answered', answer: await unpackedAnswer(found.answer) }
}
