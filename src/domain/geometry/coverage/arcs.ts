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
