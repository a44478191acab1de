/** Resource routes: each operation at its own method and path, its input in path, query and body. */
import { type AnyOp, BODY_BYTES } from '../../op/define.ts'
import { inputSchema } from '../../op/derived-schema.ts'
import { problem } from '../../op/problem.ts'
import type { Issue } from '../../op/problem-facts.ts'
import { WrittenInput } from '../../op/written-input.ts'
import type { HttpRoute, Location } from '../http/message.ts'
import { type OperationRunner, runOperation } from '../http/operation.ts'
import { fieldsInQuery } from '../http/query-fields.ts'
import { inputFromQuery } from './query.ts'

export const restRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => ({
    ...op.route,
    endpoint: op.route.method === 'POST' ? fromBody(op, runner) : fromTarget(op, runner),
  }))

/** The target is all there is to such an input, so it is read once for all requests that share it. */
const fromTarget = (op: AnyOp, runner: OperationRunner): HttpRoute['endpoint'] => {
  const schema = inputSchema(op.input)
  const read = new WeakMap<Location, WrittenInput>()
  const inputAt = (location: Location): WrittenInput => {
    const known = read.get(location)
    if (known !== undefined) return known
    const input = new WrittenInput(op, inputFromQuery(location.query, location.params, schema))
    read.set(location, input)
    return input
  }
  return (request) => runOperation(op, inputAt(request.location), request, runner, op.redirect)
}

const fromBody = (op: AnyOp, runner: OperationRunner): HttpRoute['endpoint'] => {
  const schema = inputSchema(op.input)
  return async (request) => {
    const body = (await request.json(op.bodyBytes ?? BODY_BYTES)) ?? {}
    const path = inputFromQuery('', request.location.params, schema)
    const issues = [...fieldsInQuery(request.location.query), ...repeated(body, path)]
    if (issues.length > 0) throw problem('invalid_input', { issues })
    const input = isObject(body) ? { ...body, ...path } : body
    return runOperation(op, new WrittenInput(op, input), request, runner, op.redirect)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const repeated = (body: unknown, path: Readonly<Record<string, unknown>>): readonly Issue[] =>
  Object.keys(path)
    .filter((name) => isObject(body) && Object.hasOwn(body, name))
    .map((name) => ({
      path: name,
      message: `${name} is named by the path and cannot be in the body too.`,
      code: 'unknown_field',
    }))
