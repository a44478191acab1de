/**
 * Traces the borders of the inside, with the inside to the left.
 *
 * At a junction the trace takes the first border clockwise from the one it arrived on, so that each walk follows one border
 * of one connected face. A walk that returns to a junction is cut there: the part between is a simple ring of its own, and
 * the face touches itself at that junction.
 */
import { turnAt } from '../orientation.ts'
import type { WorkBudget } from '../work-budget.ts'
import { type ComponentFaces, isWestOf, westernmost } from './components.ts'
import { edgesOf, type Graph, halfEdgeOf, tailOf } from './graph.ts'
import { IntList } from './int-list.ts'
import { sidesFacing } from './locate.ts'

/** Consecutive half-edges, beginning with the chain that has the lowest number. */
export type HalfEdgeRing = Int32Array

/** One border of one face: the face lies within an exterior ring, or around a walk without one. */
interface Walk {
  exterior: HalfEdgeRing | null
  readonly holes: HalfEdgeRing[]
  /** Westernmost position of the walk. */
  west: number
}

/**
 * Returns the rings of each face, its exterior first. `inside` marks the half-edges that have the inside to their left. O(n) in the
 * positions, O(d) for each passage of a junction of d chains, and the cost of `locate` for holes that touch no exterior.
 */
export const traceFaces = (
  graph: Graph,
  inside: Uint8Array,
  surroundings: ComponentFaces,
  budget: WorkBudget,
): HalfEdgeRing[][] => {
  const isBorder = inside.map((isInside, half) => (isInside && !inside[half ^ 1] ? 1 : 0))
  const walkOf = new Int32Array(isBorder.length).fill(-1)
  const cutter = new Cutter(graph)
  const walks: Walk[] = []
  const halves = new IntList()
  for (let first = 0; first < isBorder.length; first++) {
    if (!isBorder[first] || walkOf[first] >= 0) continue
    halves.length = 0
    for (let half = first; walkOf[half] < 0; half = nextBorder(graph, isBorder, half)) {
      walkOf[half] = walks.length
      halves.push(half)
    }
    walks.push(asWalk(graph, cutter.cut(halves.view())))
  }
  giveHolesToFaces(graph, isBorder, walkOf, walks, surroundings, budget)
  return walks.flatMap(({ exterior, holes }) => (exterior ? [[exterior, ...holes.sort(byFirstHalf)]] : []))
}

const byFirstHalf = (a: HalfEdgeRing, b: HalfEdgeRing): number => a[0] - b[0]

const nextBorder = (graph: Graph, isBorder: Uint8Array, half: number): number => {
  const node = tailOf(graph, half ^ 1)
  if (node < 0) return half
  const start = graph.aroundStarts[node]
  const degree = graph.aroundStarts[node + 1] - start
  const arrival = graph.placeAround[half ^ 1] - start
  for (let step = 1; step <= degree; step++) {
    const candidate = graph.around[start + ((arrival - step + degree) % degree)]
    if (isBorder[candidate]) return candidate
  }
  throw new Error(
    `The border that arrives at junction ${node} does not go on: the strands are not closed there.`,
  )
}

/** Cuts walks into simple rings wherever they pass a junction twice. */
class Cutter {
  private readonly graph: Graph
  /** Place on the stack at which the walk left each junction; -1 if it did not. */
  private readonly left: Int32Array
  private readonly stack = new IntList()

  constructor(graph: Graph) {
    this.graph = graph
    this.left = new Int32Array(graph.aroundStarts.length).fill(-1)
  }

  cut(halves: Int32Array): HalfEdgeRing[] {
    if (halves.length === 1) return [halves.slice()]
    const rings: HalfEdgeRing[] = []
    for (const half of halves) {
      const node = tailOf(this.graph, half)
      if (this.left[node] >= 0) rings.push(this.takeFrom(this.left[node]))
      this.left[node] = this.stack.length
      this.stack.push(half)
    }
    rings.push(this.takeFrom(0))
    return rings
  }

  private takeFrom(place: number): HalfEdgeRing {
    const ring = this.stack.view().slice(place)
    for (const half of ring) this.left[tailOf(this.graph, half)] = -1
    this.stack.length = place
    return fromLowest(ring)
  }
}

