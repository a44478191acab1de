/**
 * Points as CSV (RFC 4180), separated by commas, semicolons, tabs or bars. Rows are copied unchanged, and the new columns
 * are appended.
 */
import { csvTexts } from '../formats/csv-text.ts'
import { type LadderColumns, refuseTakenColumns } from './added-columns.ts'
import { readHeader } from './csv-header.ts'
import { linesIn } from './csv-records.ts'
import { type CsvLayout, CsvRows } from './csv-rows.ts'
import type { Opened, PointsReader } from './points-reader.ts'
import { type PositionColumns, positionColumns } from './position-columns.ts'

/** Returns the layout of the file from its first bytes; null if they do not contain the whole header. */
export const openCsvPoints = (
  bytes: Uint8Array,
  columns: LadderColumns,
  position: PositionColumns,
): Opened<CsvLayout> | null => {
  const header = readHeader(bytes)
  if (header === null) return null
  const { delimiter, names, newline } = header
  refuseTakenColumns(names, columns)
  const layout: CsvLayout = {
    format: 'csv',
    delimiter,
    columns: names.length,
    ...positionColumns(names, position),
    decimal: position.decimal,
    newline,
  }
  const separator = String.fromCharCode(delimiter)
  const added = csvTexts(columns.names, separator)
  const own = bytes.subarray(0, header.bytes - newline.length)
  const preamble = Buffer.concat([own, Buffer.from(`${separator}${added}${newline}`)])
  return {
    layout,
    bytes: header.bytes,
    preamble,
    rejected: bytes.slice(0, header.bytes),
    lines: linesIn(own) + 1,
  }
}

export const csvReader = (layout: CsvLayout, columns: LadderColumns): PointsReader => {
  const separator = String.fromCharCode(layout.delimiter)
  const rows = new CsvRows(layout)
  return {
    rows: (bytes) => rows.read(bytes),
    addition: (ladder) =>
      Buffer.from(`${separator}${csvTexts(columns.values(ladder), separator)}${layout.newline}`),
  }
}
