/** Charges a call: reserves its units, then spends them with the answer or refunds them. */
import type { Caller } from '../../platform/caller.ts'
import type { Quota, Reservation } from '../../platform/quota.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import type { OpContext } from '../context.ts'
import type { Ledger } from '../ledger.ts'
import { PlanRun } from '../plan-run.ts'
import type { PlannedCall } from '../planned-call.ts'
import { problem } from '../problem/problem.ts'
import type { RawInput } from '../raw-input.ts'
import { answerBody } from '../response/encoded-body.ts'
import type { FirstCall } from './idempotency.ts'

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

interface ChargedRun {
  readonly run: PlanRun
  readonly input: RawInput
  readonly charge: Charge
  readonly ledger: Ledger
}

/** Runs an authorized call. Failures and unmodified answers cost nothing. */
export const runCharged = ({ run, input, charge, ledger }: ChargedRun): Promise<unknown> => {
  const plannedWithoutKey = () => (charge.first === null ? sameWithoutKey(run.planned, input) : null)
  const isFreeWithoutKey = () => plannedWithoutKey() !== null
  return withReservedUnits({ ...charge, isFreeWithoutKey }, async (reservation) => {
    const free = reservation === null && charge.units > 0 ? plannedWithoutKey() : null
    if (free !== null) ledger.waive()
    const output = await (free === null ? run : new PlanRun(free, withoutKey(run.context))).answer()
    if (charge.first === null) {
      const isUnmodified = ledger.isNotModified(output)
      if (reservation !== null)
        await (isUnmodified ? reservation.refund() : spend(reservation, isFreeWithoutKey, ledger))
      return output
    }
    const answer = answerBody(output, run.planned.op.mediaType)
    const { keep } = charge.first
    await settle(reservation, (holdId) => keep(answer, holdId))
    return answer
  })
}

/** Returns the plan without a key, if its answer is free and the same; the default detail, for example, differs. */
const sameWithoutKey = ({ plan }: PlannedCall, input: RawInput): PlannedCall | null => {
  const planned = input.plannedFor({ kind: 'anonymous' })
  return planned.plan.access === 'public' && planned.plan.cacheKey === plan.cacheKey ? planned : null
}

const withoutKey = (context: OpContext): OpContext => ({
  ...context,
  caller: { kind: 'anonymous', address: context.address ?? '' },
})

/** If no space is left to store the charge, a call that is free without a key is free. */
const spend = async (
  reservation: Reservation,
  isFreeWithoutKey: () => boolean,
  ledger: Ledger,
): Promise<void> => {
  try {
    await reservation.spend()
  } catch (error) {
    if (!isStorageFull(error) || !isFreeWithoutKey()) throw error
    await reservation.refund()
    ledger.waive()
  }
}

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
