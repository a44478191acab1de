/**
 * Writes a GeoJSON geometry (RFC 7946 §3.1) as text straight from integers: no arrays of arrays, no floats,
 * no garbage but the bytes themselves. The bytes are counted first and allocated once at their final size: growing and
 * trimming takes longer than counting, and twice the memory.
 */
import { polygonCount, type Rings, ringStart, vertexCount } from '../geometry/rings.ts'
import { encode } from './byte-writer.ts'
import { degreesLength, putDegrees, putScaled, scaledLength } from './fixed-point.ts'

/** Text to write around the geometry. */
export interface Around {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

const ALONE: Around = { before: encode(''), after: encode('') }

const POLYGON: Around = { before: encode('{"type":"Polygon","coordinates":'), after: encode('}') }
const MULTI_POLYGON: Around = {
  before: encode('{"type":"MultiPolygon","coordinates":['),
  after: encode(']}'),
}

/** How the integers of `Rings` are written as numbers. */
export interface NumberStyle {
  readonly length: (value: number) => number
  /** Returns the position after the number. */
  readonly put: (target: DataView, at: number, value: number) => number
}

/** Writes 1e-7 degrees. */
export const degreesStyle = (decimals: number): NumberStyle => ({
  length: (value) => degreesLength(value, decimals),
  put: (target, at, value) => putDegrees(target, at, value, decimals),
})

/** Writes units of 10^-`decimals`. */
export const scaledStyle = (decimals: number): NumberStyle => ({
  length: (value) => scaledLength(value, decimals),
  put: (target, at, value) => putScaled(target, at, value, decimals),
})

/** Returns a Polygon if there is one polygon, otherwise a MultiPolygon (an empty one for an empty geometry). */
export const geometryJson = (rings: Rings, decimals: number, around = ALONE): Uint8Array<ArrayBuffer> =>
  textOf(polygonCount(rings) === 1 ? POLYGON : MULTI_POLYGON, rings, degreesStyle(decimals), around)

/** For tables, whose columns have one type. */
export const multiPolygonJson = (rings: Rings, style: NumberStyle): Uint8Array<ArrayBuffer> =>
  textOf(MULTI_POLYGON, rings, style, ALONE)

const textOf = (
  type: Around,
  rings: Rings,
  style: NumberStyle,
  { before, after }: Around,
): Uint8Array<ArrayBuffer> => {
  const parts = [before, type.before, type.after, after]
  const length = parts.reduce((sum, part) => sum + part.length, polygonsLength(rings, style))
  const bytes = new Uint8Array(length)
  bytes.set(before)
  bytes.set(type.before, before.length)
  const end = putPolygons(new DataView(bytes.buffer), before.length + type.before.length, rings, style)
  bytes.set(type.after, end)
  bytes.set(after, end + type.after.length)
  return bytes
}

/** Brackets of a list and the comma after it. */
const LIST_BYTES = 3
/** Brackets and comma of a position, and the comma between its two numbers. */
const POSITION_BYTES = 4

/** Returns the number of bytes that `putPolygons` writes. */
const polygonsLength = (rings: Rings, style: NumberStyle): number => {
  const { coords, ringEnds, polygonEnds } = rings
  if (polygonEnds.length === 0) return 0
  let length =
    polygonEnds.length * LIST_BYTES + ringEnds.length * LIST_BYTES + vertexCount(rings) * POSITION_BYTES
  for (let index = 0; index < coords.length; index++) length += style.length(coords[index])
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const first = 2 * ringStart(rings, ring)
    length += style.length(coords[first]) + style.length(coords[first + 1])
  }
  // The last list of each kind has no comma.
  return length - ringEnds.length - polygonEnds.length - 1
}

const COMMA = 0x2c
const OPEN = 0x5b
const CLOSE = 0x5d
const CLOSE_COMMA = 0x2c5d

/** Writes all polygons, separated by commas, at `start` and returns the position after them. */
const putPolygons = (target: DataView, start: number, rings: Rings, style: NumberStyle): number => {
  const { coords, ringEnds, polygonEnds } = rings
  let at = start
  for (let polygon = 0, ring = 0; polygon < polygonEnds.length; polygon++) {
    if (polygon > 0) target.setUint8(at++, COMMA)
    target.setUint8(at++, OPEN)
    for (const exterior = ring; ring < polygonEnds[polygon]; ring++) {
      if (ring > exterior) target.setUint8(at++, COMMA)
      target.setUint8(at++, OPEN)
      const first = ringStart(rings, ring)
      at = putPositions(target, at, coords, first, ringEnds[ring], style)
      at = putPositions(target, at, coords, first, first + 1, style)
      // Overwrite the last comma.
      target.setUint8(at - 1, CLOSE)
    }
    target.setUint8(at++, CLOSE)
  }
  return at
}

/** Writes `[lon,lat],` or another pair for each position. */
const putPositions = (
  target: DataView,
  start: number,
  coords: Int32Array,
  first: number,
  end: number,
  style: NumberStyle,
): number => {
  let at = start
  for (let index = 2 * first; index < 2 * end; index += 2) {
    target.setUint8(at, OPEN)
    at = style.put(target, at + 1, coords[index])
    target.setUint8(at, COMMA)
    at = style.put(target, at + 1, coords[index + 1])
    target.setInt16(at, CLOSE_COMMA, true)
    at += 2
  }
  return at
}
