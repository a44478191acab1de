/** Tracks the areas that a path enters or leaves: those whose edges it crosses an odd number of times. */
import type { AreaSets } from './area-sets.ts'

export class SideChanges {
  readonly #sets: AreaSets
  readonly #isOdd: Uint8Array
  /** Areas with crossings, once for each time that the count became odd. */
  readonly #crossed: number[] = []

  constructor(sets: AreaSets, areas: number) {
    this.#sets = sets
    this.#isOdd = new Uint8Array(areas)
  }

  /** Adds a crossing of an edge of these areas. */
  add(owners: number): void {
    for (const area of this.#sets.members(owners)) {
      this.#isOdd[area] ^= 1
      if (this.#isOdd[area] === 1) this.#crossed.push(area)
    }
  }

  /** Returns the areas that contain the end of the path, given those of its start; then forgets the path. */
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
