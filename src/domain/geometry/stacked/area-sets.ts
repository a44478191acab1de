/** Numbers sets of small numbers: equal sets have one number. */
export const EMPTY_SET = 0

export class AreaSets {
  /** Ascending. */
  readonly #lists: (readonly number[])[] = [[]]
  readonly #numbers = new Map<string, number>([['', EMPTY_SET]])
  /** By set, and by the member added to it or the set combined with it. */
  readonly #larger: SetsBySet = []
  readonly #unions: SetsBySet = []
  readonly #differences: SetsBySet = []

  /** Starts with these sets, numbered in their order; the first must be the empty one. */
  constructor(lists: readonly (readonly number[])[] = []) {
    for (const members of lists) this.of(members)
  }

  get lists(): readonly (readonly number[])[] {
    return this.#lists
  }

  members(set: number): readonly number[] {
    return this.#lists[set]
  }

  /** Returns the set of these members, which must ascend. */
  of(members: readonly number[]): number {
    const key = members.join()
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const set = this.#lists.push(members) - 1
    this.#numbers.set(key, set)
    return set
  }

  /** Returns the set with one more area, which must be greater than all of its members. */
  plus(set: number, area: number): number {
    this.#larger[set] ??= new Map()
    const known = this.#larger[set].get(area)
    if (known !== undefined) return known
    const larger = this.of([...this.#lists[set], area])
    this.#larger[set].set(area, larger)
    return larger
  }

  union(a: number, b: number): number {
    this.#unions[a] ??= new Map()
    const known = this.#unions[a].get(b)
    if (known !== undefined) return known
    const set = this.of(ascending(new Set(this.#lists[a]).union(new Set(this.#lists[b]))))
    this.#unions[a].set(b, set)
    return set
  }

  /** Returns the members that are in only one of the two sets. */
  difference(a: number, b: number): number {
    this.#differences[a] ??= new Map()
    const known = this.#differences[a].get(b)
    if (known !== undefined) return known
    const set = this.of(ascending(new Set(this.#lists[a]).symmetricDifference(new Set(this.#lists[b]))))
    this.#differences[a].set(b, set)
    return set
  }
}

type SetsBySet = Map<number, number>[]

const ascending = (members: ReadonlySet<number>): readonly number[] => [...members].sort((a, b) => a - b)
