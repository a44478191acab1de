/** Schemas of a collection: its columns and its filters in JSON Schema (OGC 23-058r2 and 19-079r2), and its columns as a schema of GML. */
import type { Kind } from '../../domain/boundary/kind.ts'
import { type Column, columnsOf } from '../../domain/formats/attribute-columns.ts'
import { gmlSchema } from '../../domain/formats/gml-schema.ts'
import { inputSchema } from '../../op/schema/derived-schema.ts'
import { TITLES } from './collections.ts'
import { queryablesUrl, schemaUrl } from './link.ts'
import { QUERYABLES } from './query-parameters.ts'

export const COLUMNS = columnsOf({ id: '' })

const TYPES = { text: 'string', integer: 'integer', real: 'number' } as const

/** The JSON Schema of a known value. */
export const columnSchema = ({ type, isTime }: Column): object => ({
  type: TYPES[type],
  ...(isTime === true ? { format: 'date-time' } : {}),
})

/** Types are single texts: QGIS reads a list of types as text. That a value is unknown is a matter of the format. */
export const schemaBody = (root: string, kind: Kind): object =>
  jsonSchema(schemaUrl(root, kind), kind, {
    ...Object.fromEntries(COLUMNS.map((column, index) => [column.name, propertySchema(column, index + 1)])),
    geometry: {
      'x-ogc-role': 'primary-geometry',
      format: 'geometry-multipolygon',
      readOnly: true,
      'x-ogc-propertySeq': COLUMNS.length + 1,
    },
  })

const propertySchema = (column: Column, place: number): object => ({
  ...columnSchema(column),
  ...(column.name === 'id' ? { 'x-ogc-role': 'id' } : {}),
  ...(column.name === 'area_km2' ? { 'x-ogc-unit': 'km2' } : {}),
  readOnly: true,
  'x-ogc-propertySeq': place,
})

export const queryablesBody = (root: string, kind: Kind): object =>
  jsonSchema(queryablesUrl(root, kind), kind, QUERYABLE_SCHEMAS)

const { id, ...others } = inputSchema(QUERYABLES).properties ?? {}
const QUERYABLE_SCHEMAS = { id: { ...id, 'x-ogc-role': 'id' }, ...others }

const jsonSchema = (id: string, kind: Kind, properties: object): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: TITLES[kind],
  type: 'object',
  properties,
  additionalProperties: false,
})

/** GDAL learns columns only from the schema of an encoding, and the type of the geometry only from one of GML. */
export const GML_SCHEMA = Buffer.from(gmlSchema(COLUMNS))
