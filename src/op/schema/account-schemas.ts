/** Schemas and bodies of accounts in answers. */
import { z } from 'zod'
import type { AccountView } from '../../platform/accounts.ts'

const profileField = z.string().nullable().describe('Null when not set.')

export const account = z.strictObject({
  email: z.string(),
  plan: z.string(),
  units: z
    .strictObject({
      used: z.int().describe('Units spent, plus those reserved by running calls.'),
      allowance: z.int().nullable().describe('Null for no limit.'),
      remaining: z.int().nullable().describe('Null for no limit.'),
      resets_at: z.string().describe('When the count resets. Months are calendar months in UTC.'),
    })
    .describe('Units of this month.'),
  rate_limit: z.strictObject({ calls_per_minute: z.int().nullable().describe('Null for no limit.') }),
  profile: z.strictObject({ name: profileField, company: profileField, use_case: profileField }),
  created_at: z.string(),
})

export const accountBody = ({ email, plan, units, callsPerMinute, profile, createdAt }: AccountView) => ({
  email,
  plan,
  units: {
    used: units.used,
    allowance: units.allowance,
    remaining: units.remaining,
    resets_at: units.resetsAt,
  },
  rate_limit: { calls_per_minute: callsPerMinute },
  profile: { name: profile.name, company: profile.company, use_case: profile.useCase },
  created_at: createdAt,
})
