/**
 * A set of areas as arcs: each stretch of border between two junctions once, with the rings that run along it. What is done to an arc
 * is done to all areas beside it, so neighbours keep every border in common.
 *
 * The areas need not fit: where an edge of one has a vertex of another on it, or two edges cross, both get a vertex there first.
 * Areas may overlap, as a country and its counties do.
 */
import { IntList } from '../arrangement/int-list.ts'
import { node } from '../arrangement/noding.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { type NodedStrands, strandStart, writeRing } from '../arrangement/strands.ts'
import type { Rings } from '../rings.ts'

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

/** The topology of valid areas on a common integer grid. */
export const topologyOf = (members: readonly Rings[]): CoverageTopology => {
  const { strands, polygonEnds, memberEnds } = strandsOfMembers(members)
  return { ...traceArcs(node(strands, 1)), polygonEnds, memberEnds }
}

const strandsOfMembers = (members: readonly Rings[]) => {
  const capacity = members.reduce((sum, { coords, ringEnds }) => sum + coords.length + 2 * ringEnds.length, 0)
  const coords = new Int32Array(capacity)
  const ends = new IntList(1024)
  const polygonEnds = new IntList(1024)
  const memberEnds = new Uint32Array(members.length)
  let length = 0
  members.forEach((rings, member) => {
    let ring = 0
    for (const end of rings.polygonEnds) {
      const before = length
      for (const exterior = ring; ring < end; ring++) {
        const written = writeRing(rings, ring, 1, coords, length)
        if (written > length) ends.push(written / 2)
        // Without its exterior a hole is nothing.
        else if (ring === exterior) ring = end
        length = written
      }
      if (length > before) polygonEnds.push(ends.length)
    }
    memberEnds[member] = polygonEnds.length
  })
  const strands = {
    coords: coords.subarray(0, length),
    ends: ends.view(),
    weights: Int16Array.from({ length: 2 * ends.length }, (_, i) => 1 - (i % 2)),
  }
  return { strands, polygonEnds: Uint32Array.from(polygonEnds.view()), memberEnds }
}

const traceArcs = (noded: NodedStrands): Pick<CoverageTopology, 'arcs' | 'halves' | 'ringEnds'> => {
  const graph = graphOf(noded)
  const tracer = new Tracer(noded.coords, graph)
  const ringEnds = new Uint32Array(noded.ends.length)
  for (let ring = 0; ring < ringEnds.length; ring++) {
    tracer.follow(strandStart(noded, ring), noded.ends[ring] - 1)
    ringEnds[ring] = tracer.halves.length
  }
  return { arcs: tracer.finish(), halves: tracer.halves.view(), ringEnds }
}

interface UniqueGraph {
  /** The number of the vertex at each position, equal for equal coordinates. */
  readonly vertexAt: Int32Array
  /** The number of the edge from each position to the next one of its ring, equal in both directions. */
  readonly edgeAt: Int32Array
  /** Different edges at each vertex. */
  readonly degrees: Int32Array
  readonly edges: number
}

const graphOf = (noded: NodedStrands): UniqueGraph => {
  const { coords, ends } = noded
  const count = coords.length / 2
  const vertices = new PairIndex(count / 2)
  const vertexAt = new Int32Array(count)
  for (let i = 0; i < count; i++) vertexAt[i] = vertices.add(coords[2 * i], coords[2 * i + 1])
  const edges = new PairIndex(vertices.size)
  const edgeAt = new Int32Array(count).fill(-1)
  const degrees = new Int32Array(vertices.size)
  for (let strand = 0, i = 0; strand < ends.length; strand++, i++)
    for (; i < ends[strand] - 1; i++) {
      const [a, b] = [vertexAt[i], vertexAt[i + 1]]
      const known = edges.size
      edgeAt[i] = edges.add(Math.min(a, b), Math.max(a, b))
      if (edges.size === known) continue
      degrees[a]++
      degrees[b]++
    }
  return { vertexAt, edgeAt, degrees, edges: edges.size }
}

/** Follows rings from junction to junction. A vertex of two edges is inside an arc: every ring that comes by one leaves by the other. */
class Tracer {
  readonly halves = new IntList(1024)
  private readonly coords: Int32Array
  private readonly graph: UniqueGraph
  private readonly arcCoords: IntList
  private readonly arcEnds = new IntList(1024)
  private readonly firstEdges = new IntList(1024)
  private readonly firstVertices = new IntList(1024)
  private readonly arcOf: Int32Array

  constructor(coords: Int32Array, graph: UniqueGraph) {
    this.coords = coords
    this.graph = graph
    this.arcCoords = new IntList(2 * graph.edges + 16)
    this.arcOf = new Int32Array(graph.edges).fill(-1)
  }

  /** Follows the ring between two positions, the second of which repeats the first. */
  follow(start: number, end: number): void {
    const { graph, arcOf, firstEdges, firstVertices } = this
    const count = end - start
    const first = this.startOf(start, end)
    for (let step = 0; step < count; ) {
      const at = start + ((first + step) % count)
      const edge = graph.edgeAt[at]
      if (arcOf[edge] < 0) {
        step += this.trace(start, count, first, step)
        continue
      }
      const arc = arcOf[edge]
      const edges = this.edgesOf(arc)
      const isAlong =
        firstEdges.at(arc) === edge && (edges > 1 || firstVertices.at(arc) === graph.vertexAt[at])
      this.halves.push(2 * arc + (isAlong ? 0 : 1))
      step += edges
    }
  }

  finish(): Arcs {
    const { degrees } = this.graph
    return {
      coords: this.arcCoords.view().slice(),
      ends: Uint32Array.from(this.arcEnds.view()),
      isRing: Uint8Array.from(this.firstVertices.view(), (vertex) => (degrees[vertex] === 2 ? 1 : 0)),
    }
  }

  /** The first junction; on a ring without one the vertex with the lowest number, where all rings along it begin. */
  private startOf(start: number, end: number): number {
    const { vertexAt, degrees } = this.graph
    let lowest = start
    for (let at = start; at < end; at++) {
      if (degrees[vertexAt[at]] !== 2) return at - start
      if (vertexAt[at] < vertexAt[lowest]) lowest = at
    }
    return lowest - start
  }

  /** Writes a new arc and returns the number of its edges. */
  private trace(start: number, count: number, first: number, step: number): number {
    const { vertexAt, edgeAt, degrees } = this.graph
    const arc = this.arcEnds.length
    let at = start + ((first + step) % count)
    this.firstEdges.push(edgeAt[at])
    this.firstVertices.push(vertexAt[at])
    this.push(at)
    let edges = 0
    do {
      this.arcOf[edgeAt[at]] = arc
      edges++
      at = start + ((first + step + edges) % count)
      this.push(at)
    } while (step + edges < count && degrees[vertexAt[at]] === 2)
    this.arcEnds.push(this.arcCoords.length / 2)
    this.halves.push(2 * arc)
    return edges
  }

  private push(at: number): void {
    this.arcCoords.push(this.coords[2 * at])
    this.arcCoords.push(this.coords[2 * at + 1])
  }

  private edgesOf(arc: number): number {
    return this.arcEnds.at(arc) - (arc === 0 ? 0 : this.arcEnds.at(arc - 1)) - 1
  }
}
