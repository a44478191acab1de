/** Closes several parts in order, even if some fail. */

/** Rejects after all parts were tried: with the failure, or an AggregateError of several. */
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
  if (failures.length > 1) throw new AggregateError(failures, failures.map(errorMessage).join(' '))
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
