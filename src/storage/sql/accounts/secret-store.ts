/** Secrets of the service over SQL. */
import type { SecretStore } from '../../../platform/mail/ports.ts'
import type { AccountDatabase } from './schema.ts'

/** Returns null if there is none of the name. */
export const findSecret = async (
  { read }: Pick<AccountDatabase, 'read'>,
  name: string,
): Promise<string | null> => {
  const known = await read
    .selectFrom('serviceSecret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirst()
  return known?.secret ?? null
}

export const createSecretStore = ({ read, write }: AccountDatabase): SecretStore => ({
  secretFor: async (name, candidate) => {
    const known = await findSecret({ read }, name)
    if (known !== null) return known
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
