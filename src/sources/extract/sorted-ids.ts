/** Sorted ids in typed arrays, which replace sets and maps for up to a hundred million entries. */

/** Returns the index of the first element of `sorted[from, to)` that is not less than `value`, or `to`. */
export const lowerBound = (sorted: Float64Array, value: number, from = 0, to = sorted.length): number => {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the distinct values in ascending order, in memory that worker threads can share. */
export const sortedUnique = (values: Float64Array): Float64Array<SharedArrayBuffer> => {
  values.sort()
  let count = 0
  for (let index = 0; index < values.length; index++) {
    if (index === 0 || values[index] !== values[index - 1]) values[count++] = values[index]
  }
  const unique = new Float64Array(new SharedArrayBuffer(count * 8))
  unique.set(values.subarray(0, count))
  return unique
}

/** A list of numbers of unknown length: stored in chunks, so that growing never copies. */
export class NumberList {
  static readonly #CHUNK = 1 << 16
  readonly #chunks: Float64Array[] = []
  #inLast = NumberList.#CHUNK
  length = 0

  pushAll(values: ArrayLike<number>): void {
    for (let index = 0; index < values.length; ) {
      if (this.#inLast === NumberList.#CHUNK) {
        this.#chunks.push(new Float64Array(NumberList.#CHUNK))
        this.#inLast = 0
      }
      const chunk = this.#chunks[this.#chunks.length - 1]
      const room = Math.min(NumberList.#CHUNK - this.#inLast, values.length - index)
      for (let at = 0; at < room; at++) chunk[this.#inLast + at] = values[index + at]
      this.#inLast += room
      index += room
    }
    this.length += values.length
  }

  at(index: number): number {
    return this.#chunks[Math.floor(index / NumberList.#CHUNK)][index % NumberList.#CHUNK]
  }

  set(index: number, value: number): void {
    this.#chunks[Math.floor(index / NumberList.#CHUNK)][index % NumberList.#CHUNK] = value
  }

  toArray(): Float64Array<ArrayBuffer> {
    const all = new Float64Array(this.length)
    this.copyTo(all)
    return all
  }

  copyTo(into: Float64Array): void {
    for (let index = 0; index < this.#chunks.length; index++)
      into.set(this.#used(index), index * NumberList.#CHUNK)
  }

  *[Symbol.iterator](): Generator<number> {
    for (let index = 0; index < this.#chunks.length; index++) yield* this.#used(index)
  }

  #used(chunk: number): Float64Array {
    return this.#chunks[chunk].subarray(
      0,
      Math.min(NumberList.#CHUNK, this.length - chunk * NumberList.#CHUNK),
    )
  }
}
