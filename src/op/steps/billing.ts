/** Charges a call: reserves its units, then spends them with the answer or refunds them. */
import type { Caller } from '../../platform/caller.ts'
import type { Quota, Reservation } from '../../platform/quota.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import type { OpContext } from '../context.ts'
import type { AnyOp } from '../define.ts'
import { problem } from '../problem/problem.ts'
import { answerBody } from '../response/encoded-body.ts'
import type { FirstCall } from './idempotency.ts'
import { answerOf } from './ready-answer.ts'

export interface Charge {
  readonly quota: Quota
  readonly op: string
  readonly caller: Caller
  readonly units: number
  /** The idempotent call, if this is the first one with its key. */
  readonly first: FirstCall | null
  /** True if the answer is free without a key, so that an account without units also gets it. */
  readonly isFreeWithoutKey?: () => boolean
}

interface Listeners {
  /** True if the answer will be 304 Not Modified, which costs no units. */
  readonly isNotModified: (output: unknown) => boolean
  /** Called if the units cannot be charged and the call is answered as if without a key. */
  readonly onFree: () => void
}

/** Runs the handler of an authorized call. Failures and unmodified answers cost nothing. */
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
      if (reservation !== null) await (held ? reservation.refund() : spend(reservation, charge, onFree))
      return output
    }
    const answer = answerBody(output, op.mediaType)
    const { keep } = charge.first
    await settle(reservation, (holdId) => keep(answer, holdId))
    return answer
  })

/** If no space is left to store the charge, a call that is free without a key is free. */
const spend = async (reservation: Reservation, charge: Charge, onFree: () => void): Promise<void> => {
  try {
    await reservation.spend()
  } catch (error) {
    if (!isStorageFull(error) || charge.isFreeWithoutKey?.() !== true) throw error
    await reservation.refund()
    onFree()
  }
}

const withoutKey = (context: OpContext): OpContext => ({
  ...context,
  caller: { kind: 'anonymous', address: context.address ?? '' },
})

/** Reserves the units and runs `work`, which must spend them. If it fails, refunds the units and frees the idempotency key. */
export const withReservedUnits = async <T>(
  charge: Charge,
  work: (reservation: Reservation | null) => Promise<T>,
): Promise<T> => {
  let reservation: Reservation | null = null
  try {
    if (charge.units > 0) reservation = await reserve(charge)
    return await work(reservation)
  } catch (error) {
    await reservation?.refund()
    await charge.first?.forget()
    throw error
  }
}

/** Spends the reservation atomically with another change of the store. */
export const settle = async (
  reservation: Reservation | null,
  change: (holdId: string | null) => Promise<boolean>,
): Promise<void> => {
  if (reservation === null) await change(null)
  else await reservation.spend(change)
}

/** Returns null if the answer is free, and no units are left, or no space to store that they are reserved. */
const reserve = async ({
  quota,
  op,
  caller,
  units,
  isFreeWithoutKey = () => false,
}: Charge): Promise<Reservation | null> => {
  try {
    const answer = await quota.reserve(caller, units, op)
    if ('refund' in answer) return answer
    if (isFreeWithoutKey()) return null
    throw problem('quota_exceeded', { ...answer, units })
  } catch (error) {
    if (isStorageFull(error) && isFreeWithoutKey()) return null
    throw error
  }
}
