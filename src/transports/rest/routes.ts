/** REST routes: each operation at its own method and path, with its input in path, query and body. */
import type { AnyOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import type { Issue } from '../../op/problem/problem-facts.ts'
import { RawInput } from '../../op/raw-input.ts'
import { inputSchema } from '../../op/schema/derived-schema.ts'
import type { HttpRequest, HttpRoute, Location } from '../http/message.ts'
import { fieldsInQuery } from '../http/reject-query-fields.ts'
import { inputBodyOf } from '../http/request-body.ts'
import { type OperationRunner, readOnce, runOperation } from '../http/run-operation.ts'
import { inputFromQuery } from './query-to-input.ts'

export const restRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => ({
    ...op.route,
    endpoint: op.route.method === 'POST' ? fromBody(op, runner) : fromTarget(op, runner),
  }))

/** The input depends only on the target, so it is parsed once for all requests with the same target. */
const fromTarget = (op: AnyOp, runner: OperationRunner): HttpRoute['endpoint'] => {
  const schema = inputSchema(op.input)
  const read = new WeakMap<Location, RawInput>()
  const inputAt = (location: Location): RawInput => {
    const known = read.get(location)
    if (known !== undefined) return known
    const input = new RawInput(op, inputFromQuery(location.query, location.params, schema))
    read.set(location, input)
    return input
  }
  return (request) => runOperation(op, () => inputAt(request.location), request, runner, op.redirect)
}

const fromBody = (op: AnyOp, runner: OperationRunner): HttpRoute['endpoint'] => {
  const schema = inputSchema(op.input)
  const read = async (request: HttpRequest): Promise<RawInput> => {
    const body = await inputBodyOf(op, request)
    const path = inputFromQuery('', request.location.params, schema)
    const issues = [...fieldsInQuery(request.location.query), ...repeated(body, path)]
    if (issues.length > 0) throw problem('invalid_input', { issues })
    return new RawInput(op, isObject(body) ? { ...body, ...path } : body)
  }
  return (request) =>
    runOperation(
      op,
      readOnce(() => read(request)),
      request,
      runner,
      op.redirect,
    )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const repeated = (body: unknown, path: Readonly<Record<string, unknown>>): readonly Issue[] =>
  Object.keys(path)
    .filter((name) => isObject(body) && Object.hasOwn(body, name))
    .map((name) => ({
      path: name,
      message: `${name} is part of the path and cannot also be in the body.`,
      code: 'unknown_field',
    }))
