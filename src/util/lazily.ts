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

export interface LazyByVersion<T> {
  /** Opens again if the version differs from the last call. */
  readonly get: (version: string) => Promise<T>
  /** Like in `Lazy`, for the last requested version. */
  readonly opened: () => Promise<T | null>
}

export const lazilyByVersion = <T>(open: (version: string) => Promise<T>): LazyByVersion<T> => {
  let current: { readonly version: string; readonly value: Promise<T> } | null = null
  return {
    get: (version) => {
      if (current?.version === version) return current.value
      const started = { version, value: open(version) }
      current = started
      started.value.catch(() => {
        // A newer version may have replaced it meanwhile.
        if (current === started) current = null
      })
      return started.value
    },
    opened: async () => (await current?.value.catch(() => null)) ?? null,
  }
}
