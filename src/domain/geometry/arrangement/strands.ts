/**
 * The input of an arrangement: polylines in fixed point, either the rings of multipolygons or the ways of a relation.
 * Edge `i` runs from position `i` to position `i + 1`, unless position `i` is the last of its strand.
 */
import { type Rings, ringStart } from '../rings.ts'
import { IntList } from './int-list.ts'

export interface Strands {
  /** `[x, y, …]`; a closed strand repeats its first position at its end. No position repeats the one before it. */
  readonly coords: Int32Array
  /** Index of the position after each strand's last one. Every strand has at least two positions. */
  readonly ends: Int32Array
  /** Weight of each strand in the windings of set 0 and of set 1, `[set 0, set 1, …]`. */
  readonly weights: Int16Array
}

export interface NodedStrands extends Strands {
  /** Marks positions at which anything but their own two edges ends. */
  readonly junctions: Uint8Array
}

/** Rounds to the grid of `unit` fixed-point units, halves away from zero so that mirrored input rounds alike. */
export const toGrid = (value: number, unit: number): number => {
  const cells = Math.abs(value) / unit
  return Math.sign(value) * Math.floor(cells + 0.5) * unit
}

/** An area and its weight in the windings of set 0 and of set 1. */
export interface WeightedRings {
  readonly rings: Rings
  readonly weights: readonly [set0: number, set1: number]
}

/** Returns the rings of one or two sets as closed strands on the grid of `unit`; rings that collapse there are dropped. */
export const strandsOfRings = (sets: readonly (readonly Rings[])[], unit: number): Strands =>
  strandsOfWeighted(
    sets.flatMap((set, number) => set.map((rings) => ({ rings, weights: [1 - number, number] }))),
    unit,
  )

/** Like `strandsOfRings`, with custom weights, whose sums must fit 16 bits. */
export const strandsOfWeighted = (areas: readonly WeightedRings[], unit: number): Strands => {
  let capacity = 0
  for (const { rings } of areas) capacity += rings.coords.length + 2 * rings.ringEnds.length
  const coords = new Int32Array(capacity)
  const ends = new IntList()
  const strandWeights = new IntList()
  let length = 0
  for (const { rings, weights } of areas)
    for (let ring = 0; ring < rings.ringEnds.length; ring++) {
      const end = writeRing(rings, ring, unit, coords, length)
      if (end === length) continue
      length = end
      ends.push(length / 2)
      strandWeights.push(weights[0])
      strandWeights.push(weights[1])
    }
  return {
    coords: coords.subarray(0, length),
    ends: ends.view(),
    weights: Int16Array.from(strandWeights.view()),
  }
}

/** Writes a ring as a closed strand and returns its end, which equals its start if the ring has no area. */
export const writeRing = (
  rings: Rings,
  ring: number,
  unit: number,
  coords: Int32Array,
  first: number,
): number => {
  let length = first
  for (let i = 2 * ringStart(rings, ring); i < 2 * rings.ringEnds[ring]; i += 2) {
    const x = unit === 1 ? rings.coords[i] : toGrid(rings.coords[i], unit)
    const y = unit === 1 ? rings.coords[i + 1] : toGrid(rings.coords[i + 1], unit)
    if (length > first && coords[length - 2] === x && coords[length - 1] === y) continue
    coords[length++] = x
    coords[length++] = y
  }
  while (
    length > first + 2 &&
    coords[length - 2] === coords[first] &&
    coords[length - 1] === coords[first + 1]
  )
    length -= 2
  if (length - first < 6) return first
  coords[length++] = coords[first]
  coords[length++] = coords[first + 1]
  return length
}

export const joinStrands = (parts: readonly Strands[]): Strands => {
  const coords = new Int32Array(parts.reduce((sum, part) => sum + part.coords.length, 0))
  const ends = new Int32Array(parts.reduce((sum, part) => sum + part.ends.length, 0))
  const weights = new Int16Array(2 * ends.length)
  let positions = 0
  let strands = 0
  for (const part of parts) {
    coords.set(part.coords, 2 * positions)
    weights.set(part.weights, 2 * strands)
    for (const end of part.ends) ends[strands++] = positions + end
    positions += part.coords.length / 2
  }
  return { coords, ends, weights }
}

export const strandStart = (strands: { readonly ends: Int32Array }, strand: number): number =>
  strand === 0 ? 0 : strands.ends[strand - 1]
