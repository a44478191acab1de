/** Browser sessions over SQL. */
import type { SessionStore } from '../../../platform/sign-in/ports.ts'
import type { AccountDatabase } from './schema.ts'

export const createSessionStore = ({ read, run, changes }: AccountDatabase): SessionStore => ({
  add: (session, tokenHash) => run((open) => open.insertInto('session').values({ ...session, tokenHash })),

  find: async (tokenHash, previousUntilMs) => {
    const row = await read
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.accountId')
      .select(SESSION)
      .select(['tokenHash', 'account.email'])
      .where((is) =>
        is.or([
          is('tokenHash', '=', tokenHash),
          is.and([is('previousHash', '=', tokenHash), is('renewedAtMs', '>', previousUntilMs)]),
        ]),
      )
      .executeTakeFirst()
    if (row === undefined) return null
    const { email, tokenHash: currentHash, ...session } = row
    return { session, email, isPrevious: currentHash !== tokenHash }
  },

  renew: (tokenHash, newTokenHash, nowMs) =>
    changes((open) =>
      open
        .updateTable('session')
        .set({ tokenHash: newTokenHash, previousHash: tokenHash, renewedAtMs: nowMs })
        .where('tokenHash', '=', tokenHash),
    ),

  markUsed: (id, nowMs) =>
    run((open) => open.updateTable('session').set({ usedAtMs: nowMs }).where('id', '=', id)),

  list: (accountId, usedAfterMs) =>
    read
      .selectFrom('session')
      .select(SESSION)
      .where('accountId', '=', accountId)
      .where('usedAtMs', '>', usedAfterMs)
      .orderBy('usedAtMs', 'desc')
      .orderBy('id')
      .execute(),

  end: (accountId, id) =>
    run((open) => open.deleteFrom('session').where('accountId', '=', accountId).where('id', '=', id)),

  endAll: (accountId) => run((open) => open.deleteFrom('session').where('accountId', '=', accountId)),

  sweep: (usedBeforeMs) => run((open) => open.deleteFrom('session').where('usedAtMs', '<', usedBeforeMs)),
})

const SESSION = [
  'session.id',
  'accountId',
  'csrfToken',
  'userAgent',
  'session.createdAtMs',
  'usedAtMs',
  'renewedAtMs',
] as const
