/**
 * Writes a Shapefile (Esri, July 1998) in a zip archive: polygons, their index, their attributes (dBASE III in UTF-8), the
 * reference system, and the attribution as a text. Exteriors are clockwise in this format, and its two large parts are
 * limited to 2 GB.
 */
import { type Rings, ringCount, ringStart, UNITS_PER_DEGREE } from '../geometry/rings.ts'
import type { Row } from './attribute-row.ts'
import { encode } from './byte-writer.ts'
import { DbfTable } from './dbf.ts'
import { DeflatedBody } from './deflated-body.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { BeyondFormat, type OpenWriter } from './writer.ts'
import { zipWriter } from './zip.ts'

const HEAD_BYTES = 100
const RECORD_HEAD_BYTES = 8
/** Type, box, and the numbers of rings and positions. */
const POLYGON_HEAD_BYTES = 44
const NULL_SHAPE = 0
const POLYGON = 5
/** Lengths count words of 16 bits, in signed 32-bit numbers that many readers convert to bytes. */
const MAX_BYTES = 2 ** 31 - 1

const PROJECTION =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

export const openShapefile: OpenWriter<Row> = (output, { title, attribution, columns }) => {
  const shapes = new DeflatedBody(output.scratch.file())
  const index = new DeflatedBody(output.scratch.file())
  const table = new DbfTable(output.scratch.file(), columns)
  let box: FlatBox = EMPTY_BOX
  return {
    feature: (row, rings) => {
      const own = flatBoxOf(rings)
      const record = polygonRecord(rings, own, table.count + 1)
      if (HEAD_BYTES + shapes.size + record.length > MAX_BYTES)
        throw new BeyondFormat('The polygons exceed the 2 GB of a Shapefile; choose gpkg or fgb.')
      index.append(indexEntry(HEAD_BYTES + shapes.size, record.length - RECORD_HEAD_BYTES))
      shapes.append(record)
      table.add(row)
      box = joinBoxes(box, own)
    },
    end: () => {
      const zip = zipWriter(output)
      zip.file('boundaries.shp', [fileHeader(shapes.size, box)], shapes)
      zip.file('boundaries.shx', [fileHeader(index.size, box)], index)
      zip.file('boundaries.dbf', table.pieces())
      zip.file('boundaries.prj', [encode(PROJECTION)])
      zip.file('boundaries.cpg', [encode('UTF-8')])
      zip.file('LICENSE.txt', [encode(`${title}\n${attribution}\n`)])
      zip.end()
    },
  }
}

const fileHeader = (recordBytes: number, box: FlatBox): Uint8Array => {
  const view = new DataView(new ArrayBuffer(HEAD_BYTES))
  view.setInt32(0, 9994)
  view.setInt32(24, (HEAD_BYTES + recordBytes) / 2)
  view.setInt32(28, 1000, true)
  view.setInt32(32, POLYGON, true)
  for (const [side, value] of box.entries())
    view.setFloat64(36 + 8 * side, Number.isFinite(value) ? value : 0, true)
  return new Uint8Array(view.buffer)
}

const indexEntry = (at: number, contentBytes: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(8))
  view.setInt32(0, at / 2)
  view.setInt32(4, contentBytes / 2)
  return new Uint8Array(view.buffer)
}

const polygonRecord = (rings: Rings, box: FlatBox, number: number): Uint8Array => {
  const count = ringCount(rings)
  const positions = rings.coords.length / 2 + count
  const contentBytes = count === 0 ? 4 : POLYGON_HEAD_BYTES + 4 * count + 16 * positions
  const view = new DataView(new ArrayBuffer(RECORD_HEAD_BYTES + contentBytes))
  view.setInt32(0, number)
  view.setInt32(4, contentBytes / 2)
  view.setInt32(8, count === 0 ? NULL_SHAPE : POLYGON, true)
  if (count === 0) return new Uint8Array(view.buffer)
  for (const [side, value] of box.entries()) view.setFloat64(12 + 8 * side, value, true)
  view.setInt32(44, count, true)
  view.setInt32(48, positions, true)
  let at = 52 + 4 * count
  for (let ring = 0; ring < count; ring++) {
    view.setInt32(52 + 4 * ring, ringStart(rings, ring) + ring, true)
    at = putReversed(view, at, rings, ring)
  }
  return new Uint8Array(view.buffer)
}

/** Writes the ring from its first position backwards to its first position again. */
const putReversed = (view: DataView, start: number, { coords, ringEnds }: Rings, ring: number): number => {
  const first = ring === 0 ? 0 : ringEnds[ring - 1]
  const end = ringEnds[ring]
  let at = start
  for (let step = 0; step <= end - first; step++, at += 16) {
    const position = step === 0 ? first : end - step
    view.setFloat64(at, coords[2 * position] / UNITS_PER_DEGREE, true)
    view.setFloat64(at + 8, coords[2 * position + 1] / UNITS_PER_DEGREE, true)
  }
  return at
}
