import { COLLISIONS, UNLIMITED, type WorkBudget } from '../work-budget.ts'

/**
 * Numbers pairs of 32-bit integers (positions, or the two ends of an edge) in the order of their first occurrence: an
 * open-addressing hash table on typed arrays. A Map would need a string or a bigint for each key.
 */
export class PairIndex {
  size = 0
  private keys: Int32Array
  private slots: Int32Array
  private mask: number
  private readonly budget: WorkBudget

  constructor(expected: number, budget: WorkBudget = UNLIMITED) {
    this.budget = budget
    let capacity = 16
    while (capacity < expected * 2) capacity *= 2
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity)
    this.keys = new Int32Array(capacity)
  }

  /** Returns the number of the pair; assigns a new one to an unknown pair. */
  add(x: number, y: number): number {
    const slot = this.slotOf(x, y)
    if (this.slots[slot] !== 0) return this.slots[slot] - 1
    const id = this.size++
    this.keys[2 * id] = x
    this.keys[2 * id + 1] = y
    this.slots[slot] = id + 1
    if (this.size * 2 > this.mask) this.grow()
    return id
  }

  /** Returns the number of the pair, or -1. */
  find(x: number, y: number): number {
    return this.slots[this.slotOf(x, y)] - 1
  }

  /** True if the pair has this number. */
  isAt(id: number, x: number, y: number): boolean {
    return id >= 0 && id < this.size && this.keys[2 * id] === x && this.keys[2 * id + 1] === y
  }

  /** Returns all pairs by their numbers, `[x, y, …]`; valid until the next one is added. */
  view(): Int32Array {
    return this.keys.subarray(0, 2 * this.size)
  }

  private slotOf(x: number, y: number): number {
    // Multipliers of MurmurHash3's mixing steps: neighbouring positions differ in a few low bits only.
    let hash = Math.imul(x, 0xcc9e2d51) ^ Math.imul(y, 0x1b873593)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    let slot = (hash ^ (hash >>> 13)) & this.mask
    for (let looked = 1; this.slots[slot] !== 0; looked++) {
      if (looked % COLLISIONS === 0) this.budget.spend(COLLISIONS)
      const id = this.slots[slot] - 1
      if (this.keys[2 * id] === x && this.keys[2 * id + 1] === y) return slot
      slot = (slot + 1) & this.mask
    }
    return slot
  }

  private grow(): void {
    const { keys, size } = this
    this.mask = this.mask * 2 + 1
    this.slots = new Int32Array(this.mask + 1)
    this.keys = new Int32Array(this.mask + 1)
    this.keys.set(keys.subarray(0, size * 2))
    for (let id = 0; id < size; id++) this.slots[this.slotOf(keys[2 * id], keys[2 * id + 1])] = id + 1
  }
}
