import { COLLISIONS, UNLIMITED, type WorkBudget } from '../work-budget.ts'

/** An open-addressing table of edges, keyed by the coordinates of their ends in either direction. */
export class EdgeTable {
  private readonly coords: Int32Array
  private readonly mask: number
  /** Number of an edge plus one; 0 for a free slot. */
  private readonly slots: Int32Array
  private readonly budget: WorkBudget

  constructor(coords: Int32Array, budget: WorkBudget = UNLIMITED) {
    let capacity = 16
    while (capacity < coords.length * 0.75) capacity *= 2
    this.coords = coords
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity)
    this.budget = budget
  }

  /** Returns the first edge that was looked up between the same two positions. */
  firstLike(edge: number): number {
    const { coords, slots, mask } = this
    const ax = coords[2 * edge]
    const ay = coords[2 * edge + 1]
    const bx = coords[2 * edge + 2]
    const by = coords[2 * edge + 3]
    // Both directions have the same sums. Multipliers of MurmurHash3's mixing steps.
    let hash = Math.imul(ax + bx, 0xcc9e2d51) ^ Math.imul(ay + by, 0x1b873593)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (let looked = 1; slots[slot] !== 0; slot = (slot + 1) & mask, looked++) {
      if (looked % COLLISIONS === 0) this.budget.spend(COLLISIONS)
      const at = 2 * (slots[slot] - 1)
      const [x1, y1, x2, y2] = [coords[at], coords[at + 1], coords[at + 2], coords[at + 3]]
      if (x1 === ax && y1 === ay && x2 === bx && y2 === by) return at / 2
      if (x1 === bx && y1 === by && x2 === ax && y2 === ay) return at / 2
    }
    slots[slot] = edge + 1
    return edge
  }
}
