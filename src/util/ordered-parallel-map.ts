/** Runs `run` on the items, at most `window` at a time, and yields the results in the order of the items. */
export async function* orderedParallelMap<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  window: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const result = run(item)
    // If an earlier run fails, nobody awaits this one.
    result.catch(() => {})
    running.push(result)
    if (running.length >= window) yield await running.shift()!
  }
  while (running.length > 0) yield await running.shift()!
}
