/**
 * The order of ids in a file. As long as they ascend, which they do in nearly all files, none is repeated, and no list of ids is
 * needed to know it.
 */
export interface IdRange {
  /** Infinity if there are none. */
  readonly lowest: number
  /** −Infinity if there are none. */
  readonly highest: number
  /** True if each is higher than the one before. */
  readonly ascends: boolean
}

export class IdOrder implements IdRange {
  lowest = Number.POSITIVE_INFINITY
  highest = Number.NEGATIVE_INFINITY
  ascends = true

  add(id: number): void {
    if (id <= this.highest) this.ascends = false
    else this.highest = id
    if (id < this.lowest) this.lowest = id
  }

  addRange({ lowest, highest, ascends }: IdRange): void {
    if (!ascends || lowest <= this.highest) this.ascends = false
    if (lowest < this.lowest) this.lowest = lowest
    if (highest > this.highest) this.highest = highest
  }

  /** As plain data, which can be passed between threads. */
  range(): IdRange {
    const { lowest, highest, ascends } = this
    return { lowest, highest, ascends }
  }
}
