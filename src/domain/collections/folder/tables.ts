/** The tables beside the boundaries of an exported catalog: names in all languages, parents and codes, as plain Parquet. */
import { zstdCompressSync } from 'node:zlib'
import { ParquetWriter } from 'hyparquet-writer'
import type { Scratch } from '../../../util/scratch-files.ts'
import { SinkFile, type WrittenFile } from '../../../util/sink-file.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { externalIds } from '../../boundary/external-ids.ts'
import { namesWithLocal } from '../../boundary/local-name.ts'
import { SinkBytes } from '../../formats/parquet-sink.ts'
import type { Provenance } from '../../formats/writer.ts'

type Cell = string | number | null

interface Table {
  readonly columns: readonly { readonly name: string; readonly type: 'BYTE_ARRAY' | 'INT32' }[]
  readonly rowsOf: (record: BoundaryRecord) => readonly (readonly Cell[])[]
}

const text = (name: string) => ({ name, type: 'BYTE_ARRAY' }) as const
const integer = (name: string) => ({ name, type: 'INT32' }) as const

export const TABLES = {
  /** `language` is null for the local name. */
  names: {
    columns: [text('id'), text('language'), text('name')],
    rowsOf: (record) => [
      [record.id, null, record.name],
      ...Object.entries(namesWithLocal(record)).map(([language, name]) => [record.id, language, name]),
    ],
  },
  /** `steps` is 1 for the direct parent. */
  parents: {
    columns: [
      text('id'),
      text('parent_id'),
      text('parent_name'),
      text('parent_kind'),
      integer('parent_level'),
      integer('steps'),
    ],
    rowsOf: ({ id, parents }) =>
      parents.map((parent, index) => [
        id,
        parent.id,
        parent.name,
        parent.kind,
        parent.adminLevel,
        parents.length - index,
      ]),
  },
  codes: {
    columns: [text('id'), text('scheme'), text('code'), text('source')],
    rowsOf: (record) =>
      externalIds(record).map(([scheme, { id, source }]) => [record.id, scheme, id, source]),
  },
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[]

const GROUP_ROWS = 50_000

export const openTable = (name: TableName, scratch: Scratch) => {
  const { columns, rowsOf }: Table = TABLES[name]
  const file = new SinkFile(scratch.path())
  const parquet = new ParquetWriter({
    writer: new SinkBytes((bytes) => file.write(bytes)),
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        name,
        type,
        repetition_type: 'OPTIONAL' as const,
        ...(type === 'BYTE_ARRAY' ? { converted_type: 'UTF8' as const } : {}),
      })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'metes',
  })
  let rows: (readonly Cell[])[] = []
  const flush = (): void => {
    if (rows.length > 0)
      parquet.write({
        columnData: columns.map(({ name }, index) => ({ name, data: rows.map((row) => row[index]) })),
        rowGroupSize: rows.length,
      })
    rows = []
  }
  return {
    add: (record: BoundaryRecord): void => {
      rows.push(...rowsOf(record))
      if (rows.length >= GROUP_ROWS) flush()
    },
    end: (metadata: Provenance): WrittenFile => {
      flush()
      parquet.kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }))
      parquet.finish()
      return file.close()
    },
  }
}
