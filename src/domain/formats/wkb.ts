/**
 * Writes well-known binary (OGC 06-103r4 §8): little-endian, longitude first, in degrees. A unit is divided by 1e7 once, so
 * every number is the double nearest to its decimal.
 */
import { polygonCount, polygonStart, type Rings, ringStart, UNITS_PER_DEGREE } from '../geometry/rings.ts'
import { ByteWriter } from './byte-writer.ts'
import type { OpenWriter } from './writer.ts'

const POLYGON = 3
const MULTI_POLYGON = 6

const HEAD_BYTES = 9
const COUNT_BYTES = 4
const POSITION_BYTES = 16

export const openWkb: OpenWriter = ({ write }) => ({
  feature: (_head, rings) => write(polygonCount(rings) === 1 ? polygonWkb(rings) : multiPolygonWkb(rings)),
  end: () => {},
})

/** Writes a single polygon as a MultiPolygon too, because tables have one type of geometry. */
export const multiPolygonWkb = (rings: Rings): Uint8Array<ArrayBuffer> => {
  const writer = new ByteWriter(HEAD_BYTES + polygonsBytes(rings))
  writeMultiPolygon(writer, rings)
  return writer.finish()
}

export const writeMultiPolygon = (writer: ByteWriter, rings: Rings): void => {
  writer.reserve(HEAD_BYTES + polygonsBytes(rings))
  let at = putHead(writer.view, writer.at, MULTI_POLYGON, polygonCount(rings))
  for (let polygon = 0; polygon < polygonCount(rings); polygon++)
    at = putPolygon(writer.view, at, rings, polygon)
  writer.at = at
}

const polygonWkb = (rings: Rings): Uint8Array => {
  const bytes = new Uint8Array(polygonsBytes(rings))
  putPolygon(new DataView(bytes.buffer), 0, rings, 0)
  return bytes
}

const polygonsBytes = ({ coords, ringEnds, polygonEnds }: Rings): number =>
  polygonEnds.length * HEAD_BYTES +
  ringEnds.length * (COUNT_BYTES + POSITION_BYTES) +
  (coords.length / 2) * POSITION_BYTES

const putHead = (view: DataView, at: number, type: number, count: number): number => {
  view.setUint8(at, 1)
  view.setUint32(at + 1, type, true)
  view.setUint32(at + 5, count, true)
  return at + HEAD_BYTES
}

const putPolygon = (view: DataView, start: number, rings: Rings, polygon: number): number => {
  const exterior = polygonStart(rings, polygon)
  const end = rings.polygonEnds[polygon]
  let at = putHead(view, start, POLYGON, end - exterior)
  for (let ring = exterior; ring < end; ring++) at = putRing(view, at, rings, ring)
  return at
}

const putRing = (view: DataView, start: number, rings: Rings, ring: number): number => {
  const first = ringStart(rings, ring)
  const end = rings.ringEnds[ring]
  view.setUint32(start, end - first + 1, true)
  const at = putPositions(view, start + COUNT_BYTES, rings.coords, first, end)
  return putPositions(view, at, rings.coords, first, first + 1)
}

/** Writes the positions from `first` to before `end` as pairs of doubles. */
export const putPositions = (
  view: DataView,
  start: number,
  coords: Int32Array,
  first: number,
  end: number,
): number => {
  let at = start
  for (let index = 2 * first; index < 2 * end; index++, at += 8)
    view.setFloat64(at, coords[index] / UNITS_PER_DEGREE, true)
  return at
}
