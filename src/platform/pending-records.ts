/**
 * Records that may be made at every call: kept in memory and written together now and then, so that no call waits for them.
 * A killed process loses the pending ones.
 */

interface PendingRecordsOptions<T> {
  /** Records with the same key are merged into one. */
  readonly keyOf: (record: T) => string
  readonly merge: (known: T, later: T) => T
  readonly write: (records: readonly T[]) => Promise<void>
}

export const createPendingRecords = <T>({ keyOf, merge, write }: PendingRecordsOptions<T>) => {
  let pending = new Map<string, T>()
  let flushing: Promise<void> = Promise.resolve()

  const add = (record: T): void => {
    const key = keyOf(record)
    const known = pending.get(key)
    pending.set(key, known === undefined ? record : merge(known, record))
  }

  const writePending = async (): Promise<void> => {
    if (pending.size === 0) return
    const written = pending
    pending = new Map()
    try {
      await write([...written.values()])
    } catch (error) {
      const later = pending
      pending = written
      for (const record of later.values()) add(record)
      throw error
    }
  }

  return {
    add,
    /**
     * Writes the pending records. If the store fails, it rejects and keeps the records. One write at a time: a flush during
     * another one runs after it.
     */
    flush: (): Promise<void> => {
      flushing = flushing.then(writePending, writePending)
      return flushing
    },
  }
}
