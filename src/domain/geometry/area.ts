/**
 * Areas. On the ground: square kilometres on the WGS 84 ellipsoid, where an edge is a straight line in longitude and
 * latitude (RFC 7946 §3.1.1). In the plane: square degrees, for comparison with tools that ignore the ellipsoid.
 */
import {
  polygonCount,
  polygonStart,
  RADIANS_PER_UNIT,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from './rings.ts'

export const areaKm2 = (rings: Rings): number => sumOverPolygons(rings, groundAreaOfRing)

export const planarAreaDegrees = (rings: Rings): number =>
  sumOverPolygons(rings, (each, ring) => planarAreaOfRing(each, ring) / UNITS_PER_DEGREE ** 2)

/**
 * Returns square units, positive for counter-clockwise rings. Sums relative to the ring's first position, so that small
 * rings stay exact.
 */
export const planarAreaOfRing = (rings: Rings, ring: number): number => {
  const { coords } = rings
  const start = 2 * ringStart(rings, ring)
  const end = 2 * rings.ringEnds[ring]
  if (end - start < 6) return 0
  const lon0 = coords[start]
  const lat0 = coords[start + 1]
  let x1 = coords[start + 2] - lon0
  let y1 = coords[start + 3] - lat0
  let doubled = 0
  for (let i = start + 4; i < end; i += 2) {
    const x2 = coords[i] - lon0
    const y2 = coords[i + 1] - lat0
    doubled += x1 * y2 - x2 * y1
    x1 = x2
    y1 = y2
  }
  return doubled / 2
}

/**
 * Returns square kilometres, positive for counter-clockwise rings: the line integral of −S(latitude) over longitude, where S
 * is the area per radian of longitude between the equator and a latitude (Snyder, Map Projections (1987), equation 3-12).
 * Correct for a ring around a pole that runs along the pole and the antimeridian, as cut rings do.
 */
export const groundAreaOfRing = (rings: Rings, ring: number): number => {
  const { coords } = rings
  const start = 2 * ringStart(rings, ring)
  const end = 2 * rings.ringEnds[ring]
  if (end - start < 6) return 0
  // Sum areas above the ring's first latitude, so that the sums of a small ring stay small.
  const floor = zoneKm2(coords[end - 1])
  let lon1 = coords[end - 2]
  let lat1 = coords[end - 1]
  let above1 = 0
  let total = 0
  for (let i = start; i < end; i += 2) {
    const lon2 = coords[i]
    const lat2 = coords[i + 1]
    const above2 = zoneKm2(lat2) - floor
    const climb = lat2 - lat1
    const trapezoid = (above1 + above2) / 2
    const mean =
      climb < LONG_CLIMB && climb > -LONG_CLIMB
        ? trapezoid + (trapezoid + floor) * CURVATURE * climb * climb
        : meanZoneKm2(lat1, lat2) - floor
    total -= (lon2 - lon1) * mean
    lon1 = lon2
    lat1 = lat2
    above1 = above2
  }
  return total * RADIANS_PER_UNIT
}

/**
 * Returns twice the area to the left of a closed line (its last position repeats its first), in square units; measured from
 * its start to lose no precision.
 */
export const doubledArea = (line: Int32Array): number => {
  let sum = 0
  for (let i = 2; i < line.length - 2; i += 2)
    sum += (line[i] - line[0]) * (line[i + 3] - line[1]) - (line[i + 2] - line[0]) * (line[i + 1] - line[1])
  return sum
}

const sumOverPolygons = (rings: Rings, areaOfRing: (rings: Rings, ring: number) => number): number => {
  let total = 0
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    total += Math.abs(areaOfRing(rings, exterior))
    for (let hole = exterior + 1; hole < rings.polygonEnds[polygon]; hole++) {
      total -= Math.abs(areaOfRing(rings, hole))
    }
  }
  return total
}

const SEMI_MAJOR_KM = 6378.137
const FLATTENING = 1 / 298.257223563
const E2 = FLATTENING * (2 - FLATTENING)

/** Coefficients of S as a series in odd powers of the sine of the latitude; the next one would be below 1e-15 of S. */
const [S1, S3, S5, S7, S9, S11, S13] = Array.from(
  { length: 7 },
  (_, k) => SEMI_MAJOR_KM ** 2 * (1 - E2) * (((k + 1) / (2 * k + 1)) * E2 ** k),
)

const zoneKm2 = (latUnits: number): number => {
  const s = Math.sin(latUnits * RADIANS_PER_UNIT)
  const s2 = s * s
  return s * (S1 + s2 * (S3 + s2 * (S5 + s2 * (S7 + s2 * (S9 + s2 * (S11 + s2 * S13))))))
}

/**
 * Euler–Maclaurin's correction of the trapezoid rule, with S″ taken as −S, which is right to 2 %: edges of up to 0.1° then
 * err by 5e-9. Longer ones are integrated.
 */
const CURVATURE = RADIANS_PER_UNIT ** 2 / 12
const LONG_CLIMB = 0.1 * UNITS_PER_DEGREE

/** Gauss–Legendre, five points: abscissae and weights on [−1, 1]. */
const GAUSS_POINTS = [
  [0, 128 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
]

/**
 * Returns the mean of S on the straight edge between two latitudes, in pieces of at most 20°, which keeps the error below
 * 1e-13.
 */
const meanZoneKm2 = (lat1: number, lat2: number): number => {
  const pieces = Math.ceil(Math.abs(lat2 - lat1) / (20 * UNITS_PER_DEGREE))
  const half = (lat2 - lat1) / pieces / 2
  let sum = 0
  for (let piece = 0; piece < pieces; piece++) {
    const middle = lat1 + (2 * piece + 1) * half
    for (const [point, weight] of GAUSS_POINTS) sum += weight * zoneKm2(middle + point * half)
  }
  return sum / (2 * pieces)
}
