/**
 * Mails accounts when 80 % and when 100 % of their units are used: each once a month, even with several processes. Calls
 * only leave a note; every few seconds the usage is looked up and the mails are queued.
 */
import type { Clock } from '../util/clock.ts'
import { monthEnd, monthOf } from './billing-month.ts'
import type { AccountCaller } from './caller.ts'
import { mailContent } from './mail/content.ts'
import type { Mailer } from './mail/ports.ts'
import { type Plans, planOf } from './plans.ts'
import type { ProfileStore } from './ports.ts'
import type { UnitQuota } from './quota.ts'

export type UsageAlerts = ReturnType<typeof createUsageAlerts>

interface UsageAlertsOptions {
  readonly units: Pick<UnitQuota, 'used'>
  readonly profiles: Pick<ProfileStore, 'find'>
  readonly plans: Plans
  readonly mailer: Mailer
  readonly clock: Clock
}

export const ALERT_EVERY_MS = 5_000

/** Percent of the allowance, highest first: if both are reached at once, only the higher is mailed. */
const THRESHOLDS = [100, 80] as const

const MAX_REMEMBERED = 10_000

export const createUsageAlerts = (options: UsageAlertsOptions) => {
  const { units, profiles, plans, mailer, clock } = options
  const planByAccount = new Map<string, string>()
  /** The last alert of each account. The queue deduplicates anyway; this only saves the query. */
  const alerted = new Map<string, string>()

  const check = async (accountId: string, plan: string): Promise<void> => {
    const allowance = planOf(plans, plan).unitsPerMonth
    if (allowance === null) return
    const nowMs = clock.now()
    const month = monthOf(nowMs)
    const used = await units.used(accountId, month)
    const percent = THRESHOLDS.find((each) => used * 100 >= each * allowance)
    if (percent === undefined) return
    const event = `usage_alerts ${accountId} ${month} ${percent}`
    if (alerted.get(accountId) === event) return
    const { account } = await profiles.find(accountId)
    await mailer.send({
      to: account.email,
      kind: 'usage_alerts',
      once: event,
      ...alert({ percent, used, allowance, plan, resetsAt: monthEnd(nowMs) }),
    })
    if (alerted.size >= MAX_REMEMBERED) alerted.clear()
    alerted.set(accountId, event)
  }

  return {
    /** Notes that the account spent units, or was refused because none are left. */
    note: ({ accountId, plan }: Pick<AccountCaller, 'accountId' | 'plan'>) => {
      planByAccount.set(accountId, plan)
    },
    /** Mails the noted accounts that reached a threshold. Failures are retried at the next call. Call it every `ALERT_EVERY_MS`. */
    send: async () => {
      for (const [accountId, plan] of [...planByAccount]) {
        planByAccount.delete(accountId)
        try {
          await check(accountId, plan)
        } catch (error) {
          if (!planByAccount.has(accountId)) planByAccount.set(accountId, plan)
          throw error
        }
      }
    },
  }
}

interface AlertFacts {
  readonly percent: (typeof THRESHOLDS)[number]
  readonly used: number
  readonly allowance: number
  readonly plan: string
  readonly resetsAt: string
}

const alert = ({ percent, used, allowance, plan, resetsAt }: AlertFacts) => {
  const isOver = percent === 100
  return {
    subject: isOver ? 'All units of this month are used' : `${percent} % of the units of this month are used`,
    ...mailContent([
      `Your account has used ${number(used)} of the ${number(allowance)} units that the plan ${plan} includes this month.`,
      isOver
        ? 'Until the count resets, calls that cost units are refused with 402. Free calls still work.'
        : 'Calls that cost more than the remaining units are refused with 402.',
      `The count resets on ${day(resetsAt)}, 00:00 UTC.`,
    ]),
  }
}

const number = (value: number): string => value.toLocaleString('en')

const day = (rfc3339Text: string): string =>
  new Date(rfc3339Text).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
