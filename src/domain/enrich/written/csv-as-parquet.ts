/** Writes enriched CSV as Parquet: the position as numbers, all other columns as the texts that they are, empty ones as null. */
import { exactText } from '../../formats/csv-text.ts'
import { degreesOf } from '../csv-degrees.ts'
import { readHeader } from '../csv-header.ts'
import { PointsFault } from '../points-reader.ts'
import type { EnrichReport } from '../ports.ts'
import { type PositionColumns, positionColumns } from '../position-columns.ts'
import type { TableColumn } from '../tables/table.ts'
import { csvRecords } from './csv-fields.ts'
import { openParquetRows } from './rows-as-parquet.ts'

/** The first piece is the header; all pieces are whole rows. `added` are the names of the last columns. */
export async function* csvAsParquet(
  pieces: AsyncGenerator<Uint8Array, EnrichReport>,
  position: PositionColumns,
  added: readonly string[],
): AsyncGenerator<Uint8Array, EnrichReport> {
  const first = await pieces.next()
  const header = first.done === true ? null : readHeader(first.value)
  if (header === null) throw new PointsFault('The file has no header.')
  const { names, delimiter } = header
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined)
    throw new PointsFault(`Two columns are called "${repeated}", which Parquet cannot hold. Rename one.`)
  const { lonColumn, latColumn } = positionColumns(names, position)
  const isPosition = (column: number): boolean => column === lonColumn || column === latColumn
  const parquet = openParquetRows(
    names.map((name, column): TableColumn => ({ name, type: isPosition(column) ? 'real' : 'text' })),
  )
  for (;;) {
    const { value, done } = await pieces.next()
    if (done === true) {
      parquet.end(value.attribution)
      yield parquet.take()
      return value
    }
    for (const record of csvRecords(Buffer.from(value).toString(), delimiter))
      parquet.add(
        record.map((text, column) => {
          if (isPosition(column)) return degreesOf(text.trim(), position.decimal)
          if (text === '') return null
          return column < names.length - added.length ? text : exactText(text)
        }),
      )
    yield parquet.take()
  }
}
