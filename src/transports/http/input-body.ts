/** The input of an operation from the body of a request: no body is an input without fields, `null` is a body that is no input. */
import { type AnyOp, BODY_BYTES } from '../../op/define.ts'
import type { HttpRequest } from './message.ts'

export const bodyOf = async (op: AnyOp, request: HttpRequest): Promise<unknown> => {
  const body = await request.json(op.bodyBytes ?? BODY_BYTES)
  return body === undefined ? {} : body
}
