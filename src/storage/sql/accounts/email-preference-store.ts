/** Email preferences of accounts, over SQL. */
import { sql } from 'kysely'
import type { EmailPreferenceStore, EmailPreferences } from '../../../platform/mail/ports.ts'
import type { AccountDatabase, AccountTables } from './schema.ts'

export const createEmailPreferenceStore = ({ read, run }: AccountDatabase): EmailPreferenceStore => {
  const accounts = () =>
    read
      .selectFrom('account')
      .leftJoin('emailPreferences', 'emailPreferences.accountId', 'account.id')
      .select(['account.id', 'account.email', 'subscribed'])
      .select(['productUpdates', 'usageAlerts', 'feedbackUpdates'])

  const find = async (accountId: string): Promise<EmailPreferences | null> => {
    const row = await accounts().where('account.id', '=', accountId).executeTakeFirst()
    return row === undefined ? null : emailPreferencesOf(row)
  }

  return {
    find,

    findByEmail: async (email) => {
      const row = await accounts().where('account.email', '=', email).executeTakeFirst()
      return row === undefined ? null : { accountId: row.id, preferences: emailPreferencesOf(row) }
    },

    change: async (accountId, { subscribed, kinds }) => {
      const named = Object.entries({ subscribed, ...kinds })
        .filter(([, wanted]) => wanted !== undefined)
        .map(([column, wanted]) => [column, wanted ? 1 : 0])
      if (named.length > 0 && (await find(accountId)) !== null) {
        const changed = Object.fromEntries(named)
        await run((open) =>
          open
            .insertInto('emailPreferences')
            .values({ accountId, ...ALL_WANTED, ...changed })
            .onConflict((conflict) => conflict.column('accountId').doUpdateSet(changed)),
        )
      }
      return find(accountId)
    },

    wanting: async (kind, { afterId, limit }) => {
      const rows = await accounts()
        .where('account.id', '>', afterId)
        .where(sql<boolean>`coalesce(email_preferences.subscribed, 1) = 1`)
        .where(sql<boolean>`coalesce(${sql.ref(`email_preferences.${kind}`)}, 1) = 1`)
        .orderBy('account.id')
        .limit(limit)
        .execute()
      return rows.map(({ id, email }) => ({ accountId: id, email }))
    },
  }
}

/** By kinds of mail, which are also the names of the columns. */
const ALL_WANTED = { subscribed: 1, product_updates: 1, usage_alerts: 1, feedback_updates: 1 }

type Switches = Omit<AccountTables['emailPreferences'], 'accountId'>

const emailPreferencesOf = (
  row: { readonly [Column in keyof Switches]: number | null },
): EmailPreferences => ({
  subscribed: row.subscribed !== 0,
  kinds: {
    product_updates: row.productUpdates !== 0,
    usage_alerts: row.usageAlerts !== 0,
    feedback_updates: row.feedbackUpdates !== 0,
  },
})
