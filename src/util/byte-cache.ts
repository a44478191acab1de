/** A cache bounded by bytes: what was used longest ago goes first. */
export interface Sized {
  /** Bytes it holds now; may grow after it was put in, and is then counted anew by `touch`. */
  readonly byteLength: number
}

export class ByteCache<V extends Sized> {
  readonly maxBytes: number
  #bytes = 0
  /** A Map keeps the order of insertion: the first entry is the one used longest ago. */
  readonly #entries = new Map<string, { value: V; bytes: number }>()

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    this.#remove(key)
    const bytes = value.byteLength
    if (bytes > this.maxBytes) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    this.#evict()
  }

  /** Counts an entry again after it grew. */
  touch(key: string): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.set(key, entry.value)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #evict(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) return
      this.#remove(key)
    }
  }
}
