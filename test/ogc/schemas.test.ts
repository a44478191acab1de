/**
 * Schemas of the collections, by the abstract tests of OGC API – Features, Part 3 (OGC 19-079r2: queryables) and Part 5 (23-058r2, which is
 * Part 3 of OGC API – Common).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { KINDS } from '../../src/domain/boundary/kind.ts'
import { atlasSuite } from './atlas-suite.ts'
import { allFeatures, type Body, linkTo } from './ogc-client.ts'

const { get, root } = atlasSuite()

const SCHEMA_TYPE = 'application/schema+json'
const REL = 'http://www.opengis.net/def/rel/ogc/1.0'
const RESOURCES = ['schema', 'queryables'] as const

/** Without formats of geometries, which JSON Schema does not know. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })

const schemaOf = async (kind: string, resource: (typeof RESOURCES)[number]): Promise<Body> => {
  const { status, type, body } = await get(`/collections/${kind}/${resource}`, { accept: SCHEMA_TYPE })
  assert.deepEqual([status, type], [200, SCHEMA_TYPE])
  return body
}

const everySchema = async (): Promise<readonly Body[]> =>
  Promise.all(KINDS.flatMap((kind) => RESOURCES.map((resource) => schemaOf(kind, resource))))

const propertiesOf = (schema: Body): readonly Body[] => Object.values(schema.properties)

const assertLinked = async (resource: (typeof RESOURCES)[number]): Promise<void> => {
  for (const { id } of (await get('/collections')).body.collections) {
    const { status, body } = await get(`/collections/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(linkTo(body, `${REL}/${resource}`)?.href, `${root()}/collections/${id}/${resource}`)
    assert.equal(linkTo(body, `${REL}/${resource}`)?.type, SCHEMA_TYPE)
  }
}

test('/conf/schemas/basic-schema-inspection: schemas are valid JSON Schema, answer at their $id, and type every property', async () => {
  for (const schema of await everySchema()) {
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
    assert.match(schema.$id, /^https?:[^?]+$/)
    assert.deepEqual((await get(schema.$id, { accept: SCHEMA_TYPE })).body, schema)
    assert.equal(schema.type, 'object')
    assert.equal(ajv.validateSchema(schema), true, JSON.stringify(ajv.errors))
    for (const property of propertiesOf(schema)) {
      // A list of types would be text for programs that look for a type.
      if (property.type === undefined) assert.match(property.format, /^geometry-/)
      else assert.equal(typeof property.type, 'string')
      for (const keyword of Object.keys(property)) assert.match(keyword, /^(?:x-ogc-)?[A-Za-z]+$/)
    }
  }
  const { properties } = await schemaOf('state', 'schema')
  for (const time of ['source_timestamp', 'source_fetched_at'])
    assert.deepEqual([properties[time].type, properties[time].format], ['string', 'date-time'])
})

test('/conf/schemas/role: roles are texts', async () => {
  for (const schema of await everySchema())
    for (const property of propertiesOf(schema))
      if ('x-ogc-role' in property) assert.equal(typeof property['x-ogc-role'], 'string')
})

test('/conf/schemas/role-id: exactly one property is the id, a text', async () => {
  for (const schema of await everySchema())
    assert.deepEqual(
      propertiesOf(schema)
        .filter((property) => property['x-ogc-role'] === 'id')
        .map(({ type }) => type),
      ['string'],
    )
})

test('/conf/schemas/property-seq: columns have the order of files', async () => {
  for (const kind of KINDS)
    assert.deepEqual(
      propertiesOf(await schemaOf(kind, 'schema')).map((property) => property['x-ogc-propertySeq']),
      Array.from({ length: 21 }, (_, i) => i + 1),
    )
})

test('/conf/schemas/unit: the area is in square kilometres, a unit of UCUM, and no other property has a unit', async () => {
  for (const schema of await everySchema())
    for (const [name, property] of Object.entries<Body>(schema.properties))
      assert.equal(property['x-ogc-unit'], name === 'area_km2' ? 'km2' : undefined)
})

test('/conf/schemas/definition, nullvalues: no property has a definition or a value that means null', async () => {
  for (const schema of await everySchema())
    for (const property of propertiesOf(schema))
      assert.ok(!('x-ogc-definition' in property) && !('x-ogc-nullValues' in property))
})

test('/conf/advanced-property-roles/role-primary-geometry: the geometry is a multipolygon', async () => {
  for (const kind of KINDS) {
    const primary = propertiesOf(await schemaOf(kind, 'schema')).filter(
      (property) => property['x-ogc-role'] === 'primary-geometry',
    )
    assert.deepEqual(
      primary.map(({ type, $ref, format }) => [type, $ref, format]),
      [[undefined, undefined, 'geometry-multipolygon']],
    )
  }
})

test('/conf/advanced-property-roles/role-primary-temporal, role-type: features have neither a time nor a type', async () => {
  for (const schema of await everySchema())
    for (const { 'x-ogc-role': role = 'id' } of propertiesOf(schema))
      assert.match(role, /^(?:id|primary-geometry)$/)
})

const assertClaimed = async (...classes: readonly string[]): Promise<void> => {
  const { status, type, body } = await get('/conformance')
  assert.deepEqual([status, type], [200, 'application/json'])
  for (const name of classes) assert.ok(body.conformsTo.includes(`http://www.opengis.net/spec/${name}`), name)
}

test('/conf/returnables-and-receivables/get-conformance: the classes are claimed, also by the name that QGIS looks for', () =>
  assertClaimed(
    'ogcapi-common-3/1.0/conf/schemas',
    'ogcapi-common-3/1.0/conf/returnables-and-receivables',
    'ogcapi-features-5/1.0/conf/schemas',
  ))

test('/conf/returnables-and-receivables/link: every collection links to its schema', () =>
  assertLinked('schema'))

test('/conf/returnables-and-receivables/op-and-response: every collection has a schema, and the same one', async () => {
  const schemas = await Promise.all(KINDS.map((kind) => schemaOf(kind, 'schema')))
  for (const { properties } of schemas) assert.deepEqual(properties, schemas[0].properties)
})

test('/conf/returnables-and-receivables/response-1: features have the properties of the schema, and no others', async () => {
  for (const kind of KINDS) {
    const schema = await schemaOf(kind, 'schema')
    const { geometry: _, ...columns } = schema.properties
    const validate = ajv.compile({ ...schema, $id: `${schema.$id}/columns`, properties: columns })
    const page = (await get(`/collections/${kind}/items?limit=10&detail=low`)).body.features
    const alone =
      page.length === 0 ? [] : [(await get(`/collections/${kind}/items/${page[0].id}?detail=low`)).body]
    for (const { id, properties, geometry } of [...page, ...alone]) {
      assert.equal(geometry.type, 'MultiPolygon')
      assert.equal(properties.id, id)
      assert.deepEqual(Object.keys(properties).sort(), Object.keys(columns).sort())
      // In GeoJSON, null is how a feature has no value of a property.
      const known = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
      assert.ok(validate(known), JSON.stringify(validate.errors))
      for (const name of ['source_timestamp', 'source_fetched_at'])
        if (name in known) assert.match(String(known[name]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    }
  }
})

test('/conf/returnables-and-receivables/response-2: there is no way to create or change features', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['/collections/state/items', '/collections/state/items/r62422'])
      assert.equal((await fetch(`${root()}${path}`, { method })).status, 405)
})

test('/conf/queryables/get-conformance, /conf/queryables-query-parameters/get-conformance: the classes are claimed', () =>
  assertClaimed(
    'ogcapi-features-3/1.0/conf/queryables',
    'ogcapi-features-3/1.0/conf/queryables-query-parameters',
    'ogcapi-common-3/1.0/conf/queryables',
  ))

test('/conf/queryables/link: every collection links to its queryables', () => assertLinked('queryables'))

test('/conf/queryables/get-queryables-uris: a page names its queryables in the field Link', async () => {
  for (const kind of KINDS) {
    const { headers } = await get(`/collections/${kind}/items?limit=1&detail=low`)
    assert.equal(
      headers.get('link'),
      `<${root()}/collections/${kind}/queryables>; rel="${REL}/queryables"; type="${SCHEMA_TYPE}"`,
    )
  }
})

test('/conf/queryables/get-queryables, op-and-response: every collection has queryables, and no others can be asked', async () => {
  for (const kind of KINDS) {
    const schema = await schemaOf(kind, 'queryables')
    assert.equal(schema.$id, `${root()}/collections/${kind}/queryables`)
    assert.deepEqual(Object.keys(schema.properties), [
      'id',
      'name',
      'kind',
      'admin_level',
      'country',
      'iso',
      'wikidata',
    ])
    assert.equal(schema.additionalProperties, false)
    assert.equal((await get(`/collections/${kind}/items?population=1`)).status, 400)
  }
})

test('/conf/queryables-query-parameters/query-param: each queryable is a parameter with its schema, whose invalid values are 400', async () => {
  const { properties } = await schemaOf('state', 'queryables')
  const { parameters } = (await get('/api')).body.components
  const [berlin] = (await get('/collections/state/items?iso=DE-BE&detail=low')).body.features
  for (const [name, { description: _, 'x-ogc-role': __, ...schema }] of Object.entries<Body>(properties)) {
    assert.deepEqual(parameters[name].schema, schema)
    const value = berlin.properties[name]
    const found = await allFeatures(
      get,
      `/collections/state/items?limit=1000&detail=low&${name}=${encodeURIComponent(value)}`,
    )
    assert.ok(found.length > 0 && found.every((each) => each.properties[name] === value), name)
    // Every text is a valid value of a text.
    if (schema.type === 'string' && schema.enum === undefined) continue
    assert.equal((await get(`/collections/state/items?${name}=nothing`)).status, 400)
  }
})

test('schemas are free, without a key, and 404 for a collection that does not exist', async () => {
  for (const name of ['schema', 'queryables', 'schema.xsd']) {
    const { status, headers } = await fetch(`${root()}/collections/state/${name}`)
    assert.equal(status, 200)
    assert.match(String(headers.get('cache-control')), /^public/)
    assert.equal((await get(`/collections/planet/${name}`)).status, 404)
    assert.equal((await get(`/collections/state/${name}?colour=blue`)).status, 400)
  }
})

test('the schema of GML describes the files that export_collection writes', async () => {
  const link = linkTo((await get('/collections/state')).body, 'describedBy')
  assert.deepEqual(link?.type, 'application/xml')
  const response = await fetch(String(link?.href))
  assert.equal(response.headers.get('content-type'), 'application/xml')
  const text = await response.text()
  assert.match(text, /targetNamespace="urn:metes:boundary"/)
  const elements = Array.from(
    text.matchAll(/<xs:element name="(\w+)" type="([\w:]+)"/g),
    ([, name, type]) => [name, type],
  )
  const expected = Object.entries<Body>((await schemaOf('state', 'schema')).properties).map(
    ([name, property]) => [
      name,
      {
        string: property.format === 'date-time' ? 'xs:dateTime' : 'xs:string',
        integer: 'xs:long',
        number: 'xs:double',
      }[property.type as string] ?? 'gml:MultiSurfacePropertyType',
    ],
  )
  assert.deepEqual(elements, [['Boundary', 'metes:BoundaryType'], ...expected])
})
