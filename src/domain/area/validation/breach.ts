/** A rule of plans, and what it reports. */
import type { NowOrLater } from '../../../util/now-or-later.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Unmapped } from '../plan.ts'
import type { PlanSubject } from './plan-subject.ts'

/** The phrases at fault, each with the reason; empty if the plan follows the rule. */
export type PlanRule = (subject: PlanSubject) => NowOrLater<readonly Unmapped[]>

export const breach = (text: string, reason: string, ...candidates: readonly BoundaryRecord[]): Unmapped => ({
  text,
  reason,
  candidates,
})
