/** Closes several parts, one after the other: a part that cannot be closed keeps no other one open. */

/** Rejects when all have had their turn: with the failure, or with all of them where there are several. */
export const closeAll = async (closes: Iterable<() => unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const close of closes) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join(' '))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
