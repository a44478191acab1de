/** Schemas of answers in OpenAPI 3.0, with the standard's names. */
import { referenceTo } from '../openapi/document.ts'
import { COLUMNS, columnSchema } from './collection-schemas.ts'

const ref = (name: string): object => referenceTo('schemas', name)
const arrayOf = (items: object): object => ({ type: 'array', items })
const text = { type: 'string' }
const links = arrayOf(ref('link'))

const object = (
  properties: Readonly<Record<string, object>>,
  required = Object.keys(properties),
): object => ({
  type: 'object',
  required,
  properties,
})

const BOX = { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 }

const PROPERTIES = Object.fromEntries(
  COLUMNS.map((column) => [column.name, { ...columnSchema(column), nullable: true }]),
)

export const SCHEMAS: Readonly<Record<string, object>> = {
  link: object({ href: text, rel: text, type: text, title: text }, ['href', 'rel', 'type']),
  landingPage: object({ title: text, description: text, links }),
  definition: { type: 'object' },
  jsonSchema: object({ $schema: text, $id: text, title: text, type: text, properties: { type: 'object' } }),
  xmlSchema: text,
  confClasses: object({ conformsTo: arrayOf(text) }),
  extent: object({ spatial: object({ bbox: { ...arrayOf(BOX), minItems: 1 }, crs: text }) }),
  collection: object(
    {
      id: text,
      title: text,
      description: text,
      attribution: text,
      extent: ref('extent'),
      itemType: text,
      crs: arrayOf(text),
      storageCrs: text,
      links,
    },
    ['id', 'title', 'attribution', 'links'],
  ),
  collections: object({ links, attribution: text, collections: arrayOf(ref('collection')) }),
  multipolygonGeoJSON: object({
    type: { type: 'string', enum: ['MultiPolygon'] },
    coordinates: { type: 'array', items: {} },
  }),
  featureGeoJSON: object(
    {
      type: { type: 'string', enum: ['Feature'] },
      id: text,
      bbox: BOX,
      properties: { type: 'object', properties: PROPERTIES },
      geometry: ref('multipolygonGeoJSON'),
      links,
    },
    ['type', 'id', 'properties', 'geometry'],
  ),
  featureCollectionGeoJSON: object(
    {
      type: { type: 'string', enum: ['FeatureCollection'] },
      links,
      timeStamp: { type: 'string', format: 'date-time' },
      numberMatched: {
        type: 'integer',
        minimum: 0,
        description: 'Present when the page has all matching features.',
      },
      numberReturned: { type: 'integer', minimum: 0 },
      attribution: text,
      features: arrayOf(ref('featureGeoJSON')),
    },
    ['type', 'links', 'timeStamp', 'numberReturned', 'attribution', 'features'],
  ),
  problem: object({
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: text,
    code: text,
    request_id: text,
  }),
}
