/**
 * Values that are there at once or later. A cached answer passes through a dozen of them, and creating a promise for each would cost
 * more than the answer.
 */
export type NowOrLater<T> = T | Promise<T>

export const isLater = <T>(value: NowOrLater<T>): value is Promise<T> => value instanceof Promise

/** Continues with the value: at once if it is there. */
export const thenOrNow = <T, U>(value: NowOrLater<T>, next: (value: T) => NowOrLater<U>): NowOrLater<U> =>
  isLater(value) ? value.then(next) : next(value)

/** Runs work whose errors are handled alike, thrown at once or later. */
export const caught = <T>(work: () => NowOrLater<T>, handle: (error: unknown) => T): NowOrLater<T> => {
  try {
    const value = work()
    return isLater(value) ? value.catch(handle) : value
  } catch (error) {
    return handle(error)
  }
}
