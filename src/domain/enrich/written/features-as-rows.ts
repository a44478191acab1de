/** Writes enriched features of a table, whose columns are known, as rows: as CSV or as Parquet. */
import { csvField, csvText } from '../../formats/csv-text.ts'
import { PointsFault } from '../points-reader.ts'
import type { EnrichReport } from '../ports.ts'
import type { PointTable, TableColumn } from '../tables/table.ts'
import { type Cell, openParquetRows } from './rows-as-parquet.ts'

type Lines = AsyncGenerator<Uint8Array, EnrichReport>

interface Features {
  readonly lines: Lines
  readonly table: Pick<PointTable, 'columns' | 'hasPositionColumns'>
  /** Names of the columns that `enrich` adds. */
  readonly added: readonly string[]
}

export async function* featuresAsCsv({ lines, table, added }: Features): Lines {
  const position = positionNames(table)
  const own = table.columns.map(({ name }) => name)
  yield Buffer.from(`${[...own, ...position, ...added].map((name) => csvField(name)).join(',')}\n`)
  for (;;) {
    const { value, done } = await lines.next()
    if (done === true) return value
    const rows = featuresIn(value).map(({ properties, geometry }) =>
      [
        ...own.map((name) => csvField(textOf(properties[name]))),
        ...position.map((_, axis) => geometry.coordinates[axis]),
        ...added.map((name) => csvText(textOf(properties[name]))),
      ].join(','),
    )
    yield Buffer.from(rows.map((row) => `${row}\n`).join(''))
  }
}

export async function* featuresAsParquet({ lines, table, added }: Features): Lines {
  const position = positionNames(table)
  const columns: readonly TableColumn[] = [
    ...table.columns,
    ...position.map((name) => ({ name, type: 'real' as const })),
    ...added.map((name) => ({ name, type: 'text' as const })),
  ]
  const parquet = openParquetRows(columns)
  for (;;) {
    const { value, done } = await lines.next()
    if (done === true) {
      parquet.end(value.attribution)
      yield parquet.take()
      return value
    }
    for (const { properties, geometry } of featuresIn(value))
      parquet.add([
        ...table.columns.map((column) => cellOf(properties[column.name], column)),
        ...position.map((_, axis) => geometry.coordinates[axis]),
        ...added.map((name) => cellOf(properties[name], { name, type: 'text' })),
      ])
    yield parquet.take()
  }
}

interface WrittenFeature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly coordinates: readonly number[] }
}

const featuresIn = (lines: Uint8Array): WrittenFeature[] =>
  Buffer.from(lines)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Names of the columns for the position of a geometry; none where the table has such columns. */
const positionNames = ({ columns, hasPositionColumns }: Features['table']): readonly string[] => {
  if (hasPositionColumns) return []
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  const free = POSITION_NAMES.find((names) => names.every((name) => !taken.has(name)))
  if (free !== undefined) return free
  throw new PointsFault(
    'The file has columns lon or lat, and longitude or latitude, beside its geometry. Write it as .geojsonl.',
  )
}

const POSITION_NAMES = [
  ['lon', 'lat'],
  ['longitude', 'latitude'],
] as const

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const cellOf = (value: unknown, { name, type }: TableColumn): Cell => {
  if (value === null || value === undefined) return null
  if (type === 'text') return textOf(value)
  if (type === 'real' && typeof value === 'number') return value
  if (type === 'integer' && /^[+-]?\d+$/.test(String(value))) return BigInt(String(value))
  // SQLite stores any value in any column.
  throw new PointsFault(
    `The column ${name} is declared as ${type} and has the value ${textOf(value)}. Write the file as .geojsonl or .csv.`,
  )
}
