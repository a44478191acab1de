/**
 * A cache limited in bytes that keeps recently used entries. Entries live in two halves: new and used ones go into the young
 * half; when that is full, it becomes the old half, and entries not requested since then are dropped. So a hit on an entry
 * of the young half changes nothing, unlike a list in order of use (and a Map kept in such an order leaves a chain of dead
 * tables behind that only a full garbage collection removes).
 */
interface CacheEntry<V> {
  readonly value: V
  readonly bytes: number
}

export class ByteCache<V, K = string> {
  readonly #maxHalfBytes: number
  #young = new Map<K, CacheEntry<V>>()
  #youngBytes = 0
  #old = new Map<K, CacheEntry<V>>()
  #oldBytes = 0

  /** @param maxBytes limit for all entries */
  constructor(maxBytes: number) {
    this.#maxHalfBytes = maxBytes / 2
  }

  /** Of all entries. */
  get bytes(): number {
    return this.#youngBytes + this.#oldBytes
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old !== undefined) this.#put(key, old)
    return old?.value
  }

  /** Ignores values larger than half of the cache. */
  set(key: K, value: V, bytes: number): void {
    if (bytes <= this.#maxHalfBytes) this.#put(key, { value, bytes })
  }

  #put(key: K, entry: CacheEntry<V>): void {
    const replaced = this.#young.get(key)?.bytes ?? 0
    if (this.#youngBytes - replaced + entry.bytes > this.#maxHalfBytes) {
      this.#old = this.#young
      this.#oldBytes = this.#youngBytes
      this.#young = new Map()
      this.#youngBytes = entry.bytes
    } else {
      this.#youngBytes += entry.bytes - replaced
    }
    this.#oldBytes -= this.#old.get(key)?.bytes ?? 0
    this.#old.delete(key)
    this.#young.set(key, entry)
  }
}
