/** Formats of points that `enrich` reads and writes. */

import type { LadderColumns } from './added-columns.ts'
import { csvReader, openCsvPoints } from './csv-points.ts'
import { wholeCsvRows } from './csv-records.ts'
import type { CsvLayout } from './csv-rows.ts'
import { type GeoJsonLayout, geoJsonReader, openGeoJsonPoints, wholeLines } from './geojson-lines.ts'
import type { Opened, PointsReader } from './points-reader.ts'
import type { PositionColumns } from './position-columns.ts'

export const POINT_FORMATS = ['csv', 'geojsonl', 'geojson', 'parquet', 'gpkg', 'shp'] as const
/** Formats of lines, which are read from start to end. */
export type LineFormat = 'csv' | 'geojsonl'
export type PointFormat = (typeof POINT_FORMATS)[number]
/** Formats of output. */
export type WrittenFormat = 'csv' | 'geojsonl' | 'geojson' | 'parquet'

/** Formats that each can be written as, the default first. */
export const OUTPUTS: Readonly<Record<PointFormat, readonly WrittenFormat[]>> = {
  csv: ['csv', 'parquet'],
  geojsonl: ['geojsonl', 'geojson'],
  geojson: ['geojson', 'geojsonl'],
  parquet: ['parquet', 'csv', 'geojson', 'geojsonl'],
  gpkg: ['geojson', 'geojsonl', 'csv', 'parquet'],
  shp: ['geojson', 'geojsonl', 'csv', 'parquet'],
}

/** Format by extension. */
export const FORMAT_OF_EXTENSION: Readonly<Record<string, PointFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  geojsonl: 'geojsonl',
  geojsons: 'geojsonl',
  ndjson: 'geojsonl',
  jsonl: 'geojsonl',
  geojson: 'geojson',
  json: 'geojson',
  parquet: 'parquet',
  geoparquet: 'parquet',
  gpkg: 'gpkg',
  shp: 'shp',
}

/** Layout of the lines of a file: plain data, so that it can be sent to a thread. */
export type LineLayout = CsvLayout | GeoJsonLayout

/** Reads the layout from the first bytes of a file; returns null if it needs more of them. */
export const openPoints = (
  format: LineFormat,
  bytes: Uint8Array,
  columns: LadderColumns,
  position: PositionColumns,
): Opened<LineLayout> | null =>
  format === 'csv' ? openCsvPoints(bytes, columns, position) : openGeoJsonPoints()

export const pointsReader = (layout: LineLayout, columns: LadderColumns): PointsReader =>
  layout.format === 'csv' ? csvReader(layout, columns) : geoJsonReader(columns)

/** Returns the end of the last whole row, including its line break; 0 if there is none. */
export const wholeRows = (bytes: Uint8Array, layout: LineLayout): number =>
  layout.format === 'csv' ? wholeCsvRows(bytes, layout.delimiter) : wholeLines(bytes)
