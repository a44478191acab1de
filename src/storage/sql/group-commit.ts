/**
 * Several writers, one commit. On SQLite a commit takes longer than what most writers write, and the calls that are read from their
 * connections at one moment come here at one moment: they go into one transaction, one after the other, and none is told
 * before all of it is committed. The work of a writer may be run twice, so it does nothing but write.
 */
import type { Transaction } from 'kysely'
import { DatabaseBusyError } from './busy.ts'
import type { OpenDatabase } from './dialect.ts'

type Write<T> = OpenDatabase<T>['write']
type Work<T, R> = (transaction: Transaction<T>) => Promise<R>

interface Waiting<T> {
  readonly work: Work<T, unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

export const shareCommits = <T>(write: Write<T>): Write<T> => {
  let waiting: Waiting<T>[] = []

  const commitAll = (): void => {
    const writers = waiting
    waiting = []
    void commit(write, writers)
  }

  return <R>(work: Work<T, R>) =>
    new Promise<R>((resolve, reject) => {
      // Immediates run when everything that has arrived was read: then all who come together are there.
      if (waiting.length === 0) setImmediate(commitAll)
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
    })
}

const commit = async <T>(write: Write<T>, writers: readonly Waiting<T>[]): Promise<void> => {
  try {
    const results = await write(async (transaction) => {
      const done: unknown[] = []
      for (const { work } of writers) done.push(await work(transaction))
      return done
    })
    for (const [index, { resolve }] of writers.entries()) resolve(results[index])
  } catch (error) {
    if (writers.length === 1 || error instanceof DatabaseBusyError) {
      for (const { reject } of writers) reject(error)
    } else {
      // One has failed and taken the others with it: each for itself.
      for (const writer of writers) await commit(write, [writer])
    }
  }
}
