/**
 * Device sign-ins over SQL. The database stores only hashes of the codes. Each change requires its starting state, so only
 * one of several concurrent changes succeeds.
 */
import { type Selectable, sql } from 'kysely'
import type { DeviceSignIn, DeviceSignInStore, PolledSignIn } from '../../../platform/device-sign-in/ports.ts'
import type { KeyLimits, NewApiKey } from '../../../platform/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import { insertEvent } from './audit-store.ts'
import type { CheckedKey } from './checked-key.ts'
import { insertKey } from './key-store.ts'
import { insertGrant } from './oauth-store.ts'
import type { AccountTables } from './schema.ts'

export class SqlDeviceSignInStore implements DeviceSignInStore {
  readonly #db: OpenDatabase<AccountTables>
  readonly #key: CheckedKey

  constructor(db: OpenDatabase<AccountTables>, key: CheckedKey) {
    this.#db = db
    this.#key = key
  }

  async add(signIn: DeviceSignIn): Promise<boolean> {
    const row = signInRowOf(signIn, await this.#hash(signIn.userCode))
    return this.#db.write(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('device_sign_in')
        .values(row)
        .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    })
  }

  findByDevice(deviceHash: string): Promise<PolledSignIn | null> {
    return this.#find('device_hash', deviceHash)
  }

  async findByUser(userCode: string): Promise<DeviceSignIn | null> {
    const found = await this.#find('user_code_hash', await this.#hash(userCode))
    return found === null ? null : { ...found, userCode }
  }

  async polled(
    deviceHash: string,
    { atMs, intervalSeconds }: Parameters<DeviceSignInStore['polled']>[1],
  ): Promise<void> {
    await this.#db.write((transaction) =>
      transaction
        .updateTable('device_sign_in')
        .set({ polled_at_ms: atMs, interval_seconds: intervalSeconds })
        .where('device_hash', '=', deviceHash)
        .execute(),
    )
  }

  async decide(
    userCode: string,
    { state, accountId, atMs, event, grant }: Parameters<DeviceSignInStore['decide']>[1],
  ): Promise<boolean> {
    const userCodeHash = await this.#hash(userCode)
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('device_sign_in')
        .set({ state, account_id: accountId, grant_id: grant?.added.id ?? null })
        .where('user_code_hash', '=', userCodeHash)
        .where('state', '=', 'pending')
        .where('expires_at_ms', '>', atMs)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await insertEvent(transaction, event)
      if (grant !== undefined) await insertGrant(transaction, grant.added, grant.kept)
      return true
    })
  }

  redeem(deviceHash: string, key: NewApiKey, limits: KeyLimits): ReturnType<DeviceSignInStore['redeem']> {
    const { dialect, write } = this.#db
    return write(async (transaction) => {
      const { rows } = await sql`
        select 1 from device_sign_in
        where device_hash = ${deviceHash} and state = 'approved' and account_id = ${key.accountId} and access is null
        ${dialect.forUpdate}`.execute(transaction)
      if (rows.length === 0) return 'not_approved'
      if (!(await insertKey(transaction, dialect, key, limits))) return 'too_many_keys'
      await transaction
        .updateTable('device_sign_in')
        .set({ state: 'used' })
        .where('device_hash', '=', deviceHash)
        .execute()
      return 'redeemed'
    })
  }

  redeemAccess(deviceHash: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('device_sign_in')
        .set({ state: 'used' })
        .where('device_hash', '=', deviceHash)
        .where('state', '=', 'approved')
        .where('access', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  async sweep(expiredBeforeMs: number): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('device_sign_in').where('expires_at_ms', '<', expiredBeforeMs).execute(),
    )
  }

  /** A plain hash of eight letters could be reversed by trying all codes. */
  async #hash(userCode: string): Promise<string> {
    return (await this.#key()).hash('user code', userCode)
  }

  async #find(column: 'device_hash' | 'user_code_hash', value: string): Promise<PolledSignIn | null> {
    const row = await this.#db.read
      .selectFrom('device_sign_in')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst()
    return row === undefined ? null : signInOf(row)
  }
}

type DeviceSignInRow = Selectable<AccountTables['device_sign_in']>

const signInRowOf = (signIn: DeviceSignIn, userCodeHash: string): DeviceSignInRow => ({
  device_hash: signIn.deviceHash,
  user_code_hash: userCodeHash,
  state: signIn.state,
  client_name: signIn.clientName,
  address: signIn.address,
  created_at_ms: signIn.createdAtMs,
  expires_at_ms: signIn.expiresAtMs,
  interval_seconds: signIn.intervalSeconds,
  polled_at_ms: signIn.polledAtMs,
  account_id: signIn.accountId,
  access: signIn.access === null ? null : JSON.stringify(signIn.access),
  grant_id: signIn.grantId,
})

const signInOf = (row: DeviceSignInRow): PolledSignIn => ({
  deviceHash: row.device_hash,
  state: row.state,
  clientName: row.client_name,
  address: row.address,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  intervalSeconds: row.interval_seconds,
  polledAtMs: row.polled_at_ms,
  accountId: row.account_id,
  access: row.access === null ? null : JSON.parse(row.access),
  grantId: row.grant_id,
})
