/** Builds the area of each member of a coverage from arcs that were simplified or rounded. */

import { planarAreaOfRing } from '../area.ts'
import { arrange } from '../arrange.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { positive } from '../repair.ts'
import { EMPTY_RINGS, type Rings, ringStart } from '../rings.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { withoutPinchedHoles } from './pinched-holes.ts'
import type { SnappedArcs } from './snap-arcs.ts'

/**
 * `arcs` in the place of the topology's own. The area of each member is valid; one that has collapsed is empty. `unit` is the grid of the
 * arcs; gaps that rounding made and that are smaller than half of `threshold` are filled. O(n log n) in the positions of the areas.
 */
export const ringsOfArcs = (
  topology: CoverageTopology,
  arcs: SnappedArcs,
  unit: number,
  threshold: number,
): readonly Rings[] => {
  const isDoubtful = doubtfulMembers(topology, arcs)
  const isPlain = plainness(topology, arcs, isDoubtful)
  const writer = new AreaRings(topology, arcs)
  const members = Array.from(topology.memberEnds, (end, member) => {
    const written = writer.write(member === 0 ? 0 : topology.memberEnds[member - 1], end)
    return isDoubtful[member] && !isPlain(written) ? withoutCrossings(written.rings, unit) : written.rings
  })
  return withoutPinchedHoles(members, threshold)
}

interface WrittenArea {
  readonly rings: Rings
  /** For each position its number in the arcs; valid until the next area is written. */
  readonly places: Int32Array
  /** A ring has collapsed. */
  readonly isDamaged: boolean
}

/** Marks the members along an arc that may meet others: all other ones are as valid as they were given. */
const doubtfulMembers = (topology: CoverageTopology, { mayMeet }: SnappedArcs): Uint8Array => {
  const doubtful = new Uint8Array(topology.memberEnds.length)
  for (let member = 0; member < doubtful.length; member++)
    for (let i = halvesStart(topology, member); i < halvesStart(topology, member + 1); i++) {
      const arc = topology.halves[i] >> 1
      if (topology.isMended[arc] || mayMeet[arc]) doubtful[member] = 1
    }
  return doubtful
}

/** The index in `halves` of the first one of a member. */
const halvesStart = ({ memberEnds, polygonEnds, ringEnds }: CoverageTopology, member: number): number => {
  const polygon = member === 0 ? 0 : memberEnds[member - 1]
  const ring = polygon === 0 ? 0 : polygonEnds[polygon - 1]
  return ring === 0 ? 0 : ringEnds[ring - 1]
}

/** Tells of a doubtful member whether no vertex is passed twice, no ring is lost and each keeps its direction: then the rings are valid. */
const plainness = (
  topology: CoverageTopology,
  arcs: Arcs,
  isDoubtful: Uint8Array,
): ((written: WrittenArea) => boolean) => {
  const vertexAt = verticesOfMembers(topology, arcs, isDoubtful)
  const seenIn = new Int32Array(vertexAt.length).fill(-1)
  let number = 0
  return ({ rings, places, isDamaged }) => {
    if (isDamaged) return false
    number++
    for (const place of places) {
      const vertex = vertexAt[place]
      if (seenIn[vertex] === number) return false
      seenIn[vertex] = number
    }
    let ring = 0
    for (const end of rings.polygonEnds)
      for (const exterior = ring; ring < end; ring++)
        if (planarAreaOfRing(rings, ring) > 0 !== (ring === exterior)) return false
    return true
  }
}

/** For each position of the arcs along some members the number of its vertex. */
const verticesOfMembers = (topology: CoverageTopology, arcs: Arcs, isChosen: Uint8Array): Int32Array => {
  const vertices = new PairIndex(1024)
  const vertexAt = new Int32Array(arcs.coords.length / 2)
  const isDone = new Uint8Array(arcs.ends.length)
  for (let member = 0; member < isChosen.length; member++) {
    if (!isChosen[member]) continue
    for (let i = halvesStart(topology, member); i < halvesStart(topology, member + 1); i++) {
      const arc = topology.halves[i] >> 1
      if (isDone[arc]) continue
      isDone[arc] = 1
      for (let at = arcStart(arcs, arc); at < arcs.ends[arc]; at++)
        vertexAt[at] = vertices.add(arcs.coords[2 * at], arcs.coords[2 * at + 1])
    }
  }
  return vertexAt
}

