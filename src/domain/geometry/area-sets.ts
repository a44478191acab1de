/** Sets of small numbers, each a number: the set that it extends, and what it adds. Two numbers may stand for one set. */
export const EMPTY_SET = 0

export class AreaSets {
  readonly #lists: (readonly number[])[] = [[]]
  readonly #larger = new Map<number, number>()

  plus(set: number, area: number): number {
    const key = set * MAX_AREAS + area
    const known = this.#larger.get(key)
    if (known !== undefined) return known
    this.#lists.push([...this.#lists[set], area])
    this.#larger.set(key, this.#lists.length - 1)
    return this.#lists.length - 1
  }

  members(set: number): readonly number[] {
    return this.#lists[set]
  }
}

/** With 2^31 sets, keys stay exact integers. */
const MAX_AREAS = 2 ** 22
