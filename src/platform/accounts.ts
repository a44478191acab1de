/** An account as its owner sees it. */
import type { Clock } from '../util/clock.ts'
import { monthEnd, monthOf } from './billing-month.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { type Plans, planOf } from './plans.ts'
import type { Profile, ProfileStore } from './ports.ts'
import type { UnitQuota } from './quota.ts'

export interface AccountView {
  readonly email: string
  readonly plan: string
  /** Units of this month; allowance and remaining are null if the plan has no limit. */
  readonly units: {
    readonly used: number
    readonly allowance: number | null
    readonly remaining: number | null
    readonly resetsAt: string
  }
  readonly callsPerMinute: number | null
  readonly profile: Profile
  readonly createdAt: string
}

/** Maximum length of each profile field, in characters. */
export const PROFILE_LENGTHS = { name: 120, company: 120, useCase: 1_000 } as const

export type Accounts = ReturnType<typeof createAccounts>

interface AccountsOptions {
  readonly profiles: ProfileStore
  readonly units: Pick<UnitQuota, 'used'>
  readonly plans: Plans
  readonly clock: Clock
}

export const createAccounts = ({ profiles, units, plans, clock }: AccountsOptions) => {
  const get = async (accountId: string): Promise<AccountView> => {
    const nowMs = clock.now()
    const [{ account, profile }, used] = await Promise.all([
      profiles.find(accountId),
      units.used(accountId, monthOf(nowMs)),
    ])
    const { unitsPerMonth: allowance, callsPerMinute } = planOf(plans, account.plan)
    return {
      email: account.email,
      plan: account.plan,
      units: {
        used,
        allowance,
        // After a change to a smaller plan, more than the allowance can already be used.
        remaining: allowance === null ? null : Math.max(0, allowance - used),
        resetsAt: monthEnd(nowMs),
      },
      callsPerMinute,
      profile,
      createdAt: account.createdAt,
    }
  }

  return {
    get,
    /** Leaves fields that are absent from `changes` unchanged. */
    changeProfile: async (accountId: string, changes: Partial<Profile>) => {
      await profiles.change(accountId, cleanProfile(changes))
      return get(accountId)
    },
  }
}

/** A text without visible characters clears the field. */
const cleanProfile = ({ name, company, useCase }: Partial<Profile>): Partial<Profile> => ({
  ...(name !== undefined && { name: cleanLine(name ?? '') || null }),
  ...(company !== undefined && { company: cleanLine(company ?? '') || null }),
  ...(useCase !== undefined && { useCase: cleanText(useCase ?? '') || null }),
})
