/** A cache limited in bytes that makes what it lacks. Concurrent calls for one key share the making. */
import { ByteCache } from './byte-cache.ts'
import type { NowOrLater } from './now-or-later.ts'
import { SingleFlight } from './single-flight.ts'

export interface Asking {
  /** Called for a cached value. */
  readonly onHit?: () => void
  /** The making is aborted when all callers that wait for it have given up. */
  readonly signal?: AbortSignal
  /** Callers of one group share the making; those of another make the value themselves. */
  readonly group?: string
}

export class FillingCache<V> {
  readonly #kept: ByteCache<V>
  readonly #making = new SingleFlight<V>()
  readonly #bytesOf: (value: V) => number
  /** Values that were there. */
  hits = 0
  /** Values that had to be made, or waited for. */
  misses = 0

  constructor(maxBytes: number, bytesOf: (value: V) => number) {
    this.#kept = new ByteCache(maxBytes)
    this.#bytesOf = bytesOf
  }

  get bytes(): number {
    return this.#kept.bytes
  }

  /** Returns null if the value is not cached. */
  peek(key: string): V | null {
    const kept = this.#kept.get(key)
    if (kept === undefined) return null
    this.hits++
    return kept
  }

  get(
    key: string,
    make: (signal: AbortSignal) => Promise<V>,
    { onHit, signal, group = '' }: Asking = {},
  ): NowOrLater<V> {
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      this.hits++
      onHit?.()
      return kept
    }
    this.misses++
    return this.#making.run(
      `${group} ${key}`,
      async (unwanted) => {
        const made = await make(unwanted)
        this.#kept.set(key, made, this.#bytesOf(made))
        return made
      },
      signal,
    )
  }
}
