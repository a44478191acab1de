/** Generated documents are up to date, and handwritten ones exist. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PROBLEM_CODES, problem, problemStatus, problemTitle } from '../../src/op/problem/problem.ts'
import { scopesOf } from '../../src/op/scopes-of-operations.ts'
import { OPS } from '../../src/ops/index.ts'
import { SCOPES } from '../../src/platform/oauth/scopes.ts'
import { toolsOf } from '../../src/transports/mcp/tools.ts'
import { openApi } from '../../src/transports/rest/openapi.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('spec/ and docs/reference/ are up to date; "npm run generate" writes them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})

test('every code has a page, and every page a code', () => {
  const pages = readdirSync(`${ROOT}docs/errors`).map((name) => name.replace(/\.md$/, ''))
  assert.deepEqual(pages.sort(), [...PROBLEM_CODES].sort())
})

for (const code of PROBLEM_CODES) {
  test(`the page of ${code} states its status, what to do, and shows the body unchanged`, () => {
    const page = readFileSync(`${ROOT}docs/errors/${code}.md`, 'utf8')
    assert.ok(page.startsWith(`# ${code} (${problemStatus(code)})\n`))
    assert.match(page, /\*\*What to do:\*\*/)
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '{}')
    assert.equal(example.code, code)
    assert.equal(example.status, problemStatus(code))
    assert.equal(example.title, problemTitle(code))
    // What only the operator of the service can do.
    assert.doesNotMatch(example.detail, /metes [a-z]|METES_/)
  })
}

test('sentences contain only the facts', () => {
  const secret = new Error('secret cause')
  const failure = problem('not_found', { what: 'boundary', id: 'r1' }, secret)
  assert.equal(
    failure.message,
    'The boundary "r1" was not found. The operator of this service can add it: send a feature request (request_feature).',
  )
  assert.equal(
    failure.operatorDetail,
    'The boundary "r1" was not found. Import an OpenStreetMap extract that contains it (npx metes import --region NAME), or set METES_CONTACT so that this service fetches it.',
  )
  assert.equal(failure.cause, secret)
})

test('every operation that takes a key declares OAuth with the scopes that it accepts', () => {
  const { components, paths } = openApi(OPS, 'https://metes.example') as {
    components: { securitySchemes: { oauth2: { flows: { authorizationCode: { scopes: object } } } } }
    paths: Record<string, Record<string, { security?: readonly Record<string, readonly string[]>[] }>>
  }
  const known = Object.keys(components.securitySchemes.oauth2.flows.authorizationCode.scopes)
  assert.deepEqual(known.sort(), [...SCOPES].sort())
  for (const op of OPS) {
    const { security = [] } = paths[`/v1/ops/${op.name}`].post
    const takesKey = security.some((each) => 'bearerAuth' in each)
    const declared = security.flatMap(({ oauth2 = [] }) => oauth2)
    assert.deepEqual(declared, takesKey ? scopesOf(op) : [], op.name)
  }
})

test('every reference in OpenAPI leads somewhere, and every path parameter is declared', () => {
  const document = openApi(OPS, 'https://metes.example')
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)) {
    const target = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document)
    assert.notEqual(target, undefined, pointer)
  }
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, unknown>>)) {
    for (const operation of Object.values(methods) as {
      parameters?: { name: string; in: string; required: boolean }[]
    }[]) {
      const declared = (operation.parameters ?? []).filter((each) => each.in === 'path')
      assert.deepEqual(
        declared.map(({ name }) => name).sort(),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      )
      assert.ok(declared.every(({ required }) => required))
    }
  }
})

test('every operation is in OpenAPI twice, with its cost', () => {
  const text = JSON.stringify(openApi(OPS, 'https://metes.example'))
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string; 'x-units': unknown }>>
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).sort(),
    OPS.flatMap(({ name }) => [name, `rpc_${name}`]).sort(),
  )
  for (const operation of operations) assert.notEqual(operation['x-units'], undefined)
})

test('every operation is an agent tool that takes an object', () => {
  const tools = toolsOf(OPS)
  assert.deepEqual(
    tools.map(({ name }) => name),
    OPS.map(({ name }) => name),
  )
  for (const { inputSchema, outputSchema } of tools) {
    assert.equal(inputSchema.type, 'object')
    assert.equal(outputSchema.type, 'object')
  }
})
