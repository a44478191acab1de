/** Files of land polygons, written byte by byte by the standards. */
import { type PolygonRings, type Ring, seededRandom } from './shapes.ts'

const closed = (ring: Ring): Ring => [...ring, ring[0]]

export const geoJsonOf = (polygons: readonly PolygonRings[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: polygons.map((polygon) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: polygon.map(closed) },
    })),
  })

/** Each preceded by the record separator of RFC 8142. */
export const geoJsonLinesOf = (polygons: readonly PolygonRings[]): string =>
  polygons
    .map((polygon) => `\u001e${JSON.stringify({ type: 'Polygon', coordinates: polygon.map(closed) })}\n`)
    .join('')

/** The `.shp` of a shapefile, one polygon per record; rings are reversed, as its exteriors run clockwise. */
export const shapefileOf = (polygons: readonly PolygonRings[]): Buffer => {
  const records = polygons.map((polygon, i) => recordOf(i + 1, polygon))
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(5, 32)
  return Buffer.concat([header, ...records])
}

const recordOf = (number: number, polygon: PolygonRings): Buffer => {
  const rings = polygon.map((ring) => closed(ring).toReversed())
  const positions = rings.flat()
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * positions.length)
  content.writeInt32LE(5, 0)
  content.writeInt32LE(rings.length, 36)
  content.writeInt32LE(positions.length, 40)
  let start = 0
  rings.forEach((ring, i) => {
    content.writeInt32LE(start, 44 + 4 * i)
    start += ring.length
  })
  positions.forEach(([lon, lat], i) => {
    const at = 44 + 4 * rings.length + 16 * i
    content.writeDoubleLE(lon, at)
    content.writeDoubleLE(lat, at + 8)
  })
  const head = Buffer.alloc(8)
  head.writeInt32BE(number, 0)
  head.writeInt32BE(content.length / 2, 4)
  return Buffer.concat([head, content])
}

/** GeoJSON of a ring at the south-western corner of the map that crosses itself so often that its cell takes very long to cut. */
export const scribble = (corners: number): string => {
  const random = seededRandom(corners)
  return geoJsonOf([
    [Array.from({ length: corners }, () => [2 * random() - 180, 2 * random() - 90] as const)],
  ])
}
