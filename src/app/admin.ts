/** Actions of the operator only: keys for others, plans, the audit trail, news, and the status of feedback. */
import type { Config } from '../config/config.ts'
import { sendProductUpdate } from '../platform/mail/product-update.ts'
import { requirePlan } from '../platform/plans.ts'
import type { OpenParts } from './open/parts.ts'
import type { Service } from './service.ts'

type Admin = Pick<
  Service,
  'createKey' | 'accountOfKey' | 'setPlan' | 'sendProductUpdate' | 'setFeedbackStatus' | 'listAudit'
>

export const createAdmin = (
  { plans, baseUrl }: Config,
  { storage, accounts: { audit, keys }, mail: { mailer }, feedbackAt }: OpenParts,
): Admin => ({
  createKey: async ({ email, plan }) => {
    if (plan !== null) requirePlan(plans, plan)
    return keys.create({ email, plan })
  },
  accountOfKey: async (apiKey) => (await keys.identify(apiKey, null))?.accountId ?? null,
  setPlan: async (email, plan) => {
    requirePlan(plans, plan)
    return keys.setPlan(email, plan)
  },
  sendProductUpdate: (request) =>
    sendProductUpdate({ preferences: storage.emailPreferences, mailer }, request),
  setFeedbackStatus: feedbackAt(baseUrl).setStatus,
  listAudit: async ({ email, ...query }) => {
    const account = email === null ? null : await keys.requireAccount(email)
    if (email !== null && account === null) return null
    return audit.list({ ...query, accountId: account?.id ?? null })
  },
})
