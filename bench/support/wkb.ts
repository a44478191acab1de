/** Areas as Well-Known Binary in degrees, which GEOS, Shapely and PostGIS read without loss. */
import {
  polygonCount,
  polygonStart,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'

const LITTLE_ENDIAN = 1
const POLYGON = 3
const MULTIPOLYGON = 6

export const wkbOf = (rings: Rings): Buffer => {
  const polygons = polygonCount(rings)
  const positions = rings.coords.length / 2 + rings.ringEnds.length
  const bytes = Buffer.allocUnsafe(9 + 9 * polygons + 4 * rings.ringEnds.length + 16 * positions)
  let at = 0
  const count = (value: number): void => {
    at = bytes.writeUInt32LE(value, at)
  }
  const head = (type: number, parts: number): void => {
    at = bytes.writeUInt8(LITTLE_ENDIAN, at)
    count(type)
    count(parts)
  }
  const position = (index: number): void => {
    at = bytes.writeDoubleLE(rings.coords[2 * index] / UNITS_PER_DEGREE, at)
    at = bytes.writeDoubleLE(rings.coords[2 * index + 1] / UNITS_PER_DEGREE, at)
  }
  head(MULTIPOLYGON, polygons)
  for (let polygon = 0; polygon < polygons; polygon++) {
    const first = polygonStart(rings, polygon)
    head(POLYGON, rings.polygonEnds[polygon] - first)
    for (let ring = first; ring < rings.polygonEnds[polygon]; ring++) {
      const start = ringStart(rings, ring)
      count(rings.ringEnds[ring] - start + 1)
      for (let index = start; index < rings.ringEnds[ring]; index++) position(index)
      position(start)
    }
  }
  return bytes
}
