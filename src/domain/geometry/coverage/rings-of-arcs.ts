/** Builds the area of each member of a coverage from arcs that were simplified or rounded. */

import { planarAreaOfRing } from '../area.ts'
import { arrange } from '../arrange.ts'
import { IntList } from '../arrangement/int-list.ts'
import { PairIndex } from '../arrangement/pair-index.ts'
import { positive } from '../repair.ts'
import { EMPTY_RINGS, type Rings, ringStart } from '../rings.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { withoutPinchedHoles } from './pinched-holes.ts'

/**
 * `arcs` in the place of the topology's own. The area of each member is valid; one that has collapsed is empty. `unit` is the grid of the
 * arcs; gaps that rounding made and that are smaller than half of `threshold` are filled.
 */
export const ringsOfArcs = (
  topology: CoverageTopology,
  arcs: Arcs,
  unit: number,
  threshold: number,
): readonly Rings[] => {
  const vertices = new PairIndex(arcs.coords.length / 4)
  const vertexAt = new Int32Array(arcs.coords.length / 2)
  for (let i = 0; i < vertexAt.length; i++)
    vertexAt[i] = vertices.add(arcs.coords[2 * i], arcs.coords[2 * i + 1])
  const seenIn = new Int32Array(vertices.size).fill(-1)
  const writer = new RingWriter(topology, arcs, vertexAt)
  const members: Rings[] = []
  const touched: number[] = []
  let polygon = 0
  topology.memberEnds.forEach((end, member) => {
    const written = writer.write(polygon, end)
    polygon = end
    if (isPlain(written, member, seenIn)) {
      members.push(written.rings)
      return
    }
    members.push(withoutCrossings(written.rings, unit))
    touched.push(member)
  })
  return withoutPinchedHoles(members, touched, threshold)
}

interface Written {
  readonly rings: Rings
  /** The vertex at each position. */
  readonly vertices: Int32Array
  /** A ring has collapsed. */
  readonly isDamaged: boolean
}

/** Whether no vertex is passed twice, no ring is lost and each keeps its direction: then the rings are valid as they are. */
const isPlain = ({ rings, vertices, isDamaged }: Written, member: number, seenIn: Int32Array): boolean => {
  if (isDamaged) return false
  for (const vertex of vertices) {
    if (seenIn[vertex] === member) return false
    seenIn[vertex] = member
  }
  let ring = 0
  for (const end of rings.polygonEnds)
    for (const exterior = ring; ring < end; ring++)
      if (planarAreaOfRing(rings, ring) > 0 !== (ring === exterior)) return false
  return true
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

class RingWriter {
  private readonly topology: CoverageTopology
  private readonly arcs: Arcs
  private readonly vertexAt: Int32Array
  private readonly coords = new IntList(1024)
  private readonly vertices = new IntList(1024)

  constructor(topology: CoverageTopology, arcs: Arcs, vertexAt: Int32Array) {
    this.topology = topology
    this.arcs = arcs
    this.vertexAt = vertexAt
  }

  /** The rings of some polygons; those with fewer than three positions are left out, with their holes. */
  write(firstPolygon: number, endPolygon: number): Written {
    const { polygonEnds } = this.topology
    this.coords.length = 0
    this.vertices.length = 0
    const ringEnds: number[] = []
    const writtenPolygonEnds: number[] = []
    let isDamaged = false
    for (let polygon = firstPolygon; polygon < endPolygon; polygon++) {
      const exterior = polygon === 0 ? 0 : polygonEnds[polygon - 1]
      const before = ringEnds.length
      for (let ring = exterior; ring < polygonEnds[polygon]; ring++) {
        const isWritten = this.writeRing(ring)
        if (isWritten) ringEnds.push(this.vertices.length)
        else if (ring === exterior) break
        else isDamaged = isDamaged || this.hasPositions(ring)
      }
      if (ringEnds.length > before) writtenPolygonEnds.push(ringEnds.length)
    }
    const rings = {
      coords: this.coords.view().slice(),
      ringEnds: Uint32Array.from(ringEnds),
      polygonEnds: Uint32Array.from(writtenPolygonEnds),
    }
    return { rings, vertices: this.vertices.view(), isDamaged }
  }

  /** False when it has fewer than three positions, and nothing is written. */
  private writeRing(ring: number): boolean {
    const { halves, ringEnds } = this.topology
    const start = this.vertices.length
    for (let i = ring === 0 ? 0 : ringEnds[ring - 1]; i < ringEnds[ring]; i++)
      this.writeHalf(halves[i], start)
    while (
      this.vertices.length > start + 1 &&
      this.vertices.at(this.vertices.length - 1) === this.vertices.at(start)
    )
      this.cutTo(this.vertices.length - 1)
    if (this.vertices.length >= start + 3) return true
    this.cutTo(start)
    return false
  }

  private writeHalf(half: number, start: number): void {
    const { arcs, vertexAt } = this
    const first = arcStart(arcs, half >> 1)
    const last = arcs.ends[half >> 1] - 1
    const step = half & 1 ? -1 : 1
    for (let at = half & 1 ? last : first; at >= first && at <= last; at += step) {
      const { length } = this.vertices
      if (length > start && this.vertices.at(length - 1) === vertexAt[at]) continue
      this.vertices.push(vertexAt[at])
      this.coords.push(arcs.coords[2 * at])
      this.coords.push(arcs.coords[2 * at + 1])
    }
  }

  private cutTo(length: number): void {
    this.vertices.length = length
    this.coords.length = 2 * length
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
