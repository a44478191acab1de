/**
 * FlatGeobuf 3 (its specification, and the schemas header.fbs and feature.fbs): a header, a packed Hilbert R-tree, and the features in
 * the order of the tree. Features wait in a temporary file until all are known; memory holds 48 bytes for each.
 */
import { polygonCount, polygonStart, type Rings, ringStart } from '../geometry/rings.ts'
import { ByteWriter } from './byte-writer.ts'
import type { Column } from './columns.ts'
import type { FeatureHead } from './feature-head.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { beginSized, endSized, FlatBuffer } from './flat-buffer.ts'
import { FeatureEntries, NODE_SIZE, packedTree } from './hilbert-tree.ts'
import { putPositions } from './wkb.ts'
import type { FileMeta, OpenWriter } from './writer.ts'

const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1)

const POLYGON = 3
const MULTI_POLYGON = 6

/** Types of columns in header.fbs. */
const COLUMN_TYPES: Readonly<Record<Column['type'], number>> = { integer: 7, real: 10, text: 11 }

export const openFlatGeobuf: OpenWriter = ({ write, scratch }, meta) => {
  const waiting = scratch.file()
  const entries = new FeatureEntries()
  let box: FlatBox = EMPTY_BOX
  return {
    feature: (head, rings) => {
      const bytes = featureBuffer(head, rings, meta.columns)
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
      for (const index of order) write(waiting.read(entries.start(index), entries.length(index)))
    },
  }
}

const header = ({ title, attribution, columns }: FileMeta, count: number, box: FlatBox): Uint8Array => {
  const buffer = new FlatBuffer(4096)
  const root = beginSized(buffer)
  const { at, references } = buffer.table([
    [0, 'reference', 0],
    [1, 'reference', 0],
    [2, 'uint8', MULTI_POLYGON],
    [7, 'reference', 0],
    [8, 'uint64', count],
    [9, 'uint16', count === 0 ? 0 : NODE_SIZE],
    [10, 'reference', 0],
    [11, 'reference', 0],
    [12, 'reference', 0],
    [13, 'reference', 0],
  ])
  buffer.point(root, at)
  buffer.string(references.get(0)!, 'boundaries')
  const envelope = count === 0 ? [] : box
  buffer.point(references.get(1)!, buffer.vector(envelope.length, 8))
  for (const number of envelope) {
    buffer.writer.view.setFloat64(buffer.writer.at, number, true)
    buffer.writer.at += 8
  }
  const places = buffer.references(references.get(7)!, columns.length)
  for (const [index, { name, type }] of columns.entries()) {
    const column = buffer.table([
      [0, 'reference', 0],
      [1, 'uint8', COLUMN_TYPES[type]],
    ])
    buffer.point(places[index], column.at)
    buffer.string(column.references.get(0)!, name)
  }
  const crs = buffer.table([
    [0, 'reference', 0],
    [1, 'int32', 4326],
    [2, 'reference', 0],
  ])
  buffer.point(references.get(10)!, crs.at)
  buffer.string(crs.references.get(0)!, 'EPSG')
  buffer.string(crs.references.get(2)!, 'WGS 84')
  buffer.string(references.get(11)!, title)
  buffer.string(references.get(12)!, attribution)
  buffer.string(references.get(13)!, JSON.stringify({ attribution }))
  return endSized(buffer)
}

const featureBuffer = (head: FeatureHead, rings: Rings, columns: readonly Column[]): Uint8Array => {
  const buffer = new FlatBuffer(2048 + rings.coords.length * 8 + rings.ringEnds.length * 96)
  const root = beginSized(buffer)
  const { at, references } = buffer.table([
    [0, 'reference', 0],
    [1, 'reference', 0],
  ])
  buffer.point(root, at)
  buffer.point(references.get(1)!, buffer.bytes(propertiesOf(head, columns)))
  const count = polygonCount(rings)
  const geometry = buffer.table([
    [6, 'uint8', MULTI_POLYGON],
    [7, 'reference', 0],
  ])
  buffer.point(references.get(0)!, geometry.at)
  const places = buffer.references(geometry.references.get(7)!, count)
  for (let polygon = 0; polygon < count; polygon++)
    buffer.point(places[polygon], writePolygon(buffer, rings, polygon))
  return endSized(buffer)
}

/** A polygon's positions, with the closing ones, and the ends of its rings among them. */
const writePolygon = (buffer: FlatBuffer, rings: Rings, polygon: number): number => {
  const exterior = polygonStart(rings, polygon)
  const end = rings.polygonEnds[polygon]
  const count = end - exterior
  const positions = rings.ringEnds[end - 1] - ringStart(rings, exterior) + count
  const { at, references } = buffer.table([
    [0, 'reference', 0],
    [1, 'reference', 0],
    [6, 'uint8', POLYGON],
  ])
  buffer.point(references.get(0)!, buffer.vector(count, 4))
  const { writer } = buffer
  for (let ring = exterior; ring < end; ring++, writer.at += 4)
    writer.view.setUint32(
      writer.at,
      rings.ringEnds[ring] - ringStart(rings, exterior) + (ring - exterior + 1),
      true,
    )
  buffer.point(references.get(1)!, buffer.vector(2 * positions, 8))
  for (let ring = exterior; ring < end; ring++) {
    const first = ringStart(rings, ring)
    writer.at = putPositions(writer.view, writer.at, rings.coords, first, rings.ringEnds[ring])
    writer.at = putPositions(writer.view, writer.at, rings.coords, first, first + 1)
  }
  return at
}

/** For each known value the number of its column and the value; texts after their length. */
const propertiesOf = (head: FeatureHead, columns: readonly Column[]): Uint8Array => {
  const writer = new ByteWriter(1024)
  for (const [index, { of, type }] of columns.entries()) {
    const value = of(head)
    if (value === null) continue
    writer.reserve(MAX_NUMBER_BYTES)
    writer.view.setUint16(writer.at, index, true)
    writer.at += 2
    if (type === 'text') putText(writer, String(value))
    else putNumber(writer, Number(value), type)
  }
  return writer.bytes.subarray(0, writer.at)
}

/** Of a column's number and a number. */
const MAX_NUMBER_BYTES = 10

const putText = (writer: ByteWriter, text: string): void => {
  const at = writer.at
  writer.at += 4
  writer.text(text)
  writer.view.setUint32(at, writer.at - at - 4, true)
}

const putNumber = (writer: ByteWriter, value: number, type: 'integer' | 'real'): void => {
  if (type === 'integer') writer.view.setBigInt64(writer.at, BigInt(Math.round(value)), true)
  else writer.view.setFloat64(writer.at, value, true)
  writer.at += 8
}
