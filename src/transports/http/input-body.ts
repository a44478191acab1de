/** Reads the input of an operation from the body. An absent body is an empty input; `null` is an invalid one. */
import { type AnyOp, BODY_BYTES } from '../../op/define.ts'
import type { HttpRequest } from './message.ts'

export const inputBodyOf = async (op: AnyOp, request: HttpRequest): Promise<unknown> => {
  const body = await request.json(op.bodyBytes ?? BODY_BYTES)
  return body === undefined ? {} : body
}
