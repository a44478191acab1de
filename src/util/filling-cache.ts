/** A cache limited in bytes that makes what it lacks. Concurrent calls for one key share the making. */
import { ByteCache } from './byte-cache.ts'
import type { NowOrLater } from './now-or-later.ts'
import { SingleFlight } from './single-flight.ts'

export class FillingCache<V> {
  readonly #kept: ByteCache<V>
  readonly #making = new SingleFlight<V>()
  readonly #bytesOf: (value: V) => number

  constructor(maxBytes: number, bytesOf: (value: V) => number) {
    this.#kept = new ByteCache(maxBytes)
    this.#bytesOf = bytesOf
  }

  /** Returns null if the value is not cached. */
  peek(key: string): V | null {
    return this.#kept.get(key) ?? null
  }

  /** `onHit` is called for a cached value. `make` is aborted when all callers that wait for it have given up. */
  get(
    key: string,
    make: (signal: AbortSignal) => Promise<V>,
    onHit?: () => void,
    signal?: AbortSignal,
  ): NowOrLater<V> {
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      onHit?.()
      return kept
    }
    return this.#making.run(
      key,
      async (unwanted) => {
        const made = await make(unwanted)
        this.#kept.set(key, made, this.#bytesOf(made))
        return made
      },
      signal,
    )
  }
}
