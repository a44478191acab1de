/**
 * A cache limited in bytes that keeps recently used entries. Entries live in two halves: new and used ones go into the young
 * half; when that is full, it becomes the old half, and entries not requested since then are dropped. So a hit on an entry
 * of the young half changes nothing, unlike a list in order of use (and a Map kept in such an order leaves a chain of dead
 * tables behind that only a full garbage collection removes).
 */
export interface Sized {
  readonly byteLength: number
}

export class ByteCache<V extends Sized, K = string> {
  readonly #maxHalfBytes: number
  #young = new Map<K, V>()
  #youngBytes = 0
  #old = new Map<K, V>()

  /** @param maxBytes limit for all entries */
  constructor(maxBytes: number) {
    this.#maxHalfBytes = maxBytes / 2
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  /** Ignores values larger than half of the cache. */
  set(key: K, value: V): void {
    const bytes = value.byteLength
    if (bytes > this.#maxHalfBytes) return
    const replaced = this.#young.get(key)?.byteLength ?? 0
    if (this.#youngBytes - replaced + bytes > this.#maxHalfBytes) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = bytes
    } else {
      this.#youngBytes += bytes - replaced
    }
    this.#old.delete(key)
    this.#young.set(key, value)
  }
}
