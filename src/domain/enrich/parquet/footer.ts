/** Reads the footer of a Parquet file: the columns, and their places in each row group. */
import { parquetMetadata, parquetSchema, type SchemaTree } from 'hyparquet'
import { PointsFault } from '../points-reader.ts'
import { readThrift, type ThriftStruct } from './thrift.ts'

/** Reads bytes of a file from `start` on. */
export type ReadBytes = (start: number, length: number) => Uint8Array

export interface Footer {
  /** `FileMetaData` as stored in the file. */
  readonly thrift: ThriftStruct
  readonly schema: SchemaTree
  /** Columns with values, in the order of the row groups' columns: the path from the root to each. */
  readonly leaves: readonly (readonly SchemaTree[])[]
  readonly keyValues: ReadonlyMap<string, string>
  readonly rowGroups: readonly RowGroup[]
}

export interface RowGroup {
  readonly rows: number
  readonly codecs: readonly string[]
}

const MAGIC = 'PAR1'
/** Length of the footer, and the magic number. */
const TAIL_BYTES = 8
const MAX_FOOTER_BYTES = 256 * 1024 * 1024

export const readFooter = (read: ReadBytes, fileBytes: number): Footer => {
  if (fileBytes === 0) throw new PointsFault('The file is empty.')
  const tail = fileBytes < TAIL_BYTES ? null : Buffer.from(read(fileBytes - TAIL_BYTES, TAIL_BYTES))
  if (tail === null || tail.toString('latin1', 4) !== MAGIC)
    throw new PointsFault('The file is not Parquet, or it is not complete, or its footer is encrypted.')
  const length = tail.readUInt32LE(0)
  if (length > Math.min(MAX_FOOTER_BYTES, fileBytes - TAIL_BYTES))
    throw new PointsFault('The file is damaged: the length of its footer is wrong.')
  const bytes = read(fileBytes - TAIL_BYTES - length, length)
  try {
    return parsedFooter(bytes, tail)
  } catch (error) {
    if (error instanceof PointsFault) throw error
    throw new PointsFault('The file is damaged: its footer cannot be read.', { cause: error })
  }
}

const parsedFooter = (bytes: Uint8Array, tail: Uint8Array): Footer => {
  const metadata = parquetMetadata(Uint8Array.from(Buffer.concat([bytes, tail])), { geoparquet: false })
  const schema = parquetSchema(metadata)
  const leaves: SchemaTree[][] = []
  const visit = (path: SchemaTree[]): void => {
    const { children } = path[path.length - 1]
    if (children.length === 0) leaves.push(path)
    for (const child of children) visit([...path, child])
  }
  visit([schema])
  return {
    thrift: readThrift(bytes),
    schema,
    leaves,
    keyValues: new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ''])),
    rowGroups: metadata.row_groups.map(({ num_rows, columns }) => ({
      rows: Number(num_rows),
      codecs: columns.map((column) => {
        if (column.meta_data === undefined || column.crypto_metadata !== undefined)
          throw new PointsFault('The file is encrypted. Decrypt it first.')
        if (column.file_path !== undefined)
          throw new PointsFault('The columns of the file are in other files. Write it as one file first.')
        return column.meta_data.codec
      }),
    })),
  }
}
