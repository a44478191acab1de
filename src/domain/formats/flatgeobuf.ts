/**
 * Writes FlatGeobuf 3 (its specification, and the schemas header.fbs and feature.fbs): a header, a packed Hilbert R-tree,
 * and the features in the order of the tree. Features wait in a temporary file until all are known; memory holds 48 bytes
 * for each.
 */
import { polygonCount, polygonStart, type Rings, ringStart } from '../geometry/rings.ts'
import type { Column } from './attribute-columns.ts'
import type { Row } from './attribute-row.ts'
import type { ByteWriter } from './byte-writer.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { FlatBuffer, putInt64, tableLayout } from './flat-buffer.ts'
import { FeatureEntries, NODE_SIZE, packedTree } from './hilbert-tree.ts'
import { putPositions } from './wkb.ts'
import type { FileMeta, OpenWriter } from './writer.ts'

const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1)

const POLYGON = 3
const MULTI_POLYGON = 6

/** Types of columns in header.fbs. */
const COLUMN_TYPES: Readonly<Record<Column['type'], number>> = { integer: 7, real: 10, text: 11 }

export const openFlatGeobuf: OpenWriter<Row> = ({ write, scratch }, meta) => {
  const waiting = scratch.file()
  const entries = new FeatureEntries()
  const buffer = new FlatBuffer(64 * 1024)
  let box: FlatBox = EMPTY_BOX
  return {
    feature: (row, rings) => {
      const bytes = featureBuffer(buffer, row, rings, meta.columns)
      const own = flatBoxOf(rings)
      box = joinBoxes(box, own)
      entries.add(own, waiting.size, bytes.length)
      waiting.append(bytes)
    },
    end: () => {
      write(MAGIC)
      write(header(meta, entries.count, box))
      const order = entries.hilbertOrder(box)
      if (entries.count > 0) write(packedTree(entries, order))
      for (const index of order) write(waiting.view(entries.start(index), entries.length(index)))
    },
  }
}

/** Tables of header.fbs and feature.fbs, by the numbers of their members there. */
const HEADER = tableLayout(
  [0, 'reference'],
  [1, 'reference'],
  [2, 'uint8'],
  [7, 'reference'],
  [8, 'uint64'],
  [9, 'uint16'],
  [10, 'reference'],
  [11, 'reference'],
  [12, 'reference'],
  [13, 'reference'],
)
const COLUMN = tableLayout([0, 'reference'], [1, 'uint8'])
const CRS = tableLayout([0, 'reference'], [1, 'int32'], [2, 'reference'])
const FEATURE = tableLayout([0, 'reference'], [1, 'reference'])
const GEOMETRY = tableLayout([6, 'uint8'], [7, 'reference'])
const PART = tableLayout([0, 'reference'], [1, 'reference'], [6, 'uint8'])

const header = ({ title, attribution, columns }: FileMeta, count: number, box: FlatBox): Uint8Array => {
  const buffer = new FlatBuffer(4096)
  const { writer } = buffer
  const root = buffer.beginSized()
  const at = buffer.table(HEADER)
  const place = (member: number): number => at + HEADER.offsets[member]
  buffer.point(root, at)
  writer.view.setUint8(place(2), MULTI_POLYGON)
  putInt64(writer.view, place(8), count)
  writer.view.setUint16(place(9), count === 0 ? 0 : NODE_SIZE, true)
  buffer.string(place(0), 'boundaries')
  const envelope = count === 0 ? [] : box
  buffer.point(place(1), buffer.vector(envelope.length, 8))
  for (const number of envelope) {
    writer.view.setFloat64(writer.at, number, true)
    writer.at += 8
  }
  const places = buffer.references(place(7), columns.length)
  for (const [index, { name, type }] of columns.entries()) {
    const column = buffer.table(COLUMN)
    buffer.point(places + 4 * index, column)
    writer.view.setUint8(column + COLUMN.offsets[1], COLUMN_TYPES[type])
    buffer.string(column + COLUMN.offsets[0], name)
  }
  const crs = buffer.table(CRS)
  buffer.point(place(10), crs)
  writer.view.setInt32(crs + CRS.offsets[1], 4326, true)
  buffer.string(crs + CRS.offsets[0], 'EPSG')
  buffer.string(crs + CRS.offsets[2], 'WGS 84')
  buffer.string(place(11), title)
  buffer.string(place(12), attribution)
  buffer.string(place(13), JSON.stringify({ attribution }))
  return buffer.endSized()
}

