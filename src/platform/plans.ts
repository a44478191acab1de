/** What accounts may use. */
export interface Plan {
  /** Null for no limit. */
  readonly callsPerMinute: number | null
}

export const PLANS = {
  free: { callsPerMinute: 60 },
  pro: { callsPerMinute: 600 },
  unlimited: { callsPerMinute: null },
} as const satisfies Readonly<Record<string, Plan>>

export type PlanName = keyof typeof PLANS

export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[]

export const isPlanName = (name: string): name is PlanName => Object.hasOwn(PLANS, name)

/** A plan that is gone limits as the smallest does: an account must not gain by it. */
export const planOf = (name: string): Plan => (isPlanName(name) ? PLANS[name] : PLANS.free)

export class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError'

  constructor(plan: string) {
    super(`There is no plan "${plan}"; the plans are ${PLAN_NAMES.join(', ')}.`)
  }
}
