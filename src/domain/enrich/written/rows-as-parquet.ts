/** Writes rows as Parquet, one row group after the other, so that memory does not grow with the file. */
import { zstdCompressSync } from 'node:zlib'
import { ParquetWriter } from 'hyparquet-writer'
import { SinkBytes } from '../../formats/parquet-sink.ts'
import type { TableColumn } from '../tables/table.ts'

export type Cell = string | number | bigint | null

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const TYPES: Readonly<Record<TableColumn['type'], Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
}

/** Limits of a row group. */
const MAX_ROWS = 100_000
const MAX_CHARACTERS = 16 * 1024 * 1024

export const openParquetRows = (columns: readonly TableColumn[]) => {
  const written: Uint8Array[] = []
  const parquet = new ParquetWriter({
    writer: new SinkBytes((bytes) => written.push(bytes)),
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'metes',
  })
  let cells: Cell[][] = columns.map(() => [])
  let characters = 0

  const flush = (): void => {
    const rowGroupSize = cells[0].length
    if (rowGroupSize === 0) return
    parquet.write({ columnData: columns.map(({ name }, i) => ({ name, data: cells[i] })), rowGroupSize })
    cells = columns.map(() => [])
    characters = 0
  }

  return {
    /** The values must have the types of their columns. */
    add: (row: readonly Cell[]): void => {
      for (const [i, cell] of row.entries()) {
        cells[i].push(cell)
        if (typeof cell === 'string') characters += cell.length
      }
      if (cells[0].length >= MAX_ROWS || characters >= MAX_CHARACTERS) flush()
    },
    /** Returns the bytes that are ready. */
    take: (): Uint8Array => Buffer.concat(written.splice(0)),
    end: (attribution: string): void => {
      flush()
      parquet.kvMetadata = [{ key: 'attribution', value: attribution }]
      parquet.finish()
    },
  }
}
