/** Conformance class OpenAPI 3.0 of OGC API – Features, Part 1: the definition is true, and readers of OpenAPI accept it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { openApiBody } from '../../src/transports/ogc/open-api.ts'
import { isRequired } from '../support/required.ts'
import { atlasSuite } from './atlas-suite.ts'
import { type Body, type OgcAnswer, ogcClient } from './ogc-client.ts'

const { get, root } = atlasSuite()

const readDefinition = async (): Promise<Body> => (await get('/api')).body

const ajv = new Ajv({ strict: false, validateFormats: false })

/** Faults of an answer by what the definition says about its operation and status. */
const faultsOf = async (path: string, { status, type, body }: OgcAnswer): Promise<readonly object[]> => {
  const definition = await readDefinition()
  const operation = definition.paths[path].get
  const described = operation.responses[status]
  assert.ok(described !== undefined, `${path} does not describe ${status}`)
  const response =
    described.$ref === undefined
      ? described
      : definition.components.responses[described.$ref.split('/').at(-1)]
  const content = response.content[type]
  assert.ok(content !== undefined, `${path} does not describe ${type}`)
  const validate = ajv.compile({ ...content.schema, components: definition.components })
  return validate(body) ? [] : (validate.errors ?? [])
}

const TOOLS = fileURLToPath(new URL('../../tools/openapi/node_modules/.bin', import.meta.url))
const skip =
  !isRequired('openapi-tools') && !existsSync(TOOLS) && 'the tools are not installed (npm run tools)'

for (const needsKey of [true, false])
  test(`/conf/oas30/oas-definition-1, oas-definition-2: redocly finds no fault in the definition ${needsKey ? 'of the service' : 'of a feed'}`, {
    skip,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metes-ogc-'))
    try {
      const file = join(folder, 'openapi.json')
      await writeFile(file, JSON.stringify(openApiBody('https://metes.invalid/ogc', needsKey)))
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [join(TOOLS, 'redocly'), 'lint', '--extends=recommended', '--format=json', file],
        { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
      )
      const report = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1))
      assert.deepEqual(report.problems, [], stderr)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

const OPERATIONS = [
  ['/', '/'],
  ['/conformance', '/conformance'],
  ['/collections', '/collections'],
  ['/collections/{collectionId}', '/collections/state'],
  ['/collections/{collectionId}/schema', '/collections/state/schema'],
  ['/collections/{collectionId}/queryables', '/collections/state/queryables'],
  ['/collections/{collectionId}/items', '/collections/state/items?country=AT&detail=low'],
  ['/collections/{collectionId}/items/{featureId}', '/collections/state/items/r62422?detail=low'],
] as const

for (const [path, address] of OPERATIONS)
  test(`/conf/oas30/oas-impl: ${path} answers as its schema says`, async () => {
    const answer = await get(address)
    assert.equal(answer.status, 200)
    assert.deepEqual(await faultsOf(path, answer), [])
  })

test('/conf/oas30/oas-impl: every path of the service is in the definition, relative to its server', async () => {
  const definition = await readDefinition()
  assert.deepEqual(definition.servers, [{ url: root() }])
  assert.deepEqual(
    Object.keys(definition.paths).sort(),
    [...OPERATIONS.map(([path]) => path), '/api', '/collections/{collectionId}/schema.xsd'].sort(),
  )
})

test('/conf/oas30/completeness, exceptions-codes: failures are described, as problems', async () => {
  const noKey = ogcClient(root())
  const items = '/collections/{collectionId}/items'
  for (const [path, address, client, status] of [
    ['/collections', '/collections?x=1', get, 400],
    ['/collections/{collectionId}', '/collections/planet', get, 404],
    [items, '/collections/state/items?limit=0', get, 400],
    [items, '/collections/state/items', noKey, 401],
    ['/collections/{collectionId}/items/{featureId}', '/collections/state/items/r1', get, 404],
  ] as const) {
    const answer = await client(address)
    assert.equal(answer.status, status)
    assert.deepEqual(await faultsOf(path, answer), [])
  }
})

test('/conf/oas30/security: keys are described where they are needed, and only there', async () => {
  const definition = await readDefinition()
  const schemes = Object.keys(definition.components.securitySchemes)
  assert.deepEqual(schemes, ['basicAuth', 'bearerAuth', 'apiKeyHeader'])
  const needed = schemes.map((name) => ({ [name]: [] }))
  for (const [path, { get: operation }] of Object.entries<Body>(definition.paths)) {
    const security = operation.security ?? definition.security
    assert.deepEqual(security, path.includes('/items') ? needed : [{}, ...needed], path)
  }
})
