/**
 * The text of a GeoJSON geometry (RFC 7946 §3.1), straight from the fixed-point integers: no arrays of arrays, no floats,
 * nothing for the garbage collector but the bytes themselves.
 */
import { polygonCount, polygonStart, type Rings, ringStart } from '../geometry/rings.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { MAX_NUMBER_BYTES, putDegrees } from './fixed-point.ts'
import { roughBytes } from './ring-text.ts'

/** Around a ring that is a polygon of its own. */
export const BRACKET_BYTES = 4

/** A Polygon when there is one polygon, else a MultiPolygon (of none, for an empty geometry). */
export const geometryJson = (rings: Rings, decimals: number): Uint8Array => {
  const writer = new ByteWriter(roughBytes(rings, BRACKET_BYTES))
  writeGeometryJson(writer, rings, decimals)
  return writer.finish()
}

/** The same, as a part of a larger text. */
export const writeGeometryJson = (writer: ByteWriter, rings: Rings, decimals: number): void => {
  const polygons = polygonCount(rings)
  if (polygons === 1) {
    writer.text('{"type":"Polygon","coordinates":')
    writePolygon(writer, rings, 0, decimals)
    writer.text('}')
    return
  }
  writer.text('{"type":"MultiPolygon","coordinates":[')
  for (let polygon = 0; polygon < polygons; polygon++) {
    if (polygon > 0) writer.raw(COMMA)
    writePolygon(writer, rings, polygon, decimals)
  }
  writer.text(']}')
}

/** A position with the brackets and commas around it. */
const MAX_POSITION_BYTES = 2 * MAX_NUMBER_BYTES + 4

const [COMMA, OPEN_FIRST_RING, OPEN_RING, CLOSE_RING, CLOSE_POLYGON] = [',', '[[', ',[', ']', ']'].map(encode)

const writePolygon = (writer: ByteWriter, rings: Rings, polygon: number, decimals: number): void => {
  const exterior = polygonStart(rings, polygon)
  for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
    writer.raw(ring === exterior ? OPEN_FIRST_RING : OPEN_RING)
    writeRing(writer, rings, ring, decimals)
    writer.raw(CLOSE_RING)
  }
  writer.raw(CLOSE_POLYGON)
}

const writeRing = (writer: ByteWriter, rings: Rings, ring: number, decimals: number): void => {
  const first = ringStart(rings, ring)
  const end = rings.ringEnds[ring]
  writer.reserve((end - first + 1) * MAX_POSITION_BYTES)
  const at = putPositions(writer.bytes, writer.at, rings.coords, first, end, decimals)
  // Without the last comma.
  writer.at = putPositions(writer.bytes, at, rings.coords, first, first + 1, decimals) - 1
}

/** `[lon,lat],` for each position. */
const putPositions = (
  bytes: Uint8Array,
  start: number,
  coords: Int32Array,
  first: number,
  end: number,
  decimals: number,
): number => {
  let at = start
  for (let i = 2 * first; i < 2 * end; i += 2) {
    bytes[at++] = 0x5b
    at = putDegrees(bytes, at, coords[i], decimals)
    bytes[at++] = 0x2c
    at = putDegrees(bytes, at, coords[i + 1], decimals)
    bytes[at++] = 0x5d
    bytes[at++] = 0x2c
  }
  return at
}
