/**
 * Writes CSV (RFC 4180) in UTF-8. The last column is the geometry as well-known text, under the name that GDAL and QGIS
 * expect.
 */

import type { CellValue } from './attribute-columns.ts'
import type { Row } from './attribute-row.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { csvText } from './csv-text.ts'
import { roughBytes } from './ring-text.ts'
import { TAG_BYTES, writeWkt } from './wkt.ts'
import type { OpenWriter } from './writer.ts'

const LINE_END = '\r\n'

export const openCsv: OpenWriter<Row> = ({ write, writeCopy }, { columns, decimals }) => {
  write(encode([...columns.map(({ name }) => name), 'WKT'].join() + LINE_END))
  const writer = new ByteWriter(64 * 1024)
  return {
    feature: (row, rings) => {
      writer.reserve(roughBytes(rings, TAG_BYTES))
      for (const cell of row.cells()) writer.text(`${cellText(cell)},`)
      writer.text('"')
      writeWkt(writer, rings, decimals)
      writer.text(`"${LINE_END}`)
      writeCopy(writer.drain())
    },
    end: () => {},
  }
}

/** Numbers stay numbers: a minus sign is no formula. */
const cellText = (cell: CellValue): string => (typeof cell === 'string' ? csvText(cell) : String(cell ?? ''))