const fromLowest = (ring: HalfEdgeRing): HalfEdgeRing => {
  let lowest = 0
  for (let i = 1; i < ring.length; i++) if (ring[i] < ring[lowest]) lowest = i
  const turned = new Int32Array(ring.length)
  turned.set(ring.subarray(lowest))
  turned.set(ring.subarray(0, lowest), ring.length - lowest)
  return turned
}

const asWalk = (graph: Graph, rings: readonly HalfEdgeRing[]): Walk => {
  const walk: Walk = { exterior: null, holes: [], west: graph.from[rings[0][0] >> 1] }
  for (const ring of rings) {
    const { west, counterClockwise } = westOf(graph, ring)
    if (isWestOf(graph.coords, west, walk.west)) walk.west = west
    if (counterClockwise) walk.exterior = ring
    else walk.holes.push(ring)
  }
  return walk
}

/** Finds the direction of a simple ring: it runs counter-clockwise if it turns left at its westernmost position. */
const westOf = (graph: Graph, ring: HalfEdgeRing): { west: number; counterClockwise: boolean } => {
  const { coords, from, to } = graph
  let at = 0
  let west = from[ring[0] >> 1]
  for (let i = 0; i < ring.length; i++) {
    const candidate = westernmost(coords, from[ring[i] >> 1], to[ring[i] >> 1])
    if (i > 0 && !isWestOf(coords, candidate, west)) continue
    west = candidate
    at = i
  }
  const half = ring[at]
  const step = half & 1 ? -1 : 1
  let before = west - step
  let after = west + step
  if (west === firstPosition(graph, half)) {
    const previous = ring[(at + ring.length - 1) % ring.length]
    before = firstPosition(graph, previous ^ 1) - (previous & 1 ? -1 : 1)
  } else if (west === firstPosition(graph, half ^ 1)) {
    const next = ring[(at + 1) % ring.length]
    after = firstPosition(graph, next) + (next & 1 ? -1 : 1)
  }
  return { west, counterClockwise: turnAt(coords, before, west, after) > 0 }
}

const firstPosition = (graph: Graph, half: number): number =>
  half & 1 ? graph.to[half >> 1] : graph.from[half >> 1]

/**
 * Gives holes to faces. A walk without an exterior surrounds something inside a face: its rings belong to the face of the
 * walk that faces it from the west, which may be such a walk itself.
 */
const giveHolesToFaces = (
  graph: Graph,
  isBorder: Uint8Array,
  walkOf: Int32Array,
  walks: readonly Walk[],
  surroundings: ComponentFaces,
  budget: WorkBudget,
): void => {
  const neighbour = new Int32Array(walks.length)
  const unknown = new IntList()
  for (let walk = 0; walk < walks.length; walk++) {
    if (walks[walk].exterior) continue
    // The half-edge that faces a component also faces its westernmost walk, unless that border is within the inside.
    const component = surroundings.components.ofChain[walks[walk].holes[0][0] >> 1]
    const half = surroundings.facing[component]
    if (walks[walk].west === surroundings.components.extreme[component] && half >= 0 && isBorder[half])
      neighbour[walk] = walkOf[half]
    else unknown.push(walk)
  }
  if (unknown.length > 0) {
    const edges = edgesOf(graph, (chain) => isBorder[2 * chain] === 1 || isBorder[2 * chain + 1] === 1)
    const sides = sidesFacing(
      graph.coords,
      edges,
      unknown.view().map((walk) => walks[walk].west),
      budget,
    )
    for (let i = 0; i < sides.length; i++) neighbour[unknown.at(i)] = walkOf[halfEdgeOf(graph, sides[i])]
  }
  for (let walk = 0; walk < walks.length; walk++) {
    if (walks[walk].exterior) continue
    let face = neighbour[walk]
    while (!walks[face].exterior) {
      const next = neighbour[face]
      if (!walks[next].exterior) neighbour[face] = neighbour[next]
      face = neighbour[face]
    }
    neighbour[walk] = face
    for (const hole of walks[walk].holes) walks[face].holes.push(hole)
  }
}
