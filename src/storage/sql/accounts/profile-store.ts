/** Profiles of accounts over SQL. */
import type { ProfileStore } from '../../../platform/ports.ts'
import type { AccountDatabase } from './schema.ts'

export const createProfileStore = ({ read, run }: AccountDatabase): ProfileStore => ({
  find: async (accountId) => {
    const { name, company, useCase, ...account } = await read
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return { account, profile: { name, company, useCase } }
  },

  change: async (accountId, { name, company, useCase }) => {
    const changes = { name, company, useCase }
    if (Object.values(changes).every((value) => value === undefined)) return
    await run((open) => open.updateTable('account').set(changes).where('id', '=', accountId))
  },
})
