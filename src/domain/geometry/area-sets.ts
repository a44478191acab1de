/** Sets of small numbers, each a number: the set that it extends, and what it adds. Two numbers may stand for one set. */
export const EMPTY_SET = 0

export class AreaSets {
  readonly #lists: (readonly number[])[] = [[]]
  /** By set, and by what is added to it. */
  readonly #larger: Map<number, number>[] = [new Map()]

  plus(set: number, area: number): number {
    const larger = this.#larger[set]
    const known = larger.get(area)
    if (known !== undefined) return known
    this.#lists.push([...this.#lists[set], area])
    this.#larger.push(new Map())
    larger.set(area, this.#lists.length - 1)
    return this.#lists.length - 1
  }

  members(set: number): readonly number[] {
    return this.#lists[set]
  }
}
