/**
 * Rings that simplification put on the wrong side of another one without a crossing: an island whose bay was cut off lies on
 * land, a lake whose peninsula was cut off lies in the sea. One vertex of each ring is tested. As no two rings cross, a ring is placed
 * correctly when the number of rings around it is even for an exterior and odd for a hole, its own exterior included.
 */

import { BORDER, meetsRay, OUTSIDE } from '../contains.ts'
import { LatitudeBands } from '../latitude-bands.ts'
import { polygonCount, polygonStart, type Rings } from '../rings.ts'
import type { Chains } from './chains.ts'

/** Splits segments until there is no misplaced ring between them and their chain. Returns false if nothing was split. */
export const splitAroundMisplaced = (
  rings: Rings,
  chains: Chains,
  shared: readonly (readonly number[])[],
): boolean => {
  const misplaced = findMisplaced(rings, chains, witnessOfEachRing(chains, shared))
  if (misplaced.length === 0) return false
  const witnesses = new Witnesses(chains, misplaced)
  const count = chains.count
  for (let segment = 0; segment < count; segment++) {
    if (!chains.dead[segment]) freeWitnesses(chains, segment, witnesses)
  }
  return chains.count > count
}

interface Witness {
  readonly vertex: number
  readonly ring: number
}

/** Returns a kept vertex of each ring that lies on no other ring. A ring without one is assumed to be placed correctly. */
const witnessOfEachRing = (chains: Chains, shared: readonly (readonly number[])[]): Witness[] => {
  const touching = new Set(shared.flat())
  const witnesses = new Map<number, Witness>()
  for (let segment = 0; segment < chains.count; segment++) {
    const ring = chains.ring[segment]
    const vertex = chains.from[segment]
    if (chains.dead[segment] || witnesses.has(ring) || touching.has(vertex)) continue
    witnesses.set(ring, { vertex, ring })
  }
  return [...witnesses.values()]
}

const findMisplaced = (rings: Rings, chains: Chains, vertices: readonly Witness[]): Witness[] => {
  const exteriors = exteriorOfEachRing(rings)
  const around = new Uint8Array(vertices.length)
  const within = new Uint8Array(vertices.length)
  const witnesses = new Witnesses(chains, vertices)
  for (let segment = 0; segment < chains.count; segment++) {
    if (chains.dead[segment]) continue
    const ring = chains.ring[segment]
    witnesses.forEachCrossing(chains.from[segment], chains.to[segment], (index, isOn) => {
      const own = vertices[index].ring
      if (own === ring || isOn) return
      around[index] ^= 1
      if (exteriors[own] === ring) within[index] ^= 1
    })
  }
  return vertices.filter(({ ring }, index) => {
    const isHole = exteriors[ring] === ring ? 0 : 1
    return around[index] !== isHole || within[index] !== isHole
  })
}

const exteriorOfEachRing = (rings: Rings): Uint32Array => {
  const exteriors = new Uint32Array(rings.ringEnds.length)
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    exteriors.fill(exterior, exterior, rings.polygonEnds[polygon])
  }
  return exteriors
}

const freeWitnesses = (chains: Chains, segment: number, witnesses: Witnesses): void => {
  const between = witnesses.betweenChainAnd(segment)
  if (between.length === 0 || !chains.split(segment)) return
  const fewer = new Witnesses(chains, between)
  const halves = chains.count
  freeWitnesses(chains, halves - 2, fewer)
  freeWitnesses(chains, halves - 1, fewer)
}

/** Representative vertices of rings, in bands of latitude. */
class Witnesses {
  readonly vertices: readonly Witness[]
  private readonly chains: Chains
  private readonly bands: LatitudeBands
  private readonly crossings: Uint8Array

  constructor(chains: Chains, vertices: readonly Witness[]) {
    this.chains = chains
    this.vertices = vertices
    this.bands = new LatitudeBands(Float64Array.from(vertices, ({ vertex }) => chains.coords[2 * vertex + 1]))
    this.crossings = new Uint8Array(vertices.length)
  }

  /** Calls for each vertex, by its index, that is on the edge between two positions or whose eastward ray crosses it. */
  forEachCrossing(from: number, to: number, visit: (index: number, isOn: boolean) => void): void {
    const { coords } = this.chains
    const { points, starts } = this.bands
    const bandA = this.bands.bandOf(coords[2 * from + 1])
    const bandB = this.bands.bandOf(coords[2 * to + 1])
    const until = starts[Math.max(bandA, bandB) + 1]
    for (let at = starts[Math.min(bandA, bandB)]; at < until; at++) {
      const { vertex } = this.vertices[points[at]]
      const met = meetsRay(
        coords[2 * from],
        coords[2 * from + 1],
        coords[2 * to],
        coords[2 * to + 1],
        coords[2 * vertex],
        coords[2 * vertex + 1],
      )
      if (met !== OUTSIDE) visit(points[at], met === BORDER)
    }
  }

  /** Returns vertices of other rings that lie between the segment and its chain, or on the chain. */
  betweenChainAnd(segment: number): Witness[] {
    const { chains, crossings } = this
    const touched: number[] = []
    const count = (index: number, isOn: boolean): void => {
      if (this.vertices[index].ring === chains.ring[segment]) return
      crossings[index] = isOn ? ON_CHAIN : crossings[index] ^ 1
      touched.push(index)
    }
    let previous = chains.to[segment]
    chains.forEachVertex(segment, (vertex) => {
      this.forEachCrossing(previous, vertex, count)
      previous = vertex
    })
    const found: Witness[] = []
    for (const index of touched) {
      if (crossings[index] > 0) found.push(this.vertices[index])
      crossings[index] = 0
    }
    return found
  }
}

/** Large enough to stay above zero, whatever crossings are counted later. */
const ON_CHAIN = 2
