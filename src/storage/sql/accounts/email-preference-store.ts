/** Email preferences of accounts, over SQL. */
import { sql } from 'kysely'
import { SWITCHABLE_KINDS, type SwitchableKind } from '../../../platform/mail/kinds.ts'
import type {
  EmailPreferenceStore,
  EmailPreferences,
  PreferenceChanges,
  Recipient,
} from '../../../platform/mail/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AccountTables } from './schema.ts'

export class SqlEmailPreferenceStore implements EmailPreferenceStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  async find(accountId: string): Promise<EmailPreferences | null> {
    const row = await this.#accounts.where('account.id', '=', accountId).executeTakeFirst()
    return row === undefined ? null : emailPreferencesOf(row)
  }

  async findByEmail(email: string): ReturnType<EmailPreferenceStore['findByEmail']> {
    const row = await this.#accounts.where('account.email', '=', email).executeTakeFirst()
    return row === undefined ? null : { accountId: row.id, preferences: emailPreferencesOf(row) }
  }

  async change(
    accountId: string,
    { subscribed, kinds }: PreferenceChanges,
  ): Promise<EmailPreferences | null> {
    const named = Object.entries({ subscribed, ...kinds })
      .filter(([, wanted]) => wanted !== undefined)
      .map(([column, wanted]) => [column, wanted ? 1 : 0])
    if (named.length > 0 && (await this.find(accountId)) !== null) {
      const changed = Object.fromEntries(named)
      await this.#db.write((transaction) =>
        transaction
          .insertInto('email_preferences')
          .values({ account_id: accountId, ...ALL_WANTED, ...changed })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
          .execute(),
      )
    }
    return this.find(accountId)
  }

  async wanting(
    kind: SwitchableKind,
    { afterId, limit }: Parameters<EmailPreferenceStore['wanting']>[1],
  ): Promise<readonly Recipient[]> {
    const rows = await this.#accounts
      .where('account.id', '>', afterId)
      .where(sql<boolean>`coalesce(email_preferences.subscribed, 1) = 1`)
      .where(sql<boolean>`coalesce(${sql.ref(`email_preferences.${kind}`)}, 1) = 1`)
      .orderBy('account.id')
      .limit(limit)
      .execute()
    return rows.map(({ id, email }) => ({ accountId: id, email }))
  }

  get #accounts() {
    return this.#db.read
      .selectFrom('account')
      .leftJoin('email_preferences', 'email_preferences.account_id', 'account.id')
      .select(['account.id', 'account.email', 'subscribed', ...SWITCHABLE_KINDS])
  }
}

const ALL_WANTED = { subscribed: 1, product_updates: 1, usage_alerts: 1, feedback_updates: 1 }

type Switches = { readonly [Column in 'subscribed' | SwitchableKind]: number | null }

const emailPreferencesOf = (row: Switches): EmailPreferences => ({
  subscribed: row.subscribed !== 0,
  kinds: {
    product_updates: row.product_updates !== 0,
    usage_alerts: row.usage_alerts !== 0,
    feedback_updates: row.feedback_updates !== 0,
  },
})
