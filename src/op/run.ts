/** What a call costs, settled with its outcome: spent together with the answer, or given back. */
import type { Caller } from '../platform/caller.ts'
import type { Quota, Reservation } from '../platform/quota.ts'
import type { OpContext } from './context.ts'
import type { AnyOp } from './define.ts'
import type { FirstCall } from './keyed-call.ts'
import { problem } from './problem.ts'
import { answerBody } from './ready-body.ts'

export interface Terms {
  readonly quota: Quota
  readonly caller: Caller
  readonly units: number
  /** The call has an Idempotency-Key, and is the first with it. */
  readonly first: FirstCall | null
}

/** Whether the caller has this answer already, and will only be told so: then it costs no units. */
type IsHeld = (output: unknown) => boolean

/** Runs the handler of a call that may run. Of what was reserved nothing is spent on a failure, nor on what the caller holds already. */
export const run = (
  op: AnyOp,
  context: OpContext,
  input: unknown,
  terms: Terms,
  isHeld: IsHeld,
): Promise<unknown> =>
  withUnits(terms, async (reservation) => {
    const output = await op.handler(context, input)
    if (terms.first === null) {
      const held = isHeld(output)
      if (reservation !== null) await (held ? reservation.giveBack() : reservation.spend())
      return output
    }
    const answer = answerBody(output, op.mediaType)
    const { keep } = terms.first
    await spendBy(reservation, (holdId) => keep(answer, holdId))
    return answer
  })

/** Reserves the units for the work, which has to spend them. When it fails they are given back, and the key is free again. */
export const withUnits = async <T>(
  { quota, caller, units, first }: Terms,
  work: (reservation: Reservation | null) => Promise<T>,
): Promise<T> => {
  let reservation: Reservation | null = null
  try {
    if (units > 0) reservation = await reserve(quota, caller, units)
    return await work(reservation)
  } catch (error) {
    await reservation?.giveBack()
    await first?.forget()
    throw error
  }
}

/** Spends within a change of the store that takes place with it or not at all. */
export const spendBy = async (
  reservation: Reservation | null,
  change: (holdId: string | null) => Promise<boolean>,
): Promise<void> => {
  if (reservation === null) await change(null)
  else await reservation.spend(change)
}

const reserve = async (quota: Quota, caller: Caller, units: number): Promise<Reservation> => {
  const answer = await quota.reserve(caller, units)
  if ('giveBack' in answer) return answer
  throw problem('quota_exceeded', { ...answer, units })
}