const featureBuffer = (
  buffer: FlatBuffer,
  row: Row,
  rings: Rings,
  columns: readonly Column[],
): Uint8Array => {
  const root = buffer.beginSized()
  const at = buffer.table(FEATURE)
  buffer.point(root, at)
  const properties = buffer.vector(0, 1)
  buffer.point(at + FEATURE.offsets[1], properties)
  putProperties(buffer.writer, row, columns)
  buffer.endBytes(properties)
  const count = polygonCount(rings)
  const geometry = buffer.table(GEOMETRY)
  buffer.point(at + FEATURE.offsets[0], geometry)
  buffer.writer.view.setUint8(geometry + GEOMETRY.offsets[6], MULTI_POLYGON)
  const places = buffer.references(geometry + GEOMETRY.offsets[7], count)
  for (let polygon = 0; polygon < count; polygon++)
    buffer.point(places + 4 * polygon, writePolygon(buffer, rings, polygon))
  return buffer.endSized()
}

/** Writes a polygon's positions, including closing positions, and the ends of its rings among them. */
const writePolygon = (buffer: FlatBuffer, rings: Rings, polygon: number): number => {
  const exterior = polygonStart(rings, polygon)
  const end = rings.polygonEnds[polygon]
  const count = end - exterior
  const start = ringStart(rings, exterior)
  const positions = rings.ringEnds[end - 1] - start + count
  const at = buffer.table(PART)
  const { writer } = buffer
  writer.view.setUint8(at + PART.offsets[6], POLYGON)
  buffer.point(at + PART.offsets[0], buffer.vector(count, 4))
  for (let ring = exterior; ring < end; ring++, writer.at += 4)
    writer.view.setUint32(writer.at, rings.ringEnds[ring] - start + (ring - exterior + 1), true)
  buffer.point(at + PART.offsets[1], buffer.vector(2 * positions, 8))
  const { view } = writer
  for (let ring = exterior; ring < end; ring++) {
    const first = ringStart(rings, ring)
    writer.at = putPositions(view, writer.at, rings.coords, first, rings.ringEnds[ring])
    writer.at = putPositions(view, writer.at, rings.coords, first, first + 1)
  }
  return at
}

/** Writes the column number and the value of each known value; texts after their length. */
const putProperties = (writer: ByteWriter, row: Row, columns: readonly Column[]): void => {
  for (let index = 0; index < columns.length; index++) {
    if (!row.isKnown(index)) continue
    const { type } = columns[index]
    writer.reserve(MAX_NUMBER_BYTES)
    writer.view.setUint16(writer.at, index, true)
    writer.at += 2
    if (type === 'text') putText(writer, row, index)
    else putNumber(writer, row.number(index), type)
  }
}

/** A column's number and a number. */
const MAX_NUMBER_BYTES = 10

const putText = (writer: ByteWriter, row: Row, column: number): void => {
  const at = writer.at
  writer.at += 4
  row.copyText(column, writer)
  writer.view.setUint32(at, writer.at - at - 4, true)
}

const putNumber = (writer: ByteWriter, value: number, type: 'integer' | 'real'): void => {
  if (type === 'integer') putInt64(writer.view, writer.at, Math.round(value))
  else writer.view.setFloat64(writer.at, value, true)
  writer.at += 8
}
