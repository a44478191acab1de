/**
 * Sign-ins by mail over SQL. A redemption requires its starting state, so only one of several concurrent attempts succeeds.
 */
import type { SignInStore } from '../../../platform/sign-in/ports.ts'
import { sameSecret } from '../../../util/same-secret.ts'
import type { AccountDatabase } from './schema.ts'

export const createSignInStore = ({ read, write, writeOne, run }: AccountDatabase): SignInStore => ({
  add: (signIn) => run((open) => open.insertInto('signIn').values({ ...signIn, tries: 0, used: 0 })),

  find: async (linkHash, nowMs) =>
    (await read
      .selectFrom('signIn')
      .select(['email', 'next'])
      .where('linkHash', '=', linkHash)
      .where('used', '=', 0)
      .where('expiresAtMs', '>', nowMs)
      .executeTakeFirst()) ?? null,

  redeemLink: async (linkHash, nowMs) =>
    (await writeOne((open) =>
      open
        .updateTable('signIn')
        .set({ used: 1 })
        .where('linkHash', '=', linkHash)
        .where('used', '=', 0)
        .where('expiresAtMs', '>', nowMs)
        .returning(['email', 'next'])
        .executeTakeFirst(),
    )) ?? null,

  redeemCode: (browserHash, codeHash, { nowMs, maxTries }) =>
    write(async (transaction) => {
      // Counted before the comparison: the row stays locked until the end, so concurrent tries count separately.
      const tried = await transaction
        .updateTable('signIn')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('browserHash', '=', browserHash)
        .where('used', '=', 0)
        .where('expiresAtMs', '>', nowMs)
        .where('tries', '<', maxTries)
        .returning(['email', 'next', 'tries', 'codeHash'])
        .executeTakeFirst()
      if (tried === undefined) return { triesLeft: 0, email: null }
      if (!sameSecret(tried.codeHash, codeHash))
        return { triesLeft: maxTries - tried.tries, email: tried.email }
      await transaction
        .updateTable('signIn')
        .set({ used: 1 })
        .where('browserHash', '=', browserHash)
        .execute()
      return { email: tried.email, next: tried.next }
    }),

  sweep: (expiredBeforeMs) =>
    run((open) => open.deleteFrom('signIn').where('expiresAtMs', '<', expiredBeforeMs)),
})
