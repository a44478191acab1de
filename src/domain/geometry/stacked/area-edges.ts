/**
 * The distinct edges of many areas: a border that a country shares with its states and with a neighbour is stored and tested
 * once. An edge that an area has twice, as at a spike, is stored twice, so that both count for its sides.
 */

import { grown } from '../grown.ts'
import { type AreaSets, EMPTY_SET } from './area-sets.ts'

export class AreaEdges {
  readonly #sets: AreaSets
  #count = 0
  #owners = new Int32Array(1024)
  #segments = new Int32Array(4 * 1024)
  /** Last area for which each edge was added. */
  #lastOwners = new Int32Array(1024)
  /** Open addressing: the number of an edge plus one, 0 for a free slot. At least half of the slots are free. */
  #slots = new Int32Array(4 * 1024)

  constructor(sets: AreaSets) {
    this.#sets = sets
  }

  /** `[lon, lat, lon, lat]` of each edge; its western end comes first, or its southern one. */
  get segments(): Int32Array {
    return this.#segments.subarray(0, 4 * this.#count)
  }

  /** Set of the areas that have each edge. */
  get owners(): Int32Array {
    return this.#owners.subarray(0, this.#count)
  }

  /** Areas must come in ascending order. */
  add(area: number, ax: number, ay: number, bx: number, by: number): void {
    if (ax > bx || (ax === bx && ay > by)) this.#add(area, bx, by, ax, ay)
    else this.#add(area, ax, ay, bx, by)
  }

  #add(area: number, ax: number, ay: number, bx: number, by: number): void {
    const segments = this.#segments
    const mask = this.#slots.length - 1
    let slot = hash(ax, ay, bx, by) & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] - 1
      const at = 4 * number
      const isSame =
        segments[at] === ax && segments[at + 1] === ay && segments[at + 2] === bx && segments[at + 3] === by
      if (!isSame || this.#lastOwners[number] === area) continue
      this.#owners[number] = this.#sets.plus(this.#owners[number], area)
      this.#lastOwners[number] = area
      return
    }
    this.#slots[slot] = this.#append(area, ax, ay, bx, by)
    if (this.#count === this.#owners.length) this.#grow()
  }

  #append(area: number, ax: number, ay: number, bx: number, by: number): number {
    const number = this.#count++
    this.#segments[4 * number] = ax
    this.#segments[4 * number + 1] = ay
    this.#segments[4 * number + 2] = bx
    this.#segments[4 * number + 3] = by
    this.#owners[number] = this.#sets.plus(EMPTY_SET, area)
    this.#lastOwners[number] = area
    return this.#count
  }

  #grow(): void {
    const length = 2 * this.#owners.length
    this.#owners = grown(this.#owners, length)
    this.#lastOwners = grown(this.#lastOwners, length)
    this.#segments = grown(this.#segments, 4 * length)
    const segments = this.#segments
    const slots = new Int32Array(4 * length)
    const mask = slots.length - 1
    for (let number = 0; number < this.#count; number++) {
      const at = 4 * number
      let slot = hash(segments[at], segments[at + 1], segments[at + 2], segments[at + 3]) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

const hash = (ax: number, ay: number, bx: number, by: number): number => {
  let mixed = Math.imul(ax, 0x9e3779b1) ^ Math.imul(ay, 0x85ebca6b)
  mixed =
    Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) ^ Math.imul(bx, 0xc2b2ae35) ^ Math.imul(by, 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39)
  return mixed ^ (mixed >>> 16)
}
