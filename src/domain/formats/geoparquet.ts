/**
 * Writes GeoParquet 1.1 (geoparquet.org/releases/v1.1.0): well-known binary, a `bbox` column with which readers skip row
 * groups, and the attribution in the file's metadata. A row group is written when it is large enough, so memory holds only
 * one. The geometry may also have a type of Parquet's own, with the box of each row group in its statistics
 * (github.com/apache/parquet-format, Geospatial.md); the bytes are the same.
 */
import { zstdCompressSync } from 'node:zlib'
import { ParquetWriter } from 'hyparquet-writer'
import type { CellValue, Column } from './attribute-columns.ts'
import type { Row } from './attribute-row.ts'
import { EMPTY_BOX, type FlatBox, flatBoxOf, joinBoxes } from './flat-box.ts'
import { SinkBytes } from './parquet-sink.ts'
import { multiPolygonWkb } from './wkb.ts'
import type { GeometryType, OpenWriter } from './writer.ts'

/** Limits of a row group: bytes of geometry, and rows. */
const MAX_GROUP_BYTES = 8 * 1024 * 1024
const MAX_GROUP_ROWS = 10_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

export const openGeoParquet: OpenWriter<Row> = ({ write }, meta) => {
  const { columns, attribution, title, provenance, geometryType = 'wkb' } = meta
  const parquet = new ParquetWriter({
    writer: new SinkBytes(write),
    schema: schemaOf(columns),
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'metes',
  })
  let group = new WrittenRowGroup(columns)
  const boxes: FlatBox[] = []
  const flush = (): void => {
    if (group.rows > 0) {
      parquet.write({ columnData: group.columnData(), rowGroupSize: group.rows })
      boxes.push(group.box)
    }
    group = new WrittenRowGroup(columns)
  }
  return {
    feature: (row, rings) => {
      const own = flatBoxOf(rings)
      group.add(row.cells(), multiPolygonWkb(rings), own)
      if (group.geometryBytes >= MAX_GROUP_BYTES || group.rows >= MAX_GROUP_ROWS) flush()
    },
    end: () => {
      flush()
      if (geometryType !== 'wkb') declareType(parquet, geometryType, boxes)
      parquet.kvMetadata = [
        { key: 'geo', value: JSON.stringify(geoMetadata(boxes.reduce(joinBoxes, EMPTY_BOX), geometryType)) },
        { key: 'title', value: title },
        { key: 'attribution', value: attribution },
        ...Object.entries(provenance ?? {}).map(([key, value]) => ({ key, value })),
      ]
      parquet.finish()
    },
  }
}

const BBOX_SIDES = ['xmin', 'ymin', 'xmax', 'ymax'] as const

class WrittenRowGroup {
  rows = 0
  geometryBytes = 0
  box: FlatBox = EMPTY_BOX
  readonly #columns: readonly Column[]
  readonly #cells: (string | number | bigint | null)[][]
  readonly #geometries: Uint8Array[] = []
  readonly #boxes: Readonly<Record<string, number>>[] = []

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#cells = columns.map(() => [])
  }

  add(cells: readonly CellValue[], geometry: Uint8Array, box: FlatBox): void {
    for (const [index, cell] of cells.entries()) {
      const isInteger = this.#columns[index].type === 'integer' && cell !== null
      this.#cells[index].push(isInteger ? BigInt(Math.round(Number(cell))) : cell)
    }
    this.#geometries.push(geometry)
    this.#boxes.push(Object.fromEntries(BBOX_SIDES.map((side, index) => [side, box[index]])))
    this.box = joinBoxes(this.box, box)
    this.rows++
    this.geometryBytes += geometry.length
  }

  columnData() {
    return [
      ...this.#columns.map(({ name }, index) => ({ name, data: this.#cells[index] })),
      // Hardly any geometry repeats, so a dictionary would only cost time.
      { name: 'geometry', data: this.#geometries, encoding: 'PLAIN' as const, statistics: false },
      { name: 'bbox', data: this.#boxes },
    ]
  }
}

const TYPES: Readonly<Record<Column['type'], Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
}

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'schema', num_children: columns.length + 2 },
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
  { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
  { name: 'bbox', repetition_type: 'REQUIRED', num_children: BBOX_SIDES.length },
  ...BBOX_SIDES.map((name) => ({ name, type: 'DOUBLE' as const, repetition_type: 'REQUIRED' as const })),
]

/** The code of a MultiPolygon in well-known binary. */
const MULTI_POLYGON = 6

/**
 * Gives the geometry its type when all rows are written, since the library would take rows of such a column for GeoJSON. A great circle
 * may leave the box of its ends, so geographies have none. `crs` is omitted: OGC:CRS84 is the default.
 */
const declareType = (
  { schema, row_groups }: ParquetWriter,
  geometryType: Exclude<GeometryType, 'wkb'>,
  boxes: readonly FlatBox[],
): void => {
  const element = schema.find(({ name }) => name === 'geometry')!
  element.logical_type =
    geometryType === 'geometry' ? { type: 'GEOMETRY' } : { type: 'GEOGRAPHY', algorithm: 'SPHERICAL' }
  for (const [group, { columns }] of row_groups.entries()) {
    const { meta_data } = columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === 'geometry')!
    const [xmin, ymin, xmax, ymax] = boxes[group]
    meta_data!.geospatial_statistics = {
      ...(geometryType === 'geometry' ? { bbox: { xmin, ymin, xmax, ymax } } : {}),
      geospatial_types: [MULTI_POLYGON],
    }
  }
}

/** `crs` is omitted: longitude and latitude of WGS 84 (OGC:CRS84) is the default. */
const geoMetadata = (box: FlatBox, geometryType: GeometryType) => ({
  version: '1.1.0',
  primary_column: 'geometry',
  columns: {
    geometry: {
      encoding: 'WKB',
      geometry_types: ['MultiPolygon'],
      orientation: 'counterclockwise',
      ...(geometryType === 'geography' ? { edges: 'spherical' } : {}),
      ...(Number.isFinite(box[0]) ? { bbox: box } : {}),
      covering: { bbox: Object.fromEntries(BBOX_SIDES.map((side) => [side, ['bbox', side]])) },
    },
  },
})
