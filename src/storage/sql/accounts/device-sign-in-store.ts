/**
 * Device sign-ins over SQL. The database stores only hashes of the codes. Each change requires its starting state, so only
 * one of several concurrent changes succeeds.
 */
import { sql } from 'kysely'
import type { DeviceSignInStore, PolledSignIn } from '../../../platform/device-sign-in/ports.ts'
import { insertEvent } from './audit-store.ts'
import type { CheckedKey } from './checked-key.ts'
import { insertKey } from './key-store.ts'
import { insertGrant } from './oauth-store.ts'
import type { AccountDatabase } from './schema.ts'

export const createDeviceSignInStore = (db: AccountDatabase, key: CheckedKey): DeviceSignInStore => {
  const { read, write, run, changes, dialect } = db

  /** A plain hash of eight letters could be reversed by trying all codes. */
  const hashed = async (userCode: string): Promise<string> => (await key()).hash('user code', userCode)

  const find = async (column: 'deviceHash' | 'userCodeHash', value: string): Promise<PolledSignIn | null> => {
    const row = await read.selectFrom('deviceSignIn').selectAll().where(column, '=', value).executeTakeFirst()
    if (row === undefined) return null
    const { userCodeHash, access, ...signIn } = row
    return { ...signIn, access: access === null ? null : JSON.parse(access) }
  }

  return {
    add: async ({ userCode, access, ...signIn }) => {
      const row = {
        ...signIn,
        userCodeHash: await hashed(userCode),
        access: access === null ? null : JSON.stringify(access),
      }
      return changes((open) =>
        open
          .insertInto('deviceSignIn')
          .values(row)
          .onConflict((conflict) => conflict.column('userCodeHash').doNothing()),
      )
    },

    findByDevice: (deviceHash) => find('deviceHash', deviceHash),

    findByUser: async (userCode) => {
      const found = await find('userCodeHash', await hashed(userCode))
      return found === null ? null : { ...found, userCode }
    },

    polled: (deviceHash, { atMs, intervalSeconds }) =>
      run((open) =>
        open
          .updateTable('deviceSignIn')
          .set({ polledAtMs: atMs, intervalSeconds })
          .where('deviceHash', '=', deviceHash),
      ),

    decide: async (userCode, { state, accountId, atMs, event, grant }) => {
      const userCodeHash = await hashed(userCode)
      return write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('deviceSignIn')
          .set({ state, accountId, grantId: grant?.added.id ?? null })
          .where('userCodeHash', '=', userCodeHash)
          .where('state', '=', 'pending')
          .where('expiresAtMs', '>', atMs)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await insertEvent(transaction, event)
        if (grant !== undefined) await insertGrant(transaction, grant.added, grant.kept)
        return true
      })
    },

    redeem: (deviceHash, key, limits) =>
      write(async (transaction) => {
        const { rows } = await sql`
          select 1 from device_sign_in
          where device_hash = ${deviceHash} and state = 'approved' and account_id = ${key.accountId} and access is null
          ${dialect.forUpdate}`.execute(transaction)
        if (rows.length === 0) return 'not_approved'
        if (!(await insertKey(transaction, dialect, key, limits))) return 'too_many_keys'
        await transaction
          .updateTable('deviceSignIn')
          .set({ state: 'used' })
          .where('deviceHash', '=', deviceHash)
          .execute()
        return 'redeemed'
      }),

    redeemAccess: (deviceHash) =>
      changes((open) =>
        open
          .updateTable('deviceSignIn')
          .set({ state: 'used' })
          .where('deviceHash', '=', deviceHash)
          .where('state', '=', 'approved')
          .where('access', 'is not', null),
      ),

    sweep: (expiredBeforeMs) =>
      run((open) => open.deleteFrom('deviceSignIn').where('expiresAtMs', '<', expiredBeforeMs)),
  }
}
