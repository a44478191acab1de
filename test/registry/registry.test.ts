/** Rules for every operation; the failures read as the checklist in ARCHITECTURE.md. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeOp } from '../../src/op/describe.ts'
import { COMMON_CODES } from '../../src/op/problem/problem.ts'
import { RawInput } from '../../src/op/raw-input.ts'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'
import { OPS } from '../../src/ops/index.ts'
import { loadOp } from '../../src/ops/load-op.ts'

const OPS_FOLDER = fileURLToPath(new URL('../../src/ops', import.meta.url))

const filesOfOps = readdirSync(OPS_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'index.ts')
  // The others help the operations of their group.
  .filter((path) => readFileSync(join(OPS_FOLDER, path), 'utf8').includes('defineOp('))
  .sort()

test('the registry lists exactly the operations with a file, each under its name and group', () => {
  assert.deepEqual(OPS.map((op) => `${op.group}/${op.name}.ts`).sort(), filesOfOps)
})

test('no two operations share a route', () => {
  const routes = OPS.map((op) => `${op.route.method} ${op.route.path}`)
  assert.equal(new Set(routes).size, routes.length)
})

for (const op of OPS) {
  const { input, output } = describeOp(op)

  describe(op.name, () => {
    test('is named in snake_case and has a one-sentence summary', () => {
      assert.match(op.name, /^[a-z]+(_[a-z]+)*$/)
      assert.match(op.summary, /^[A-Z].*\.$/)
      assert.ok(op.summary.length <= 110 && !op.summary.includes('\n'))
      assert.ok(op.description.length >= 40)
    })

    test('has its path below /v1, with a field for every parameter', () => {
      assert.match(op.route.path, /^\/v1(\/|$)/)
      for (const [, name] of op.route.path.matchAll(/\{\+?(\w+)\}/g)) {
        assert.ok(Object.hasOwn(input.properties ?? {}, name), `${name} is in the path but not in the input`)
      }
    })

    test('describes every field of its input and refuses others', () => {
      assert.equal(input.type, 'object')
      assert.equal(input.additionalProperties, false)
      for (const [name, field] of Object.entries(input.properties ?? {})) {
        assert.match(name, /^[a-z]+(_[a-z]+)*$/)
        assert.ok((field.description ?? '').length >= 10, `${name} has no description`)
      }
    })

    test('answers with an object whose every field is described', () => {
      assert.equal(output.type, 'object')
      assert.deepEqual(undescribedObjects(output, op.name), [])
    })

    test('accepts its own fields as arguments of the command', () => {
      for (const name of op.positional) assert.ok(Object.hasOwn(input.properties ?? {}, name), name)
    })

    test('shows an example with every required field', () => {
      assert.ok(op.examples.length > 0)
      for (const { input: written } of op.examples) {
        for (const name of input.required ?? []) assert.ok(Object.hasOwn(written, name), name)
        assert.ok(op.input.safeParse(written).success)
      }
    })

    test('plans its examples with the access and the price that it shows', () => {
      for (const { input: written } of op.examples) {
        const { access, price } = new RawInput(op, written).plannedFor({ kind: 'account' }).plan
        if (typeof op.units === 'number') assert.equal(price, op.units)
        if (op.access === 'demonstration') assert.notEqual(access, 'public')
        else if (typeof op.access === 'string') assert.equal(access, op.access)
      }
    })

    test('lists each error once, and none that every operation has', () => {
      assert.equal(new Set(op.errors).size, op.errors.length)
      assert.deepEqual(
        op.errors.filter((code) => COMMON_CODES.includes(code)),
        [],
      )
      if (op.units !== 0) assert.ok(op.errors.includes('quota_exceeded'))
      assert.equal(op.errors.includes('idempotency_conflict'), op.idempotencyKey === true)
    })

    test('is loaded alone by its name', async () => {
      assert.equal(await loadOp(op), op)
    })

    test('has a page in the reference', () => {
      assert.ok(existsSync(new URL(`../../docs/reference/${op.name}.md`, import.meta.url)))
    })
  })
}

/** Objects with arbitrary fields: only maps (`names`) and JSON Schemas may be. */
const undescribedObjects = (schema: JsonSchema, path: string): readonly string[] => {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, field]) => [name, field] as const),
    ...(schema.items ? [['[]', schema.items] as const] : []),
    ...(schema.anyOf ?? []).map((variant) => ['|', variant] as const),
  ]
  const open =
    schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined
  return [
    ...(open ? [path] : []),
    ...inner.flatMap(([name, field]) => undescribedObjects(field, `${path}.${name}`)),
  ]
}
