/**
 * Goes on with a value that may still be on its way: at once where it is there. A promise for what is known already would cost a
 * turn of the queue and its memory, and hot answers have a handful of such steps.
 */
export const after = <T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)
