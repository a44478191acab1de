/**
 * Cuts rings into arcs, so that a border shared by several rings is one arc: the topology of TopoJSON. Positions are
 * compared as integers, without tolerance. Between two junctions every position has the same two neighbours wherever it
 * occurs, so an arc is identified by its first two positions.
 */
import { grown } from '../geometry/grown.ts'
import { type Rings, ringStart } from '../geometry/rings.ts'

/** A position takes about 36 bytes of memory. */
export const MAX_POSITIONS = 8_000_000

/** A reversed arc is the bitwise complement of its number, as in TopoJSON. */
export interface Topology {
  /** Returns the arcs of a ring. */
  readonly arcsOf: (ring: number) => Int32Array
  readonly arcCount: number
  /** Returns the positions of an arc, `[x, y, …]`, both ends included. */
  readonly arc: (number: number) => Int32Array
}

export class SharedArcs {
  #coords = new Int32Array(2048)
  #positions = 0
  readonly #ringEnds: number[] = []

  get positions(): number {
    return this.#positions
  }

  /** @param scale from units to the grid of the topology */
  add(rings: Rings, scale: (units: number) => number): void {
    for (let ring = 0; ring < rings.ringEnds.length; ring++) {
      for (let position = ringStart(rings, ring); position < rings.ringEnds[ring]; position++)
        this.#push(scale(rings.coords[2 * position]), scale(rings.coords[2 * position + 1]))
      this.#ringEnds.push(this.#positions)
    }
  }

  #push(x: number, y: number): void {
    if (2 * this.#positions === this.#coords.length)
      this.#coords = grown(this.#coords, 2 * this.#coords.length)
    this.#coords[2 * this.#positions] = x
    this.#coords[2 * this.#positions + 1] = y
    this.#positions++
  }

  topology(): Topology {
    return cutRings(this.#coords, this.#positions, this.#ringEnds)
  }
}

const cutRings = (coords: Int32Array, positions: number, ringEnds: readonly number[]): Topology => {
  const places = placesOf(coords, positions)
  const isJunction = junctionsOf(places, ringEnds)
  const arcs = new ArcList(coords, places)
  const arcEnds: number[] = []
  let start = 0
  for (const end of ringEnds) {
    arcs.addRing(start, end, isJunction)
    arcEnds.push(arcs.references.length)
    start = end
  }
  return {
    arcCount: arcs.count,
    arc: (number) => arcs.positions(number),
    arcsOf: (ring) =>
      Int32Array.from(arcs.references.slice(ring === 0 ? 0 : arcEnds[ring - 1], arcEnds[ring])),
  }
}

/** Returns, for each position, the first position at the same place. */
const placesOf = (coords: Int32Array, positions: number): Uint32Array => {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(positions + 1) + 1))
  const mask = slots.length - 1
  const places = new Uint32Array(positions)
  for (let position = 0; position < positions; position++) {
    const x = coords[2 * position]
    const y = coords[2 * position + 1]
    let slot = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    for (;;) {
      const taken = slots[slot] - 1
      if (taken < 0) {
        slots[slot] = position + 1
        places[position] = position
        break
      }
      if (coords[2 * taken] === x && coords[2 * taken + 1] === y) {
        places[position] = taken
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return places
}

/** Returns 1 at the first position of each place whose neighbours differ between rings, or within one. */
const junctionsOf = (places: Uint32Array, ringEnds: readonly number[]): Uint8Array => {
  const isJunction = new Uint8Array(places.length)
  const isSeen = new Uint8Array(places.length)
  const lower = new Uint32Array(places.length)
  const higher = new Uint32Array(places.length)
  let start = 0
  for (const end of ringEnds) {
    for (let position = start; position < end; position++) {
      const place = places[position]
      const before = places[position === start ? end - 1 : position - 1]
      const after = places[position === end - 1 ? start : position + 1]
      const [low, high] = before < after ? [before, after] : [after, before]
      if (isSeen[place] === 0) {
        isSeen[place] = 1
        lower[place] = low
        higher[place] = high
      } else if (lower[place] !== low || higher[place] !== high) isJunction[place] = 1
    }
    start = end
  }
  return isJunction
}

class ArcList {
  /** Arc references of all rings, ring by ring. */
  readonly references: number[] = []
  readonly #coords: Int32Array
  readonly #places: Uint32Array
  readonly #numbers = new Map<number, number>()
  /** First occurrence of each arc: first position, number of steps, and its ring's start and end. */
  readonly #found: number[] = []

  constructor(coords: Int32Array, places: Uint32Array) {
    this.#coords = coords
    this.#places = places
  }

  get count(): number {
    return this.#found.length / 4
  }

  addRing(start: number, end: number, isJunction: Uint8Array): void {
    const length = end - start
    if (length === 0) return
    let first = -1
    for (let position = start; position < end && first < 0; position++)
      if (isJunction[this.#places[position]] === 1) first = position
    if (first < 0) {
      // Without a junction the ring is one arc from the same position, wherever it begins.
      this.#addArc(this.#lowest(start, end), length, start, end)
      return
    }
    let from = first
    for (let step = 1, since = 1; step <= length; step++, since++) {
      const position = start + ((first - start + step) % length)
      if (isJunction[this.#places[position]] === 0) continue
      this.#addArc(from, since, start, end)
      from = position
      since = 0
    }
  }

  #lowest(start: number, end: number): number {
    let lowest = start
    for (let position = start; position < end; position++)
      if (this.#places[position] < this.#places[lowest]) lowest = position
    return lowest
  }

  #addArc(from: number, steps: number, start: number, end: number): void {
    const place = (step: number): number => this.#places[start + ((from - start + step) % (end - start))]
    const key = (a: number, b: number): number => a * this.#places.length + b
    const known = this.#numbers.get(key(place(0), place(1)))
    if (known !== undefined) {
      this.references.push(known)
      return
    }
    const number = this.count
    this.#found.push(from, steps, start, end)
    this.#numbers.set(key(place(steps), place(steps - 1)), ~number)
    // Set last, so that a ring that equals its reverse is the forward arc.
    this.#numbers.set(key(place(0), place(1)), number)
    this.references.push(number)
  }

  positions(number: number): Int32Array {
    const [from, steps, start, end] = this.#found.slice(4 * number, 4 * number + 4)
    const positions = new Int32Array(2 * (steps + 1))
    for (let step = 0; step <= steps; step++) {
      const position = start + ((from - start + step) % (end - start))
      positions[2 * step] = this.#coords[2 * position]
      positions[2 * step + 1] = this.#coords[2 * position + 1]
    }
    return positions
  }
}
