/** Opens what is needed late, once: everybody shares one opening, and a failed one is not kept, so the next call tries again. */

export interface Lazy<T> {
  readonly get: () => Promise<T>
  /** For closing: what was opened or is being opened; null where nothing was, or where that failed. */
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
  /** Opens anew when the version is another one than at the last call. */
  readonly get: (version: string) => Promise<T>
  /** As of `Lazy`, for the version that was asked for last. */
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
        // A newer version may have been opened meanwhile.
        if (current === started) current = null
      })
      return started.value
    },
    opened: async () => (await current?.value.catch(() => null)) ?? null,
  }
}
