/**
 * Makes valid areas from any set of lines: strands are noded on an integer grid, every face of the arrangement is tested for
 * being inside, and the borders of the inside are traced into polygons.
 *
 * The result is valid by the rules of OGC Simple Features for any input, with exteriors counter-clockwise and holes
 * clockwise (RFC 7946 §3.1.6). It depends only on the input: polygons, holes and starts of rings keep the order of their
 * strands, so valid input comes out unchanged.
 */
import { type ComponentFaces, surroundingsOf } from './arrangement/components.ts'
import { type HalfEdgeRing, traceFaces } from './arrangement/faces.ts'
import { buildGraph, type Graph } from './arrangement/graph.ts'
import { node } from './arrangement/noding.ts'
import type { NodedStrands, Strands } from './arrangement/strands.ts'
import { type Windings, windingsOf } from './arrangement/windings.ts'
import type { Rings } from './rings.ts'
import { UNLIMITED, type WorkBudget } from './work-budget.ts'

/**
 * Decides whether a face is inside, by the winding numbers of the strands of set 0 and set 1 around it. Must be false for
 * (0, 0).
 */
export type Fill = (winding0: number, winding1: number) => boolean

/** Counts a face as inside if an odd number of rings encloses it; the direction of rings does not matter. */
export const evenOdd: Fill = (winding0, winding1) => ((winding0 + winding1) & 1) === 1

/** Faces and the winding numbers of the strands around each. */
export interface Arrangement {
  readonly graph: Graph
  readonly surroundings: ComponentFaces
  readonly windings: Windings
}

/**
 * Returns areas of the strands on the grid of `unit` fixed-point units, to which the strands must have been rounded. O(n log n) in the
 * positions and crossings of the strands.
 */
export const arrange = (strands: Strands, unit: number, fill: Fill, budget: WorkBudget = UNLIMITED): Rings =>
  areasOf(arrangementOf(node(strands, unit, undefined, budget), budget), fill, budget)

/** O(n log n) in the positions of the noded strands: chains are sorted around their junctions, and each component is located once. */
export const arrangementOf = (strands: NodedStrands, budget: WorkBudget = UNLIMITED): Arrangement => {
  const graph = buildGraph(strands, budget)
  const surroundings = surroundingsOf(graph, budget)
  return { graph, surroundings, windings: windingsOf(graph, surroundings) }
}

/** O(n) in the positions, and O(h log n) in the holes that touch no exterior. */
export const areasOf = (arrangement: Arrangement, fill: Fill, budget: WorkBudget = UNLIMITED): Rings =>
  areasOfFaces(arrangement.graph, facesOf(arrangement, fill, budget))

/** Returns the rings of each connected part of the inside. */
export const facesOf = (
  arrangement: Arrangement,
  fill: Fill,
  budget: WorkBudget = UNLIMITED,
): HalfEdgeRing[][] =>
  traceFaces(arrangement.graph, insideOf(arrangement, fill), arrangement.surroundings, budget)

/** Marks the half-edges that have the inside to their left. */
export const insideOf = ({ windings }: Arrangement, fill: Fill): Uint8Array => {
  const inside = new Uint8Array(windings[0].length)
  for (let half = 0; half < inside.length; half++)
    inside[half] = fill(windings[0][half], windings[1][half]) ? 1 : 0
  return inside
}

/** Returns faces of one arrangement as polygons. */
export const areasOfFaces = (graph: Graph, faces: readonly (readonly HalfEdgeRing[])[]): Rings => {
  let positions = 0
  let rings = 0
  for (const face of faces)
    for (const ring of face) {
      rings++
      for (const half of ring) positions += graph.to[half >> 1] - graph.from[half >> 1]
    }
  const coords = new Int32Array(2 * positions)
  const ringEnds = new Uint32Array(rings)
  const polygonEnds = new Uint32Array(faces.length)
  let length = 0
  let ringNumber = 0
  for (let polygon = 0; polygon < faces.length; polygon++) {
    for (const ring of faces[polygon]) {
      for (const half of ring) length = copyChain(graph, half, coords, length)
      ringEnds[ringNumber++] = length / 2
    }
    polygonEnds[polygon] = ringNumber
  }
  return { coords, ringEnds, polygonEnds }
}

/** Copies all positions of a half-edge but its last, and returns the length reached. */
const copyChain = (graph: Graph, half: number, coords: Int32Array, length: number): number => {
  const first = graph.from[half >> 1]
  const last = graph.to[half >> 1]
  if (!(half & 1)) {
    coords.set(graph.coords.subarray(2 * first, 2 * last), length)
    return length + 2 * (last - first)
  }
  let written = length
  for (let position = last; position > first; position--) {
    coords[written++] = graph.coords[2 * position]
    coords[written++] = graph.coords[2 * position + 1]
  }
  return written
}
