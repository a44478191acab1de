/** Secrets of the service over SQL. */
import type { SecretStore } from '../../../platform/mail/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AccountTables } from './schema.ts'

export class SqlSecretStore implements SecretStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  async secretFor(name: string, candidate: string): Promise<string> {
    const known = await this.#db.read
      .selectFrom('service_secret')
      .select('secret')
      .where('name', '=', name)
      .executeTakeFirst()
    if (known !== undefined) return known.secret
    return this.#db.write(async (transaction) => {
      await transaction
        .insertInto('service_secret')
        .values({ name, secret: candidate })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const { secret } = await transaction
        .selectFrom('service_secret')
        .select('secret')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return secret
    })
  }
}
