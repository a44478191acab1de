/**
 * Opens a resource on first use. Concurrent calls share one opening; a failed one is not cached, so the next call tries
 * again.
 */

export interface Lazy<T> {
  readonly get: () => Promise<T>
  /** For closing: returns the opened resource; null if it was not opened or opening failed. */
  readonly opened: () => Promise<T | null>
}

export const lazily = <T>(open: () => Promise<T>): Lazy<T> => {
  const latest = lazilyByVersion(open)
  return {
    get: () => latest.get(''),
    opened: latest.opened,
  }
}

export interface LazyByVersion<T, With = void> {
  /** Opens again if none of the kept ones has the version. `context` is what the opening needs beside it. */
  readonly get: (version: string, context: With) => Promise<T>
  /** Like in `Lazy`, for the version that was opened last. */
  readonly opened: () => Promise<T | null>
}

/** @param keep number of versions to keep: more than one where calls of an earlier version go on beside those of a new one */
export const lazilyByVersion = <T, With = void>(
  open: (version: string, context: With) => Promise<T>,
  keep = 1,
): LazyByVersion<T, With> => {
  type Kept = { readonly version: string; readonly value: Promise<T> }
  let latest: Kept | null = null
  /** Opened before it, the latest first. */
  let earlier: readonly Kept[] = []
  return {
    get: (version, context) => {
      if (latest?.version === version) return latest.value
      const known = earlier.find((each) => each.version === version)
      if (known !== undefined) return known.value
      const started = { version, value: open(version, context) }
      earlier = latest === null ? [] : [latest, ...earlier].slice(0, keep - 1)
      latest = started
      started.value.catch(() => {
        // A newer version may have replaced it meanwhile.
        if (latest === started) latest = null
        earlier = earlier.filter((each) => each !== started)
      })
      return started.value
    },
    opened: async () => (await latest?.value.catch(() => null)) ?? null,
  }
}
