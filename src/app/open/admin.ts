/** Opens the actions of the operator only: keys for others, plans, the audit trail, news, and the status of feedback. */
import { OPERATOR_ORIGIN } from '../../platform/audit/event.ts'
import type { AuditQuery } from '../../platform/audit/ports.ts'
import type { OperatorKeyRequest } from '../../platform/keys.ts'
import { type ProductUpdateRequest, sendProductUpdate } from '../../platform/mail/product-update.ts'
import { requirePlan } from '../../platform/plans.ts'
import type { AccountParts } from './accounts.ts'
import type { FeedbackParts } from './feedback.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'

export const openAdmin = (
  { config: { plans, baseUrl }, storage }: Opening,
  { audit, keys }: AccountParts,
  { mailer }: MailParts,
  { feedbackAt }: FeedbackParts,
) => ({
  createKey: async (request: OperatorKeyRequest) => {
    if (request.plan !== null) requirePlan(plans, request.plan)
    return keys.create(request)
  },
  /** Returns the account of a key; null if the key is mistyped, unknown or revoked. */
  accountOfKey: async (apiKey: string): Promise<string | null> =>
    (await keys.identify(apiKey, null))?.accountId ?? null,
  listKeys: async (email: string) => {
    const account = await keys.requireAccount(email)
    return account === null ? null : keys.list(account.id)
  },
  revokeKey: async (email: string, keyId: string) => {
    const account = await keys.requireAccount(email)
    if (account === null || (await keys.revoke(account.id, keyId, OPERATOR_ORIGIN)) === null) return null
    return (await keys.list(account.id)).find(({ id }) => id === keyId) ?? null
  },
  setPlan: async (email: string, plan: string) => {
    requirePlan(plans, plan)
    return keys.setPlan(email, plan)
  },
  sendProductUpdate: (request: ProductUpdateRequest) =>
    sendProductUpdate({ preferences: storage.emailPreferences, mailer }, request),
  setFeedbackStatus: feedbackAt(baseUrl).setStatus,
  listAudit: async ({
    email,
    ...query
  }: Omit<AuditQuery, 'accountId'> & { readonly email: string | null }) => {
    const account = email === null ? null : await keys.requireAccount(email)
    if (email !== null && account === null) return null
    return audit.list({ ...query, accountId: account?.id ?? null })
  },
})
