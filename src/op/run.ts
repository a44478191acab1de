/** Runs the handler of a call that may run, and settles what it costs: spent with the answer, or given back. */
import type { Caller } from '../platform/caller.ts'
import type { Quota, Reservation } from '../platform/quota.ts'
import type { OpContext } from './context.ts'
import type { AnyOp } from './define.ts'
import type { FirstCall } from './keyed-call.ts'
import { problem } from './problem.ts'
import { answerBody, type ReadyBody } from './ready-body.ts'

export interface Terms {
  readonly quota: Quota
  readonly units: number
  /** Whether the caller has this answer already, and will only be told so: then it costs no units. */
  readonly isHeld: (output: unknown) => boolean
  /** Where the answer is to be kept for repeats. */
  readonly first: FirstCall | null
}

/** Of what was reserved nothing is spent on a failure, nor on an answer that the caller holds already. */
export const run = async (
  op: AnyOp,
  context: OpContext,
  input: unknown,
  { quota, units, isHeld, first }: Terms,
): Promise<unknown> => {
  let reservation: Reservation | null = null
  try {
    if (units > 0) reservation = await reserve(quota, context.caller, units)
    const output = await op.handler(context, input)
    if (first !== null) {
      const answer = answerBody(output, op.mediaType)
      await keep(first, answer, reservation)
      return answer
    }
    const held = isHeld(output)
    if (reservation !== null) await (held ? reservation.giveBack() : reservation.spend())
    return output
  } catch (error) {
    await reservation?.giveBack()
    await first?.forget()
    throw error
  }
}

const reserve = async (quota: Quota, caller: Caller, units: number): Promise<Reservation> => {
  const answer = await quota.reserve(caller, units)
  if ('giveBack' in answer) return answer
  throw problem('quota_exceeded', { ...answer, units })
}

const keep = async (first: FirstCall, answer: ReadyBody, reservation: Reservation | null): Promise<void> => {
  if (reservation === null) await first.keep(answer, null)
  else await reservation.spend((holdId) => first.keep(answer, holdId))
}
