/**
 * Remembers answers of the live map until they are out of date. Bound to the store of fetched boundaries: if that is lost,
 * all answers are forgotten.
 */
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import { lazily } from '../../util/lazily.ts'

/** Begins the outcome of a boundary without a usable polygon; the reason follows. */
export const UNUSABLE = 'unusable '

/** An absent boundary, or one without a usable polygon, is requested again after an hour: someone may be drawing it. */
export const ABSENT_MS = 3_600_000
/** A version that could not be used is requested again the next day. */
export const KEPT_MS = 86_400_000
/** Validity of outcomes without a boundary; the empty one is a search without results. */
const GOOD_MS: Readonly<Record<string, number>> = {
  absent: ABSENT_MS,
  deleted: ABSENT_MS,
  '': ABSENT_MS,
  kept: KEPT_MS,
  [UNUSABLE]: ABSENT_MS,
}

export const createAnswerMemory = (
  coordination: LiveCoordination,
  clock: Clock,
  ttlMs: number,
  store: Pick<BoundaryStore, 'identity' | 'catchUp'>,
) => {
  const identity = lazily(() => store.identity())
  const keyOf = async (question: string): Promise<string> => `${question} @${await identity.get()}`
  return {
    /** Returns null if the live map was never asked, or if an answer without a boundary is out of date. */
    recall: async (question: string) => {
      const known = await coordination.remembered(await keyOf(question))
      if (known === null) return null
      // Another server may have asked: its boundaries must be here before its answer is believed.
      await store.catchUp()
      const { outcome, atMs } = known
      const kind = outcome.startsWith(UNUSABLE) ? UNUSABLE : outcome
      /** Time until it is out of date. */
      const leftMs = atMs + (GOOD_MS[kind] ?? ttlMs) - clock.now()
      const isGood = leftMs > 0
      return isGood || !(kind in GOOD_MS) ? { outcome, isGood, leftMs } : null
    },
    keep: async <T extends string>(question: string, outcome: T): Promise<T> => {
      await coordination.remember(await keyOf(question), outcome, clock.now())
      return outcome
    },
  }
}
