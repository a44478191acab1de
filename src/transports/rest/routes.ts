/** Resource routes: each operation at its own method and path, its input in path, query and body. */
import type { AnyOp } from '../../op/define.ts'
import { inputSchema, type JsonSchema } from '../../op/json-schema.ts'
import { type Issue, problem } from '../../op/problem.ts'
import type { HttpRequest, HttpRoute } from '../http/message.ts'
import { type OperationRunner, runOperation } from '../http/operation.ts'
import { fieldsInQuery } from '../http/query-fields.ts'
import { inputFromQuery } from './query.ts'

export const restRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => {
    const schema = inputSchema(op.input)
    const inputOf = op.route.method === 'POST' ? fromBody : fromQuery
    return {
      ...op.route,
      endpoint: async (request) => runOperation(op, await inputOf(request, schema), request, runner),
    }
  })

const fromQuery = async (request: HttpRequest, schema: JsonSchema): Promise<unknown> =>
  inputFromQuery(request.query, request.params, schema)

const fromBody = async (request: HttpRequest, schema: JsonSchema): Promise<unknown> => {
  const body = (await request.json()) ?? {}
  const path = inputFromQuery('', request.params, schema)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const issues = [...fieldsInQuery(request.query), ...repeated(body, path)]
  if (issues.length > 0) throw problem('invalid_input', { issues })
  return { ...body, ...path }
}

const repeated = (body: object, path: Readonly<Record<string, unknown>>): readonly Issue[] =>
  Object.keys(path)
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => ({
      path: name,
      message: `${name} is named by the path and cannot be in the body too.`,
      code: 'unknown_field',
    }))
