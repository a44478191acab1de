/**
 * Group commit: several writers, one transaction. On SQLite a commit takes longer than most writes, and concurrent calls,
 * which are read from their connections together, also write together. They share a transaction, one after the other, and
 * all are acknowledged after the commit. A writer's work may run twice, so it must only write.
 */
import type { Transaction } from 'kysely'
import { DatabaseBusyError } from './database-busy.ts'
import type { OpenDatabase } from './dialect.ts'

type Write<T> = OpenDatabase<T>['write']
type TransactionWork<T, R> = (transaction: Transaction<T>) => Promise<R>

interface WaitingWrite<T> {
  readonly work: TransactionWork<T, unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

export const shareCommits = <T>(write: Write<T>): Write<T> => {
  let waiting: WaitingWrite<T>[] = []

  const commitAll = (): void => {
    const writers = waiting
    waiting = []
    void commit(write, writers)
  }

  return <R>(work: TransactionWork<T, R>) =>
    new Promise<R>((resolve, reject) => {
      // Immediates run after all pending input is read: by then every concurrent call has arrived.
      if (waiting.length === 0) setImmediate(commitAll)
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
    })
}

const commit = async <T>(write: Write<T>, writers: readonly WaitingWrite<T>[]): Promise<void> => {
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
      // One writer failed and rolled the others back: run each alone.
      for (const writer of writers) await commit(write, [writer])
    }
  }
}