/** The inside by winding numbers: a stretch that is passed in both directions is no border any more. */
const withoutCrossings = (rings: Rings, unit: number): Rings => {
  const { coords, ringEnds } = rings
  if (ringEnds.length === 0) return EMPTY_RINGS
  const closed = new Int32Array(coords.length + 2 * ringEnds.length)
  let length = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const first = 2 * ringStart(rings, ring)
    closed.set(coords.subarray(first, 2 * ringEnds[ring]), length)
    length += 2 * ringEnds[ring] - first
    closed[length++] = coords[first]
    closed[length++] = coords[first + 1]
  }
  const ends = Int32Array.from(ringEnds, (end, ring) => end + ring + 1)
  const weights = Int16Array.from({ length: 2 * ends.length }, (_, i) => 1 - (i % 2))
  return arrange({ coords: closed, ends, weights }, unit, positive)
}

class AreaRings {
  private readonly topology: CoverageTopology
  private readonly arcs: Arcs
  private coords = new Int32Array(1024)
  private places = new Int32Array(512)
  /** Positions that are written. */
  private length = 0

  constructor(topology: CoverageTopology, arcs: Arcs) {
    this.topology = topology
    this.arcs = arcs
  }

  /** The rings of some polygons; those with fewer than three positions are left out, with their holes. */
  write(firstPolygon: number, endPolygon: number): WrittenArea {
    const { polygonEnds } = this.topology
    this.length = 0
    const ringEnds: number[] = []
    const writtenPolygonEnds: number[] = []
    let isDamaged = false
    for (let polygon = firstPolygon; polygon < endPolygon; polygon++) {
      const exterior = polygon === 0 ? 0 : polygonEnds[polygon - 1]
      const before = ringEnds.length
      for (let ring = exterior; ring < polygonEnds[polygon]; ring++) {
        const isWritten = this.writeRing(ring)
        if (isWritten) ringEnds.push(this.length)
        else if (ring === exterior) break
        else isDamaged = isDamaged || this.hasPositions(ring)
      }
      if (ringEnds.length > before) writtenPolygonEnds.push(ringEnds.length)
    }
    const rings = {
      coords: this.coords.slice(0, 2 * this.length),
      ringEnds: Uint32Array.from(ringEnds),
      polygonEnds: Uint32Array.from(writtenPolygonEnds),
    }
    return { rings, places: this.places.subarray(0, this.length), isDamaged }
  }

  /** False when it has fewer than three positions, and nothing is written. */
  private writeRing(ring: number): boolean {
    const { halves, ringEnds } = this.topology
    const start = this.length
    for (let i = ring === 0 ? 0 : ringEnds[ring - 1]; i < ringEnds[ring]; i++)
      this.writeHalf(halves[i], start)
    while (
      this.length > start + 1 &&
      this.isAt(this.length - 1, this.coords[2 * start], this.coords[2 * start + 1])
    )
      this.length--
    if (this.length >= start + 3) return true
    this.length = start
    return false
  }

  private writeHalf(half: number, start: number): void {
    const { arcs } = this
    const first = arcStart(arcs, half >> 1)
    const last = arcs.ends[half >> 1] - 1
    this.reserve(last + 1 - first)
    const step = half & 1 ? -1 : 1
    for (let at = half & 1 ? last : first; at >= first && at <= last; at += step) {
      const { length } = this
      const x = arcs.coords[2 * at]
      const y = arcs.coords[2 * at + 1]
      if (length > start && this.isAt(length - 1, x, y)) continue
      this.coords[2 * length] = x
      this.coords[2 * length + 1] = y
      this.places[length] = at
      this.length = length + 1
    }
  }

  private isAt(index: number, x: number, y: number): boolean {
    return this.coords[2 * index] === x && this.coords[2 * index + 1] === y
  }

  private reserve(positions: number): void {
    const { coords, places } = this
    if (this.length + positions <= places.length) return
    const capacity = 2 * (this.length + positions)
    this.coords = new Int32Array(2 * capacity)
    this.coords.set(coords)
    this.places = new Int32Array(capacity)
    this.places.set(places)
  }

  private hasPositions(ring: number): boolean {
    const { halves, ringEnds } = this.topology
    for (let i = ring === 0 ? 0 : ringEnds[ring - 1]; i < ringEnds[ring]; i++) {
      const arc = halves[i] >> 1
      if (this.arcs.ends[arc] > arcStart(this.arcs, arc)) return true
    }
    return false
  }
}
