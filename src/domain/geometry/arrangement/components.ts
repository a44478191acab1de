/** The connected components of a graph. Each has its westernmost position, which serves to find its surroundings. */
import { turnAt } from '../orientation.ts'
import type { WorkBudget } from '../work-budget.ts'
import { edgesOf, type Graph, halfEdgeOf } from './graph.ts'
import { IntList } from './int-list.ts'
import { OUTSIDE, sidesFacing } from './locate.ts'

interface Components {
  /** Component of each chain. */
  readonly ofChain: Int32Array
  /** Westernmost position of each component (the southernmost of several). */
  readonly extreme: Int32Array
  /** A half-edge of each component that has the unbounded face to its left. */
  readonly outer: Int32Array
}

/** Components and the faces around them. */
export interface ComponentFaces {
  readonly components: Components
  /** For each component, a half-edge of another one that has the face around this component to its left, or `OUTSIDE`. */
  readonly facing: Int32Array
}

/** O(n) in the positions, and the cost of `locate` for one position of each component. */
export const surroundingsOf = (graph: Graph, budget: WorkBudget): ComponentFaces => {
  const components = componentsOf(graph)
  const { extreme } = components
  if (extreme.length < 2) return { components, facing: new Int32Array(extreme.length).fill(OUTSIDE) }
  const sides = sidesFacing(
    graph.coords,
    edgesOf(graph, () => true),
    extreme,
    budget,
  )
  const facing = sides.map((side) => (side === OUTSIDE ? OUTSIDE : halfEdgeOf(graph, side)))
  return { components, facing }
}

const componentsOf = (graph: Graph): Components => {
  const ofChain = new Int32Array(graph.from.length).fill(-1)
  const extreme = new IntList()
  const outer = new IntList()
  const pending = new IntList()
  for (let seed = 0; seed < ofChain.length; seed++) {
    if (ofChain[seed] >= 0) continue
    const reach = (chain: number): void => {
      if (ofChain[chain] >= 0) return
      ofChain[chain] = extreme.length
      pending.push(chain)
    }
    let west = graph.from[seed]
    let westChain = seed
    reach(seed)
    while (pending.length > 0) {
      const chain = pending.pop()
      const candidate = westernmost(graph.coords, graph.from[chain], graph.to[chain])
      if (isWestOf(graph.coords, candidate, west)) {
        west = candidate
        westChain = chain
      }
      for (const node of [graph.tail[chain], graph.head[chain]])
        if (node >= 0)
          for (let i = graph.aroundStarts[node]; i < graph.aroundStarts[node + 1]; i++)
            reach(graph.around[i] >> 1)
    }
    extreme.push(west)
    outer.push(outerHalf(graph, westChain, west))
  }
  return { ofChain, extreme: extreme.view(), outer: outer.view() }
}

/** True if `position` lies west of `other`, or south of it on the same meridian. */
export const isWestOf = (coords: Int32Array, position: number, other: number): boolean =>
  coords[2 * position] < coords[2 * other] ||
  (coords[2 * position] === coords[2 * other] && coords[2 * position + 1] < coords[2 * other + 1])

/** Returns the westernmost of the positions from `first` to `last`; of several equal ones the first. */
export const westernmost = (coords: Int32Array, first: number, last: number): number => {
  let west = first
  for (let position = first + 1; position <= last; position++)
    if (isWestOf(coords, position, west)) west = position
  return west
}

/** Returns a half-edge through the westernmost position of a component that has the face west of it to its left. */
const outerHalf = (graph: Graph, chain: number, west: number): number => {
  const node =
    west === graph.from[chain] ? graph.tail[chain] : west === graph.to[chain] ? graph.head[chain] : -1
  // All half-edges at a westernmost junction point east; the face to the west is left of the topmost one.
  if (node >= 0) return graph.around[graph.aroundStarts[node + 1] - 1]
  const before = west === graph.from[chain] ? graph.to[chain] - 1 : west - 1
  return turnAt(graph.coords, before, west, west + 1) > 0 ? 2 * chain + 1 : 2 * chain
}
