/**
 * Cuts polygons at the antimeridian (RFC 7946 §3.1.9), so that each polygon lies in −180…180 and can be treated as a plane
 * figure. Two kinds of rings need it: those with neighbours more than 180° of longitude apart, which means the short way
 * across ±180, and those that continue beyond ±180. A ring around a pole is continued down the seam and along the pole.
 *
 * Each ring is unrolled to an unbroken path, and the path is cut into chains where it meets a seam; `antimeridian-rim.ts`
 * joins the chains to rings again.
 */
import { linkAlongRim } from './antimeridian-rim.ts'
import { BORDER, INSIDE, locateInRing } from './contains.ts'
import { FULL_TURN, HALF_TURN, onSeam, POLE } from './map-rim.ts'
import type { PolygonPart, RingPart } from './parts.ts'

/** Returns null if there is nothing to cut. Longitudes may be any number of turns away from the map. */
export const cutPolygon = (polygon: PolygonPart): PolygonPart[] | null => {
  if (!polygon.some(needsCut)) return null
  const found = polygon.map((ring, index) => chainsOf(piecesOnMap(orient(unroll(ring), index === 0))))
  const [exterior, ...holes] = found.map(({ closed }) => closed)
  const linked = linkAlongRim(found.flatMap(({ chains }) => chains))
  return nest(
    exterior === null ? linked : [exterior, ...linked],
    holes.filter((hole) => hole !== null),
  )
}

const needsCut = (ring: RingPart): boolean => {
  for (let i = 0; i < ring.length; i += 2) {
    if (ring[i] > HALF_TURN || ring[i] < -HALF_TURN || jumps(ring, i)) return true
  }
  return false
}

/** True if the edge that begins at element `i` means the short way across the seam, not the straight line in the plane. */
const jumps = (ring: RingPart, i: number): boolean => {
  const next = i + 2 === ring.length ? 0 : i + 2
  const apart = Math.abs(ring[next] - ring[i])
  if (apart <= HALF_TURN) return false
  if (Math.abs(ring[i + 1]) === POLE && ring[i + 1] === ring[next + 1]) return false
  if (apart !== FULL_TURN || !onSeam(ring[i])) return true
  // From seam to seam: the top or bottom of a belt around the Earth, unless the ring crosses the seam there, naming it twice.
  const before = ring[i === 0 ? ring.length - 2 : i - 2]
  const after = ring[next + 2 === ring.length ? 0 : next + 2]
  return !onSeam(before) && !onSeam(after)
}

/**
 * An unbroken path: it closes from its last position to its first one moved by `turn`, which is 0, or ±360° around a pole.
 */
interface UnrolledRing {
  readonly positions: number[]
  readonly turn: number
}

const unroll = (ring: RingPart): UnrolledRing => {
  const positions: number[] = []
  let shift = 0
  for (let i = 0; i < ring.length; i += 2) {
    positions.push(ring[i] + shift, ring[i + 1])
    if (jumps(ring, i)) shift += ring[i + 2 === ring.length ? 0 : i + 2] < ring[i] ? FULL_TURN : -FULL_TURN
  }
  return { positions, turn: shift }
}

/** Turns the interior to the left: exteriors run counter-clockwise, and those around a pole have the nearer pole inside. */
const orient = (path: UnrolledRing, isExterior: boolean): UnrolledRing => {
  const { positions, turn } = path
  let doubledArea = 0
  let latitudes = 0
  for (let i = 0; i < positions.length; i += 2) {
    const closes = i + 2 === positions.length
    const x2 = closes ? positions[0] + turn : positions[i + 2]
    const y2 = closes ? positions[1] : positions[i + 3]
    doubledArea += (positions[i] - positions[0]) * y2 - (x2 - positions[0]) * positions[i + 1]
    latitudes += positions[i + 1]
  }
  const interiorOnLeft = turn === 0 ? doubledArea > 0 : turn > 0 === latitudes > 0
  if (interiorOnLeft === isExterior) return path
  const reversed: number[] = []
  for (let i = positions.length - 2; i >= 0; i -= 2) reversed.push(positions[i], positions[i + 1])
  return { positions: reversed, turn: -turn }
}

