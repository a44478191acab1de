/**
 * The one shape of area in Metes: a multipolygon as flat typed arrays in fixed point.
 *
 * Coordinates are integers in units of 1e-7 degrees (OpenStreetMap's own resolution, ±1.8e9, so they fit 32 bits):
 * reading, writing and comparing them is exact, and a shared border is shared to the last digit.
 */
export interface Rings {
  /** `[lon, lat, lon, lat, …]` in 1e-7 degrees. A ring is closed implicitly: its first position is not repeated. */
  readonly coords: Int32Array
  /** Index of the position after each ring's last one (positions, not array elements). */
  readonly ringEnds: Uint32Array
  /** Index of the ring after each polygon's last one. Its first ring is the exterior, the others are holes. */
  readonly polygonEnds: Uint32Array
}

/** Fixed-point units in a degree. */
export const UNITS_PER_DEGREE = 1e7
export const RADIANS_PER_UNIT = Math.PI / 180 / UNITS_PER_DEGREE

/** `[lon, lat]` in degrees. */
export type Position = readonly [lon: number, lat: number]

/** RFC 7946 §5: `[west, south, east, north]` in degrees; west > east when the box crosses the antimeridian. */
export type BBox = readonly [west: number, south: number, east: number, north: number]

export const EMPTY_RINGS: Rings = {
  coords: new Int32Array(0),
  ringEnds: new Uint32Array(0),
  polygonEnds: new Uint32Array(0),
}

export const ringsBytes = ({ coords, ringEnds, polygonEnds }: Rings): number =>
  coords.byteLength + ringEnds.byteLength + polygonEnds.byteLength

export const ringCount = (rings: Rings): number => rings.ringEnds.length
export const polygonCount = (rings: Rings): number => rings.polygonEnds.length

/** Returns the index of the first position of ring `ring`. */
export const ringStart = (rings: Rings, ring: number): number => (ring === 0 ? 0 : rings.ringEnds[ring - 1])

/** Returns the index of the first ring of polygon `polygon`. */
export const polygonStart = (rings: Rings, polygon: number): number =>
  polygon === 0 ? 0 : rings.polygonEnds[polygon - 1]

/** Counts positions like GeoJSON, including each ring's closing position. Budgets and `vertices` use this number. */
export const vertexCount = (rings: Rings): number => rings.coords.length / 2 + rings.ringEnds.length
