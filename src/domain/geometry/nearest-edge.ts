/**
 * Distance from a point to nearby edges of a geometry. Edges are straight in longitude and latitude (RFC 7946 §3.1.1), so
 * they are straight on a map around the point that is scaled like the ellipsoid there, and the nearest position on each is
 * the foot of a perpendicular. The distance to it is measured through the Earth, which for some kilometres equals the
 * geodesic to a millimetre.
 */
import { alongRim, FULL_TURN, HALF_TURN } from './map-rim.ts'
import {
  type Position,
  RADIANS_PER_UNIT,
  type Rings,
  ringCount,
  ringStart,
  UNITS_PER_DEGREE,
} from './rings.ts'

/**
 * Returns kilometres to the nearest edge; null if none is within `maxKm`, which should be at most some tens. −180 and 180
 * are one longitude.
 */
export const distanceToEdgesKm = (rings: Rings, [lon, lat]: Position, maxKm: number): number | null => {
  const around = new EdgeSearch(lon * UNITS_PER_DEGREE, lat * UNITS_PER_DEGREE, maxKm)
  around.look(rings, 0)
  if (around.reachesSeam) around.look(rings, lon > 0 ? FULL_TURN : -FULL_TURN)
  return around.nearestKm
}

/** Returns the kilometres in a unit of latitude and of longitude on WGS 84. */
const scalesAt = (latUnits: number): { readonly northKm: number; readonly eastKm: number } => {
  const lat = radians(latUnits)
  const curve = 1 - E2 * Math.sin(lat) ** 2
  const northKm = ((A_KM * (1 - E2)) / curve ** 1.5) * RADIANS_PER_UNIT
  const eastKm = (A_KM / Math.sqrt(curve)) * Math.max(Math.cos(lat), MIN_COSINE) * RADIANS_PER_UNIT
  return { northKm, eastKm }
}

class EdgeSearch {
  readonly #lon: number
  readonly #lat: number
  readonly #northKm: number
  readonly #eastKm: number
  /** Maximum distance of edges, in units. */
  readonly #latReach: number
  readonly #lonReach: number
  readonly #from: readonly number[]
  #nearestKm: number
  #isFound = false

  constructor(lonUnits: number, latUnits: number, maxKm: number) {
    const { northKm, eastKm } = scalesAt(latUnits)
    this.#lon = lonUnits
    this.#lat = latUnits
    this.#northKm = northKm
    this.#eastKm = eastKm
    this.#latReach = (REACH * maxKm) / northKm
    this.#lonReach = (REACH * maxKm) / eastKm
    this.#from = inSpace(lonUnits, latUnits)
    this.#nearestKm = maxKm
  }

  get nearestKm(): number | null {
    return this.#isFound ? this.#nearestKm : null
  }

  get reachesSeam(): boolean {
    return Math.abs(this.#lon) + this.#lonReach >= HALF_TURN
  }

  /** Tests all edges, moved east by `shift` units. */
  look(rings: Rings, shift: number): void {
    const { coords, ringEnds } = rings
    const lon = this.#lon - shift
    const [west, east] = [lon - this.#lonReach, lon + this.#lonReach]
    const [south, north] = [this.#lat - this.#latReach, this.#lat + this.#latReach]
    for (let ring = 0; ring < ringCount(rings); ring++) {
      const end = 2 * ringEnds[ring]
      let ax = coords[end - 2]
      let ay = coords[end - 1]
      for (let i = 2 * ringStart(rings, ring); i < end; i += 2) {
        const bx = coords[i]
        const by = coords[i + 1]
        const isFar =
          (ay > north && by > north) ||
          (ay < south && by < south) ||
          (ax > east && bx > east) ||
          (ax < west && bx < west)
        if (!isFar && !alongRim(ax, ay, bx, by)) this.#measure(ax, ay, bx, by, lon)
        ax = bx
        ay = by
      }
    }
  }

  #measure(ax: number, ay: number, bx: number, by: number, lon: number): void {
    const x = (bx - ax) * this.#eastKm
    const y = (by - ay) * this.#northKm
    const lengthSquared = x * x + y * y
    const along =
      lengthSquared === 0
        ? 0
        : ((lon - ax) * this.#eastKm * x + (this.#lat - ay) * this.#northKm * y) / lengthSquared
    const part = Math.min(1, Math.max(0, along))
    const foot = inSpace(ax + part * (bx - ax) + (this.#lon - lon), ay + part * (by - ay))
    const [dx, dy, dz] = foot.map((value, axis) => value - this.#from[axis])
    const km = Math.hypot(dx, dy, dz)
    if (km <= this.#nearestKm) {
      this.#nearestKm = km
      this.#isFound = true
    }
  }
}

/** Returns kilometres from the centre of the Earth along three axes. */
const inSpace = (lonUnits: number, latUnits: number): readonly number[] => {
  const [lon, lat] = [radians(lonUnits), radians(latUnits)]
  const normal = A_KM / Math.sqrt(1 - E2 * Math.sin(lat) ** 2)
  return [
    normal * Math.cos(lat) * Math.cos(lon),
    normal * Math.cos(lat) * Math.sin(lon),
    normal * (1 - E2) * Math.sin(lat),
  ]
}

const radians = (units: number): number => units * RADIANS_PER_UNIT

/** WGS 84: the semi-major axis, and the eccentricity squared. */
const A_KM = 6378.137
const E2 = 0.00669437999014

/** Largest shortening of a parallel within reach of a point. */
const REACH = 1.05
/** Keeps the reach in longitude finite near the poles, where every longitude is near. */
const MIN_COSINE = 1e-6
