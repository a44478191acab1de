/** Points of a Parquet file, row by row, for outputs of other formats. Times become texts of ISO 8601. */
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, type SchemaTree } from 'hyparquet'
import type { Footer } from '../parquet/footer.ts'
import { MAX_REWRITTEN_BYTES, rewrittenBytes, tooLargeToRewrite } from '../parquet/group-size.ts'
import { DECOMPRESSORS } from '../parquet/leaf.ts'
import { type ParquetPosition, parquetPosition } from '../parquet/position.ts'
import { openParquetFile } from '../parts/parquet-file.ts'
import { PointsFault } from '../points-reader.ts'
import type { PositionColumns } from '../position-columns.ts'
import { wkbPoint } from '../wkb-point.ts'
import type { PointTable, TableColumn, TableRow, TableValue } from './table.ts'

/** Rows that are objects in memory at a time. */
const SLICE_ROWS = 20_000

export const openParquetRows = async (path: string, given: PositionColumns): Promise<PointTable> => {
  const { footer, fileBytes, read, close } = openParquetFile(path)
  try {
    const { point, columns, hasPositionColumns } = positionOf(footer, parquetPosition(footer, given))
    const file: AsyncBuffer = {
      byteLength: fileBytes,
      slice: (start, end = fileBytes) => read(start, end - start).buffer as ArrayBuffer,
    }
    return { columns, hasPositionColumns, rows: rowsOf(file, footer, columns, point), close }
  } catch (error) {
    close()
    throw error
  }
}

type PointOf = (row: Readonly<Record<string, unknown>>) => TableRow['point']

/** Returns how to read the point of a row, and the columns without a geometry. */
const positionOf = (footer: Footer, position: ParquetPosition) => {
  const pathOf = (leaf: number): readonly string[] =>
    footer.leaves[leaf].slice(1).map(({ element }: SchemaTree) => element.name)
  const all = footer.schema.children.map(({ element }): TableColumn => ({ name: element.name, type: 'text' }))
  const without = (geometry: string) => all.filter(({ name }) => name !== geometry)
  if (position.kind === 'wkb') {
    const [geometry] = pathOf(position.geometry)
    const point: PointOf = (row) => {
      const wkb = row[geometry]
      return wkb instanceof Uint8Array ? wkbPoint(wkb) : null
    }
    return { point, columns: without(geometry), hasPositionColumns: false }
  }
  const [lon, lat] = [pathOf(position.lon), pathOf(position.lat)]
  const point: PointOf = (row) => {
    const [x, y] = [lon, lat].map((path) =>
      path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row),
    )
    return x == null || y == null ? null : [Number(x), Number(y)]
  }
  const isOwn = lon.length === 1
  return { point, columns: isOwn ? all : without(lon[0]), hasPositionColumns: isOwn }
}

async function* rowsOf(
  file: AsyncBuffer,
  footer: Footer,
  columns: readonly TableColumn[],
  point: PointOf,
): AsyncGenerator<TableRow> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false })
  let start = 0
  for (const [group, { rows }] of footer.rowGroups.entries()) {
    if (rewrittenBytes(footer, group) > MAX_REWRITTEN_BYTES) throw tooLargeToRewrite(group)
    for (let at = 0; at < rows; at += SLICE_ROWS) {
      const slice = { rowStart: start + at, rowEnd: start + Math.min(rows, at + SLICE_ROWS) }
      for (const row of await readSlice({ file, metadata, ...slice }))
        yield { point: point(row), values: columns.map(({ name }) => row[name] as TableValue) }
    }
    start += rows
  }
}

const readSlice = async (slice: Parameters<typeof parquetReadObjects>[0]) => {
  try {
    return await parquetReadObjects({ ...slice, compressors: DECOMPRESSORS, utf8: false, parsers: PARSERS })
  } catch (error) {
    throw new PointsFault(`The rows of the file cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Dates without a time, and geometries as they are stored. */
const PARSERS = {
  dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes,
}
