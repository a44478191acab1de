/**
 * A set of areas as arcs: each stretch of border between two junctions once, with the rings that run along it. What is done to an arc
 * is done to all areas beside it, so neighbours keep every border in common.
 *
 * The areas need not fit: where an edge of one has a vertex of another on it, or two edges cross, both get a vertex there first.
 * Areas may overlap, as a country and its counties do.
 */
export interface Arcs {
  /** `[x, y, …]` of all arcs; a closed arc repeats its first position. */
  readonly coords: Int32Array
  /** For each arc, the index of the position after its last one. */
  readonly ends: Uint32Array
  /** 1 for each arc that is a ring and touches nothing. */
  readonly isRing: Uint8Array
}

export interface CoverageTopology {
  readonly arcs: Arcs
  /** 1 for each arc that is not as the areas had it: their rings may touch or cross themselves along it. */
  readonly isMended: Uint8Array
  /** The arcs of all rings in order: `2 × arc`, plus 1 where the ring runs against it. */
  readonly halves: Int32Array
  /** For each ring, the index in `halves` after its last one. */
  readonly ringEnds: Uint32Array
  /** For each polygon, the index of the ring after its last one; an exterior first, as in `Rings`. */
  readonly polygonEnds: Uint32Array
  /** For each area, the index of the polygon after its last one. */
  readonly memberEnds: Uint32Array
}

export const arcStart = ({ ends }: Arcs, arc: number): number => (arc === 0 ? 0 : ends[arc - 1])

/** The other arcs, and their numbers among them; -1 for those that are gone. */
export const withoutArcs = (
  arcs: Arcs,
  isGone: (arc: number) => boolean,
): { readonly arcs: Arcs; readonly numbers: Int32Array } => {
  const { coords, ends, isRing } = arcs
  const numbers = new Int32Array(ends.length)
  const kept = { coords: new Int32Array(coords.length), ends: ends.slice(), isRing: isRing.slice() }
  let [count, length] = [0, 0]
  for (let arc = 0; arc < ends.length; arc++) {
    numbers[arc] = isGone(arc) ? -1 : count
    if (numbers[arc] < 0) continue
    for (let i = 2 * arcStart(arcs, arc); i < 2 * ends[arc]; i++) kept.coords[length++] = coords[i]
    kept.ends[count] = length / 2
    kept.isRing[count++] = isRing[arc]
  }
  return {
    arcs: {
      coords: kept.coords.subarray(0, length),
      ends: kept.ends.subarray(0, count),
      isRing: kept.isRing.subarray(0, count),
    },
    numbers,
  }
}

export const joinedArcs = (one: Arcs, other: Arcs): Arcs => {
  const coords = new Int32Array(one.coords.length + other.coords.length)
  coords.set(one.coords)
  coords.set(other.coords, one.coords.length)
  const ends = new Uint32Array(one.ends.length + other.ends.length)
  ends.set(one.ends)
  ends.set(
    other.ends.map((end) => end + one.coords.length / 2),
    one.ends.length,
  )
  const isRing = new Uint8Array(ends.length)
  isRing.set(one.isRing)
  isRing.set(other.isRing, one.isRing.length)
  return { coords, ends, isRing }
}
