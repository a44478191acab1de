/** Resource routes: each operation at its own method and path, its input in path, query and body. */
import type { AnyOp } from '../../op/define.ts'
import { inputSchema } from '../../op/derived-schema.ts'
import { type Issue, problem } from '../../op/problem.ts'
import { WrittenInput } from '../../op/written-input.ts'
import type { HttpRequest, HttpRoute, Location } from '../http/message.ts'
import { type OperationRunner, runOperation } from '../http/operation.ts'
import { fieldsInQuery } from '../http/query-fields.ts'
import { inputFromQuery } from './query.ts'

export const restRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => {
    const inputOf = op.route.method === 'POST' ? fromBody(op) : fromTarget(op)
    return {
      ...op.route,
      endpoint: async (request) => runOperation(op, await inputOf(request), request, runner, op.redirect),
    }
  })

type InputOf = (request: HttpRequest) => WrittenInput | Promise<WrittenInput>

/** The target is all there is to such an input, so it is read once for all requests that share it. */
const fromTarget = (op: AnyOp): InputOf => {
  const schema = inputSchema(op.input)
  const read = new WeakMap<Location, WrittenInput>()
  return ({ location }) => {
    const known = read.get(location)
    if (known !== undefined) return known
    const input = new WrittenInput(op, inputFromQuery(location.query, location.params, schema))
    read.set(location, input)
    return input
  }
}

const fromBody = (op: AnyOp): InputOf => {
  const schema = inputSchema(op.input)
  return async (request) => {
    const body = (await request.json()) ?? {}
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return new WrittenInput(op, body)
    const path = inputFromQuery('', request.location.params, schema)
    const issues = [...fieldsInQuery(request.location.query), ...repeated(body, path)]
    if (issues.length > 0) throw problem('invalid_input', { issues })
    return new WrittenInput(op, { ...body, ...path })
  }
}

const repeated = (body: object, path: Readonly<Record<string, unknown>>): readonly Issue[] =>
  Object.keys(path)
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => ({
      path: name,
      message: `${name} is named by the path and cannot be in the body too.`,
      code: 'unknown_field',
    }))