/**
 * Returns the path's edges, cut at every seam and moved onto the map: `[lon1, lat1, lon2, lat2, …]`; edges along a seam are
 * included.
 */
const piecesOnMap = ({ positions, turn }: UnrolledRing): number[] => {
  const pieces: number[] = []
  for (let i = 0; i < positions.length; i += 2) {
    const closes = i + 2 === positions.length
    let x1 = positions[i]
    let y1 = positions[i + 1]
    const endX = closes ? positions[0] + turn : positions[i + 2]
    const endY = closes ? positions[1] : positions[i + 3]
    const start = [x1, y1] as const
    while (x1 !== endX || y1 !== endY) {
      const seam = nextSeam(x1, endX)
      const x2 = seam ?? endX
      const y2 = seam === null ? endY : latitudeAt(seam, ...start, endX, endY)
      const toMap = FULL_TURN * Math.floor(((x1 + x2) / 2 + HALF_TURN) / FULL_TURN)
      pieces.push(x1 - toMap, y1, x2 - toMap, y2)
      x1 = x2
      y1 = y2
    }
  }
  return pieces
}

/** Returns the first seam strictly between two longitudes. */
const nextSeam = (from: number, to: number): number | null => {
  const turns = (from + HALF_TURN) / FULL_TURN
  const seam = (to > from ? Math.floor(turns) + 1 : Math.ceil(turns) - 1) * FULL_TURN - HALF_TURN
  return (to > from && seam < to) || (to < from && seam > to) ? seam : null
}

/** Always computes from west to east, so that neighbours cut a shared edge at the same latitude. */
const latitudeAt = (seam: number, x1: number, y1: number, x2: number, y2: number): number =>
  x1 < x2
    ? Math.round(y1 + ((seam - x1) * (y2 - y1)) / (x2 - x1))
    : Math.round(y2 + ((seam - x2) * (y1 - y2)) / (x1 - x2))

/**
 * Joins pieces to unbroken chains from seam to seam, without the edges along it; or to one closed ring, if no seam
 * interrupts it.
 */
const chainsOf = (pieces: readonly number[]): { closed: number[] | null; chains: number[][] } => {
  const breaksBefore = (i: number): boolean => {
    const before = i === 0 ? pieces.length - 4 : i - 4
    return liesOnSeam(pieces, i) || liesOnSeam(pieces, before) || pieces[before + 2] !== pieces[i]
  }
  let first = 0
  while (first < pieces.length && !breaksBefore(first)) first += 4
  if (first >= pieces.length) {
    return { closed: pieces.filter((_, element) => element % 4 < 2), chains: [] }
  }
  const chains: number[][] = []
  let chain: number[] = []
  for (let step = 0; step < pieces.length; step += 4) {
    const i = (first + step) % pieces.length
    if (liesOnSeam(pieces, i)) continue
    if (breaksBefore(i)) {
      chain = [pieces[i], pieces[i + 1]]
      chains.push(chain)
    }
    chain.push(pieces[i + 2], pieces[i + 3])
  }
  return { closed: null, chains }
}

const liesOnSeam = (pieces: readonly number[], i: number): boolean =>
  pieces[i] === pieces[i + 2] && onSeam(pieces[i])

/** Assigns each hole to the exterior that contains it. */
const nest = (exteriors: readonly number[][], holes: readonly number[][]): PolygonPart[] => {
  const polygons = exteriors.map((exterior) => [exterior])
  for (const hole of holes) {
    const home =
      polygons.length === 1 ? polygons[0] : polygons.find(([exterior]) => ringHolds(exterior, hole))
    ;(home ?? polygons[0])?.push(hole)
  }
  return polygons
}

/** Decides by the first position that is not on the exterior itself. */
const ringHolds = (exterior: readonly number[], hole: readonly number[]): boolean => {
  for (let i = 0; i < hole.length; i += 2) {
    const where = locateInRing(exterior, 0, exterior.length, hole[i], hole[i + 1])
    if (where !== BORDER) return where === INSIDE
  }
  return false
}
