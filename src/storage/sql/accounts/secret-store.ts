/** Secrets of the service over SQL. */
import type { SecretStore } from '../../../platform/mail/ports.ts'
import type { AccountDatabase } from './schema.ts'

export const createSecretStore = ({ read, write }: AccountDatabase): SecretStore => ({
  secretFor: async (name, candidate) => {
    const known = await read
      .selectFrom('serviceSecret')
      .select('secret')
      .where('name', '=', name)
      .executeTakeFirst()
    if (known !== undefined) return known.secret
    return write(async (transaction) => {
      await transaction
        .insertInto('serviceSecret')
        .values({ name, secret: candidate })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const { secret } = await transaction
        .selectFrom('serviceSecret')
        .select('secret')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return secret
    })
  },
})
