/** RPC routes: every operation at `POST /v1/ops/{name}`, its whole input in the JSON body. */
import type { AnyOp } from '../../op/define.ts'
import { rpcPath } from '../../op/describe.ts'
import { problem } from '../../op/problem/problem.ts'
import { RawInput } from '../../op/raw-input.ts'
import type { HttpRequest, HttpRoute } from '../http/message.ts'
import { fieldsInQuery } from '../http/reject-query-fields.ts'
import { inputBodyOf } from '../http/request-body.ts'
import { type OperationRunner, readOnce, runOperation } from '../http/run-operation.ts'

export const rpcRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] =>
  ops.map((op) => ({
    method: 'POST',
    path: rpcPath(op.name),
    endpoint: (request) =>
      runOperation(
        op,
        readOnce(() => readRpcInput(op, request)),
        request,
        isCommand(request) ? { ...runner, transport: 'cli' } : runner,
      ),
  }))

/** The command line calls servers by these routes, and says who it is. */
const isCommand = (request: HttpRequest): boolean =>
  request.header('user-agent')?.startsWith('metes-cli/') === true

const readRpcInput = async (op: AnyOp, request: HttpRequest): Promise<RawInput> => {
  const issues = fieldsInQuery(request.location.query)
  if (issues.length > 0) throw problem('invalid_input', { issues })
  return new RawInput(op, await inputBodyOf(op, request))
}
