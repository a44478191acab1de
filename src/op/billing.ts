/** What a call costs, settled with its outcome: spent together with the answer, or given back. */
import type { Caller } from '../platform/caller.ts'
import type { Quota, Reservation } from '../platform/quota.ts'
import type { OpContext } from './context.ts'
import type { AnyOp } from './define.ts'
import type { FirstCall } from './idempotency.ts'
import { problem } from './problem/problem.ts'
import { answerOf } from './ready-answer.ts'
import { answerBody } from './response/encoded-body.ts'

export interface Charge {
  readonly quota: Quota
  readonly caller: Caller
  readonly units: number
  /** The call has an Idempotency-Key, and is the first with it. */
  readonly first: FirstCall | null
  /** Callers without a key get the answer free, and so does an account without units. */
  readonly isFreeWithoutKey?: boolean
}

interface Listeners {
  /** Whether the caller has this answer already, and will only be told so: then it costs no units. */
  readonly isNotModified: (output: unknown) => boolean
  /** No units are left, and the call is answered as it is without a key. */
  readonly onFree: () => void
}

/** Runs the handler of a call that may run. Of what was reserved nothing is spent on a failure, nor on what the caller holds already. */
export const run = (
  op: AnyOp,
  context: OpContext,
  input: unknown,
  charge: Charge,
  { isNotModified, onFree }: Listeners,
): Promise<unknown> =>
  withReservedUnits(charge, async (reservation) => {
    const isFree = reservation === null && charge.units > 0
    if (isFree) onFree()
    const output = await answerOf(op, isFree ? withoutKey(context) : context, input)
    if (charge.first === null) {
      const held = isNotModified(output)
      if (reservation !== null) await (held ? reservation.refund() : reservation.spend())
      return output
    }
    const answer = answerBody(output, op.mediaType)
    const { keep } = charge.first
    await settle(reservation, (holdId) => keep(answer, holdId))
    return answer
  })

const withoutKey = (context: OpContext): OpContext => ({
  ...context,
  caller: { kind: 'anonymous', address: context.address ?? '' },
})

/** Reserves the units for the work, which has to spend them. When it fails they are given back, and the key is free again. */
export const withReservedUnits = async <T>(
  { quota, caller, units, first, isFreeWithoutKey = false }: Charge,
  work: (reservation: Reservation | null) => Promise<T>,
): Promise<T> => {
  let reservation: Reservation | null = null
  try {
    if (units > 0) reservation = await reserve(quota, caller, units, isFreeWithoutKey)
    return await work(reservation)
  } catch (error) {
    await reservation?.refund()
    await first?.forget()
    throw error
  }
}

/** Spends within a change of the store that takes place with it or not at all. */
export const settle = async (
  reservation: Reservation | null,
  change: (holdId: string | null) => Promise<boolean>,
): Promise<void> => {
  if (reservation === null) await change(null)
  else await reservation.spend(change)
}

/** Null where no units are left, and none are needed. */
const reserve = async (
  quota: Quota,
  caller: Caller,
  units: number,
  isFreeWithoutKey: boolean,
): Promise<Reservation | null> => {
  const answer = await quota.reserve(caller, units)
  if ('refund' in answer) return answer
  if (isFreeWithoutKey) return null
  throw problem('quota_exceeded', { ...answer, units })
}
