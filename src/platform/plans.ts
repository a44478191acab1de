/** Plans: the limits of an account. */
export interface AccountPlan {
  /** Null for no limit. */
  readonly unitsPerMonth: number | null
  /** Null for no limit. */
  readonly callsPerMinute: number | null
  /** Total size of unexpired files of areas and unions; null for no limit. */
  readonly fileBytes: number | null
}

export type Plans = Readonly<Record<string, AccountPlan>>

const GIB = 1024 ** 3

/** For plans that do not set `file_bytes`. */
export const DEFAULT_FILE_BYTES = GIB

/** The default plans. */
export const STANDARD_PLANS: Plans = {
  free: { unitsPerMonth: 1_000, callsPerMinute: 60, fileBytes: DEFAULT_FILE_BYTES },
  pro: { unitsPerMonth: 50_000, callsPerMinute: 600, fileBytes: 10 * GIB },
  unlimited: { unitsPerMonth: null, callsPerMinute: null, fileBytes: null },
}

/** A plan that no longer exists gets the smallest limit of each kind, so that no account gains by its removal. */
export const planOf = (plans: Plans, name: string): AccountPlan => {
  if (Object.hasOwn(plans, name)) return plans[name]
  const known = Object.values(plans)
  return {
    unitsPerMonth: least(known.map(({ unitsPerMonth }) => unitsPerMonth)),
    callsPerMinute: least(known.map(({ callsPerMinute }) => callsPerMinute)),
    fileBytes: least(known.map(({ fileBytes }) => fileBytes)),
  }
}

const least = (limits: readonly (number | null)[]): number | null => {
  const finite = limits.filter((limit) => limit !== null)
  return finite.length === 0 ? null : Math.min(...finite)
}

export const requirePlan = (plans: Plans, name: string): void => {
  if (!Object.hasOwn(plans, name)) throw new UnknownPlanError(plans, name)
}

class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError'

  constructor(plans: Plans, plan: string) {
    super(`There is no plan "${plan}". The plans are ${Object.keys(plans).join(', ')}.`)
  }
}
