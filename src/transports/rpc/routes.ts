/** RPC routes: every operation at `POST /v1/ops/{name}`, its whole input in the JSON body. */
import { type AnyOp, BODY_BYTES } from '../../op/define.ts'
import { rpcPath } from '../../op/describe.ts'
import { problem } from '../../op/problem.ts'
import { WrittenInput } from '../../op/written-input.ts'
import type { HttpRoute } from '../http/message.ts'
import { type OperationRunner, runOperation } from '../http/operation.ts'
import { fieldsInQuery } from '../http/query-fields.ts'

export const rpcRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => ({
    method: 'POST',
    path: rpcPath(op.name),
    endpoint: async (request) => {
      const issues = fieldsInQuery(request.location.query)
      if (issues.length > 0) throw problem('invalid_input', { issues })
      const input = new WrittenInput(op, (await request.json(op.bodyBytes ?? BODY_BYTES)) ?? {})
      return runOperation(op, input, request, runner)
    },
  }))
