/**
 * Limits how often an import reads one part of several boundaries. Each boundary along a way reads it again, and each relation that
 * contains another one follows that again, so that a small file could stand for any amount of work.
 */

/** Real borders share a way with a dozen others: two sides at each level, and postcode areas. */
export const MAX_SHARING = 100

/** Members or positions that may be read again beyond that, in all: a short way may be the border of thousands. */
const FREE_READS = 1_000_000

export class SharingLimit {
  readonly #uses = new Map<number, number>()
  #freeReads = FREE_READS

  /** Counts one more use of a part of `size` members or positions; false if it has too many. O(1). */
  allows(part: number, size: number): boolean {
    const uses = (this.#uses.get(part) ?? 0) + 1
    if (uses > MAX_SHARING) {
      if (size > this.#freeReads) return false
      this.#freeReads -= size
    }
    this.#uses.set(part, uses)
    return true
  }
}
