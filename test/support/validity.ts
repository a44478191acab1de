/**
 * What is wrong with an area by the rules of OGC Simple Features (06-103r4 §6.1.11, §6.1.14), or nothing.
 *
 * Two rules are stricter: positions are not repeated, and where a ring touches an edge it has to have a position there, on
 * both. Without the latter an area that is valid in fixed point can be read as invalid in floating-point degrees.
 */
import { arrangementOf, evenOdd, facesOf } from '../../src/domain/geometry/arrange.ts'
import {
  allEdges,
  type ContactSink,
  findContacts,
  ON_EDGE,
  strandAt,
} from '../../src/domain/geometry/arrangement/contacts.ts'
import { crossing } from '../../src/domain/geometry/arrangement/crossing.ts'
import { type Strands, strandsOfRings } from '../../src/domain/geometry/arrangement/strands.ts'
import {
  type Position,
  polygonStart,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'

type FaultKind =
  | 'too-few-positions'
  | 'repeated-position'
  | 'spike'
  | 'crossing'
  | 'vertex-on-edge'
  | 'ring-touches-itself'
  | 'hole-outside'
  | 'exterior-inside'
  /** Rings share an edge, cross where they touch, or cut the interior apart. */
  | 'rings-entangled'

export interface Fault {
  readonly kind: FaultKind
  /** The number of a ring that takes part. */
  readonly ring: number
  /** Where, `[lon, lat]` in degrees. */
  readonly at: Position
}

/** The first error found, or null. An area without errors is valid for GEOS, too. */
export const findFault = (rings: Rings): Fault | null => {
  const short = faultOfPositions(rings)
  if (short) return short
  const strands = strandsOfRings([[rings]], 1)
  const contacts = new FaultSink(strands)
  findContacts(strands, allEdges(strands), null, ON_EDGE, contacts)
  return contacts.fault ?? faultOfNesting(rings, strands, contacts.junctions)
}

const faultAt = (kind: FaultKind, ring: number, x: number, y: number): Fault => ({
  kind,
  ring,
  at: [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE],
})

const faultOfPositions = ({ coords, ...rings }: Rings): Fault | null => {
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const start = ringStart({ coords, ...rings }, ring)
    const end = rings.ringEnds[ring]
    if (end - start < 3)
      return faultAt('too-few-positions', ring, coords[2 * start] ?? 0, coords[2 * start + 1] ?? 0)
    for (let position = start, before = end - 1; position < end; before = position++)
      if (coords[2 * position] === coords[2 * before] && coords[2 * position + 1] === coords[2 * before + 1])
        return faultAt('repeated-position', ring, coords[2 * position], coords[2 * position + 1])
  }
  return null
}

/** Keeps the first error; different rings may meet, which makes junctions. */
class FaultSink implements ContactSink {
  fault: Fault | null = null
  readonly junctions: Uint8Array
  private readonly strands: Strands

  constructor(strands: Strands) {
    this.strands = strands
    this.junctions = new Uint8Array(strands.coords.length / 2)
  }

  cross(edge: number, other: number): void {
    const [x, y] = crossing(this.strands.coords, edge, other, 1)
    this.fault ??= faultAt('crossing', strandAt(this.strands.ends, edge), x, y)
  }

  touch(position: number): void {
    this.put('vertex-on-edge', position)
  }

  fold(position: number): void {
    this.put('spike', position)
  }

  meet(position: number, other: number): void {
    this.junctions[position] = 1
    this.junctions[other] = 1
    if (strandAt(this.strands.ends, position) === strandAt(this.strands.ends, other))
      this.put('ring-touches-itself', position)
  }

  private put(kind: FaultKind, position: number): void {
    const { coords, ends } = this.strands
    this.fault ??= faultAt(kind, strandAt(ends, position), coords[2 * position], coords[2 * position + 1])
  }
}

/** Traces the faces again: in a valid area they have exactly the given rings in exactly the given parts. */
const faultOfNesting = (rings: Rings, strands: Strands, junctions: Uint8Array): Fault | null => {
  const arrangement = arrangementOf({ ...strands, junctions })
  const { graph } = arrangement
  const polygonOf = new Int32Array(rings.ringEnds.length)
  const isHole = new Uint8Array(rings.ringEnds.length).fill(1)
  for (let polygon = 0; polygon < rings.polygonEnds.length; polygon++) {
    isHole[polygonStart(rings, polygon)] = 0
    polygonOf.fill(polygon, polygonStart(rings, polygon), rings.polygonEnds[polygon])
  }

  const faultOf = (kind: FaultKind, ring: number): Fault => {
    const start = 2 * ringStart(rings, ring)
    return faultAt(kind, ring, rings.coords[start], rings.coords[start + 1])
  }
  const seen = new Uint8Array(rings.ringEnds.length)
  for (const face of facesOf(arrangement, evenOdd)) {
    let exterior = -1
    for (const traced of face) {
      const ring = strandAt(strands.ends, graph.from[traced[0] >> 1])
      let edges = 0
      for (const half of traced) {
        if (strandAt(strands.ends, graph.from[half >> 1]) !== ring) return faultOf('rings-entangled', ring)
        edges += graph.to[half >> 1] - graph.from[half >> 1]
      }
      if (edges !== rings.ringEnds[ring] - ringStart(rings, ring)) return faultOf('rings-entangled', ring)
      seen[ring] = 1
      if (exterior < 0) {
        if (isHole[ring]) return faultOf('hole-outside', ring)
        exterior = ring
      } else if (!isHole[ring]) return faultOf('exterior-inside', ring)
      else if (polygonOf[ring] !== polygonOf[exterior]) return faultOf('hole-outside', ring)
    }
  }
  const missing = seen.indexOf(0)
  return missing < 0 ? null : faultOf('rings-entangled', missing)
}
