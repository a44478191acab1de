/** Divides lines into arcs. A vertex of two edges is inside an arc: every line that comes by one of them leaves by the other. */
import { IntList } from '../arrangement/int-list.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import type { CoverageTopology } from './arcs.ts'
import { junctionsOf, type VertexLines } from './vertex-lines.ts'

/** The lines are rings, or begin and end with one of the `junctions`. O(n) in the vertices. */
export const traceArcs = (
  rings: VertexLines,
  junctions = junctionsOf(rings),
): Pick<CoverageTopology, 'arcs' | 'halves' | 'ringEnds'> => {
  const tracer = new Tracer(rings, junctions)
  const ringEnds = new Uint32Array(rings.ends.length)
  for (let ring = 0; ring < ringEnds.length; ring++) {
    tracer.follow(ring === 0 ? 0 : rings.ends[ring - 1], rings.ends[ring] - 1)
    ringEnds[ring] = tracer.halves.length
  }
  return { arcs: tracer.finish(), halves: tracer.halves.view().slice(), ringEnds }
}

class Tracer {
  readonly halves = new IntList(1024)
  private readonly vertices: Int32Array
  private readonly positions: Int32Array
  private readonly junctions: Uint8Array
  private readonly coords: IntList
  private readonly ends = new IntList(1024)
  private readonly isRing = new IntList(1024)
  /** The first edge of each arc seen from either end, as two vertices, and which half that is. */
  private readonly firstEdges = new PairIndex(1024)
  private readonly halfOf = new IntList(1024)

  constructor({ vertices, positions }: VertexLines, junctions: Uint8Array) {
    this.vertices = vertices
    this.positions = positions
    this.junctions = junctions
    this.coords = new IntList(vertices.length + 16)
  }

  /** Follows the line between two places, the second of which repeats the first unless both are junctions. */
  follow(start: number, end: number): void {
    const { vertices, halves, ends } = this
    const count = end - start
    const first = this.startOf(start, end)
    for (let step = 0; step < count; ) {
      const at = start + ((first + step) % count)
      const known = this.firstEdges.find(vertices[at], vertices[at + 1])
      if (known < 0) {
        step += this.trace(start, count, first, step)
        continue
      }
      const half = this.halfOf.at(known)
      const arc = half >> 1
      halves.push(half)
      step += ends.at(arc) - (arc === 0 ? 0 : ends.at(arc - 1)) - 1
    }
  }

  finish(): CoverageTopology['arcs'] {
    return {
      coords: this.coords.view().slice(),
      ends: Uint32Array.from(this.ends.view()),
      isRing: Uint8Array.from(this.isRing.view()),
    }
  }

  /** The first junction; on a ring without one the westernmost vertex, where all rings along it begin. */
  private startOf(start: number, end: number): number {
    const { vertices, junctions } = this
    let lowest = start
    for (let at = start; at < end; at++) {
      if (junctions[vertices[at]]) return at - start
      if (this.isWestOf(vertices[at], vertices[lowest])) lowest = at
    }
    return lowest - start
  }

  /** Or south of it on the same meridian. */
  private isWestOf(vertex: number, other: number): boolean {
    const { positions } = this
    const along = positions[2 * vertex] - positions[2 * other]
    return along < 0 || (along === 0 && positions[2 * vertex + 1] < positions[2 * other + 1])
  }

  /** Writes a new arc and returns the number of its edges. */
  private trace(start: number, count: number, first: number, step: number): number {
    const { vertices, junctions } = this
    const arc = this.ends.length
    let at = start + ((first + step) % count)
    let edges = 0
    let before = -1
    this.push(vertices[at])
    this.isRing.push(1 - junctions[vertices[at]])
    this.begin(vertices[at], vertices[at + 1], 2 * arc)
    do {
      before = vertices[at]
      edges++
      at = start + first + step + edges
      // A ring goes on at its beginning; the last position itself counts, since other lines end elsewhere.
      if (at > start + count) at -= count
      this.push(vertices[at])
    } while (step + edges < count && !junctions[vertices[at]])
    this.begin(vertices[at], before, 2 * arc + 1)
    this.ends.push(this.coords.length / 2)
    this.halves.push(2 * arc)
    return edges
  }

  private begin(vertex: number, next: number, half: number): void {
    if (this.firstEdges.add(vertex, next) === this.halfOf.length) this.halfOf.push(half)
  }

  private push(vertex: number): void {
    this.coords.push(this.positions[2 * vertex])
    this.coords.push(this.positions[2 * vertex + 1])
  }
}
