/** Group commit: what arrives while a batch is on its way goes together in the next one, so that no one waits for a batch to fill. */

import type { NowOrLater } from './now-or-later.ts'

/**
 * @param run returns the results in the order of the items, and the next batch does not wait for those that come later; if it rejects,
 * all of the batch do
 * @param maxItems of one batch
 */
export const inBatches = <T, R>(
  run: (items: readonly T[]) => Promise<readonly NowOrLater<R>[]>,
  maxItems: number,
): Batches<T, R> => {
  const waiting: Waiting<T, R>[] = []
  let isRunning = false

  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [at, { resolve }] of batch.entries()) resolve(results[at])
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isRunning) void runAll()
      }),
    waiting: () => waiting.length,
  }
}

export interface Batches<T, R> {
  readonly add: (item: T) => Promise<R>
  /** The number of items that no batch has taken yet. */
  readonly waiting: () => number
}

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: NowOrLater<R>) => void
  readonly reject: (error: unknown) => void
}
