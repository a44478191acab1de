/** The API in OpenAPI 3.0, which programs read before they call. */
import type { z } from 'zod'
import { KINDS } from '../../domain/boundary/kind.ts'
import { inputSchema } from '../../op/schema/derived-schema.ts'
import { API_KEY_HEADER, contentOf, type Json, openApiDocument, referenceTo } from '../openapi/document.ts'
import { GEOJSON_TYPE, JSON_TYPE, OPENAPI_TYPE, SCHEMA_TYPE, XML_TYPE } from './media-types.ts'
import { SCHEMAS } from './open-api-schemas.ts'
import { DOCUMENT_QUERY, ITEM_QUERY, ITEMS_QUERY } from './query-parameters.ts'

/** @param needsKey false if the address already contains a token */
export const openApiBody = (root: string, needsKey: boolean): Json =>
  openApiDocument({
    openapi: '3.0.3',
    info: {
      title: 'Metes: boundaries',
      description:
        'Administrative boundaries of the world as OGC API – Features, one collection for each kind.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    server: root,
    tags: { Capabilities: 'What the service offers.', Data: 'Boundaries.' },
    // Documents are public, but an invalid key is rejected there too.
    security: needsKey ? [{}, ...CREDENTIALS] : [],
    paths: Object.fromEntries(OPERATIONS.map((each) => [each.path, { get: operationOf(each, needsKey) }])),
    components: {
      parameters: {
        collectionId: pathParameter('collectionId', 'Id of a collection.', { type: 'string', enum: KINDS }),
        featureId: pathParameter('featureId', 'Id of a feature.', { type: 'string' }),
        ...parametersOf(ITEMS_QUERY),
      },
      schemas: SCHEMAS,
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, what]) => [status, failure(what)]),
      ),
      ...(needsKey ? { securitySchemes: SECURITY_SCHEMES } : {}),
    },
  })

const SECURITY_SCHEMES = {
  basicAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the password, with any user name.',
  },
  bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key, or the access token of an app.' },
  apiKeyHeader: API_KEY_HEADER,
}
const CREDENTIALS = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))

interface Described {
  readonly path: string
  readonly id: string
  readonly summary: string
  /** Name of one of `SCHEMAS`. */
  readonly schema: string
  readonly query?: z.ZodType
  readonly mediaType?: string
}

const COLLECTION = '/collections/{collectionId}'
const ITEMS = `${COLLECTION}/items`

const OPERATIONS: readonly Described[] = [
  { path: '/', id: 'getLandingPage', summary: 'Links to everything else.', schema: 'landingPage' },
  { path: '/conformance', id: 'getConformance', summary: 'Classes of the standard.', schema: 'confClasses' },
  { path: '/api', id: 'getApi', summary: 'This document.', schema: 'definition', mediaType: OPENAPI_TYPE },
  { path: '/collections', id: 'getCollections', summary: 'All collections.', schema: 'collections' },
  { path: COLLECTION, id: 'describeCollection', summary: 'One collection.', schema: 'collection' },
  {
    path: `${COLLECTION}/schema`,
    id: 'getSchema',
    summary: 'Columns of the features, in JSON Schema.',
    schema: 'jsonSchema',
    mediaType: SCHEMA_TYPE,
  },
  {
    path: `${COLLECTION}/schema.xsd`,
    id: 'getGmlSchema',
    summary: 'Columns of the features, as the application schema of GML.',
    schema: 'xmlSchema',
    mediaType: XML_TYPE,
  },
  {
    path: `${COLLECTION}/queryables`,
    id: 'getQueryables',
    summary: 'Properties that filter the features, in JSON Schema.',
    schema: 'jsonSchema',
    mediaType: SCHEMA_TYPE,
  },
  {
    path: ITEMS,
    id: 'getFeatures',
    summary: 'A page of features: 1 unit per 10 features, rounded up.',
    query: ITEMS_QUERY,
    schema: 'featureCollectionGeoJSON',
    mediaType: GEOJSON_TYPE,
  },
  {
    path: `${ITEMS}/{featureId}`,
    id: 'getFeature',
    summary: 'One feature: 1 unit.',
    query: ITEM_QUERY,
    schema: 'featureGeoJSON',
    mediaType: GEOJSON_TYPE,
  },
]

const operationOf = (described: Described, needsKey: boolean): object => {
  const { path, id, summary, schema, query = DOCUMENT_QUERY, mediaType = JSON_TYPE } = described
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => parameterRef(name))
  const isData = mediaType === GEOJSON_TYPE
  const own = Object.entries(parametersOf(query)).map(([name, parameter]) =>
    query === ITEMS_QUERY ? parameterRef(name) : parameter,
  )
  return {
    tags: [isData ? 'Data' : 'Capabilities'],
    operationId: id,
    summary,
    ...(isData && needsKey ? { security: CREDENTIALS } : {}),
    parameters: [...inPath, ...own],
    responses: {
      200: { description: summary, content: contentOf(mediaType, schema) },
      ...Object.fromEntries(
        Object.keys(FAILURES).map((status) => [status, referenceTo('responses', status)]),
      ),
    },
  }
}

const parameterRef = (name: string): object => referenceTo('parameters', name)

const pathParameter = (name: string, description: string, schema: object): object => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
})

const parametersOf = (query: z.ZodType): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(inputSchema(query).properties ?? {}).map(([name, { description, ...schema }]) => [
      name,
      { name, in: 'query', required: false, description, schema, style: 'form', explode: false },
    ]),
  )

/** Every failure that the service may answer. */
const FAILURES: Readonly<Record<number, string>> = {
  400: 'A parameter is unknown or has an invalid value.',
  401: 'A key is missing, or it is malformed, unknown or revoked.',
  402: 'Not enough units are left this month.',
  403: 'The app is not allowed to read boundaries.',
  404: 'There is no such collection, feature or feed.',
  429: 'Too many calls.',
  500: 'The service failed.',
  503: 'The service is overloaded.',
}

const failure = (description: string): object => ({
  description,
  content: contentOf('application/problem+json', 'problem'),
})
