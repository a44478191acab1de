/** Which areas a path passes from one side to the other: those whose edges it crosses an odd number of times. */
import type { AreaSets } from './area-sets.ts'

export class SideChanges {
  readonly #sets: AreaSets
  readonly #isOdd: Uint8Array
  /** Every area with a crossing, once for each time that its crossings became odd. */
  readonly #crossed: number[] = []

  constructor(sets: AreaSets, areas: number) {
    this.#sets = sets
    this.#isOdd = new Uint8Array(areas)
  }

  /** The path crosses an edge of these areas. */
  add(owners: number): void {
    for (const area of this.#sets.members(owners)) {
      this.#isOdd[area] ^= 1
      if (this.#isOdd[area] === 1) this.#crossed.push(area)
    }
  }

  /** The areas that contain the end of the path, given those of its start; forgets the path. */
  appliedTo(start: number): number {
    if (this.#crossed.length === 0) return start
    const odd: number[] = []
    for (const area of this.#crossed) {
      if (this.#isOdd[area] === 1) odd.push(area)
      this.#isOdd[area] = 0
    }
    this.#crossed.length = 0
    const changed = new Set(this.#sets.members(start)).symmetricDifference(new Set(odd))
    return this.#sets.of([...changed].sort((a, b) => a - b))
  }
}
