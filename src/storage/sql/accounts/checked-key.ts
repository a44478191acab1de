/**
 * The service's secret key, verified to be the one with which the database was used. With another key, existing codes would
 * be unknown and queued mails unreadable: better reported at the start than discovered by users.
 */
import { METES } from '../../../util/command-name.ts'
import { lazily } from '../../../util/lazily.ts'
import { type SecretKey, secretKey } from '../../../util/secret-key.ts'
import type { AccountDatabase } from './schema.ts'
import { createSecretStore, findSecret } from './secret-store.ts'

/** Loads the secret from its place. Rejects if there is none and `mayCreate` is false. */
export type ReadSecret = (options: { readonly mayCreate: boolean }) => Promise<string>

export type CheckedKey = () => Promise<SecretKey>

/** Loads the key on first use, because most commands never need it. */
export const checkedKey = (db: AccountDatabase, read: ReadSecret): CheckedKey => {
  const secrets = createSecretStore(db)
  return lazily(async () => {
    const known = await findSecret(db, KEY_MARK)
    // A new key is of no use for a database that another one was used with, and would pass for the right one later.
    const key = secretKey(await read({ mayCreate: known === null }))
    const mark = markOf(key)
    if ((known ?? (await secrets.secretFor(KEY_MARK, mark))) !== mark) throw new SecretKeyError()
    return key
  }).get
}

export interface Voided {
  /** Sign-in mails that were waiting to be sent. */
  readonly mails: number
  /** Device sign-ins in progress. */
  readonly deviceSignIns: number
}

/** Makes the key the database's own. Removes data that need another key, because they are void. */
export const adoptKey = async (db: AccountDatabase, read: ReadSecret): Promise<Voided> => {
  const secret = markOf(secretKey(await read({ mayCreate: true })))
  return db.write(async (transaction) => {
    await transaction
      .insertInto('serviceSecret')
      .values({ name: KEY_MARK, secret })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ secret }))
      .execute()
    const mails = await transaction.deleteFrom('mail').where('kind', '=', 'sign_in').executeTakeFirst()
    const signIns = await transaction.deleteFrom('deviceSignIn').executeTakeFirst()
    return { mails: Number(mails.numDeletedRows), deviceSignIns: Number(signIns.numDeletedRows) }
  })
}

class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'

  constructor() {
    super(
      `The database was used with another secret key. Give all servers of a database one: copy secret.key from the data directory of the first, or set METES_SECRET_KEY on all. If that key is lost, "${METES} doctor --fix" takes the new one.`,
    )
  }
}

/** Stored in the database to recognise the key; it reveals nothing about the key. */
export const markOf = (key: SecretKey): string => key.hash('check', 'metes')
/** Name of the mark in the table `service_secret`. */
export const KEY_MARK = 'secret key'
