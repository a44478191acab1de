/** Runs an operation for one of our own pages, as the caller that the route names. */
import type { Call } from '../../../op/call.ts'
import type { AnyOp } from '../../../op/define.ts'
import { RawInput } from '../../../op/raw-input.ts'
import type { HttpAnswer, HttpRequest } from '../../http/message.ts'
import { inputBodyOf } from '../../http/request-body.ts'
import { type OperationRunner, readOnce, runOperation } from '../../http/run-operation.ts'
import { isOwnOrigin } from '../../page/form.ts'

/** Every browser states the origin of a POST, so a call without one is not from the page. */
export const isFromPage = (request: HttpRequest, baseUrl: string): boolean =>
  (request.header('sec-fetch-site') ?? request.header('origin')) !== undefined &&
  isOwnOrigin(request, baseUrl)

export const runPageCall = async (
  op: AnyOp,
  request: HttpRequest,
  runner: OperationRunner,
  from: Call['from'],
): Promise<HttpAnswer> => {
  const answer = await runOperation(
    op,
    readOnce(async () => new RawInput(op, await inputBodyOf(op, request))),
    request,
    {
      ...runner,
      // Neither jobs nor stored answers: the page repeats no call.
      execute: ({ asyncPreference: _, idempotencyKey: __, ...call }) => runner.execute({ ...call, from }),
    },
  )
  return { ...answer, sameOrigin: true }
}
