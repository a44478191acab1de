/** Builds rings from parts, for kernels that do not know the number of positions beforehand. */
import { polygonCount, polygonStart, type Rings, ringStart } from './rings.ts'

/** One ring as `[lon, lat, …]` in units, not repeated at its end. */
export type RingPart = ArrayLike<number>
/** Exterior first, then holes. */
export type PolygonPart = readonly RingPart[]

export const ringsFromParts = (polygons: readonly PolygonPart[]): Rings => {
  const rings = polygons.flat()
  const coords = new Int32Array(rings.reduce((sum, ring) => sum + ring.length, 0))
  const ringEnds = new Uint32Array(rings.length)
  const polygonEnds = new Uint32Array(polygons.length)
  let offset = 0
  rings.forEach((ring, index) => {
    coords.set(ring, offset)
    offset += ring.length
    ringEnds[index] = offset / 2
  })
  let count = 0
  polygons.forEach((polygon, index) => {
    count += polygon.length
    polygonEnds[index] = count
  })
  return { coords, ringEnds, polygonEnds }
}

/** Returns a view of one ring's coordinates. */
export const ringPart = (rings: Rings, ring: number): Int32Array =>
  rings.coords.subarray(2 * ringStart(rings, ring), 2 * rings.ringEnds[ring])

/** Returns the polygons from `firstPolygon` up to `endPolygon`; coordinates are a view. */
export const ringsOfPolygons = (rings: Rings, firstPolygon: number, endPolygon: number): Rings => {
  const firstRing = firstPolygon === 0 ? 0 : rings.polygonEnds[firstPolygon - 1]
  const firstPosition = firstRing === 0 ? 0 : rings.ringEnds[firstRing - 1]
  const polygonEnds = rings.polygonEnds.subarray(firstPolygon, endPolygon)
  const lastRing = polygonEnds.at(-1) ?? firstRing
  const ringEnds = rings.ringEnds.subarray(firstRing, lastRing)
  return {
    coords: rings.coords.subarray(2 * firstPosition, 2 * (ringEnds.at(-1) ?? firstPosition)),
    ringEnds: ringEnds.map((end) => end - firstPosition),
    polygonEnds: polygonEnds.map((end) => end - firstRing),
  }
}

/** Splits a geometry into its polygons. */
export const polygonsOf = (rings: Rings): readonly Rings[] =>
  Array.from({ length: polygonCount(rings) }, (_, polygon) => {
    const first = polygonStart(rings, polygon)
    const parts: RingPart[] = []
    for (let ring = first; ring < rings.polygonEnds[polygon]; ring++) parts.push(ringPart(rings, ring))
    return ringsFromParts([parts])
  })

/** Joins all polygons to one geometry. */
export const joinRings = (areas: readonly Rings[]): Rings => {
  const coords = new Int32Array(areas.reduce((sum, area) => sum + area.coords.length, 0))
  const ringEnds = new Uint32Array(areas.reduce((sum, area) => sum + area.ringEnds.length, 0))
  const polygonEnds = new Uint32Array(areas.reduce((sum, area) => sum + area.polygonEnds.length, 0))
  let [positions, rings, polygons] = [0, 0, 0]
  for (const area of areas) {
    coords.set(area.coords, 2 * positions)
    for (const end of area.polygonEnds) polygonEnds[polygons++] = rings + end
    for (const end of area.ringEnds) ringEnds[rings++] = positions + end
    positions += area.coords.length / 2
  }
  return { coords, ringEnds, polygonEnds }
}
