/**
 * The secret key of the service, once it is known to be the one that the database was used with. With another one, codes that people
 * hold would be unknown here and mails that wait could not be read: better said at the start than found out by them.
 */
import { type SecretKey, secretKey } from '../../../util/secret-key.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { AccountTables } from './schema.ts'
import { SqlSecretStore } from './secret-store.ts'

/** Reads the secret from wherever it is kept. */
export type ReadSecret = () => Promise<string>

export type CheckedKey = () => Promise<SecretKey>

/** Read when it is first needed: most commands never do. */
export const checkedKey = (db: OpenDatabase<AccountTables>, read: ReadSecret): CheckedKey => {
  const secrets = new SqlSecretStore(db)
  const check = async (): Promise<SecretKey> => {
    const key = secretKey(await read())
    const mark = markOf(key)
    if ((await secrets.secretFor(NAME, mark)) !== mark) throw new SecretKeyError()
    return key
  }
  let checked: Promise<SecretKey> | null = null
  return () => {
    checked ??= check().catch((error) => {
      checked = null
      throw error
    })
    return checked
  }
}

export interface Voided {
  /** Mails for signing in that waited to be sent. */
  readonly mails: number
  /** Sign-ins of devices under way. */
  readonly deviceSignIns: number
}

/** Makes the key the database's own. What needs another one is void, and removed. */
export const adoptKey = async (db: OpenDatabase<AccountTables>, read: ReadSecret): Promise<Voided> => {
  const secret = markOf(secretKey(await read()))
  return db.write(async (transaction) => {
    await transaction
      .insertInto('service_secret')
      .values({ name: NAME, secret })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ secret }))
      .execute()
    const mails = await transaction.deleteFrom('mail').where('kind', '=', 'sign_in').executeTakeFirst()
    const signIns = await transaction.deleteFrom('device_sign_in').executeTakeFirst()
    return { mails: Number(mails.numDeletedRows), deviceSignIns: Number(signIns.numDeletedRows) }
  })
}

class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'

  constructor() {
    super(
      'The database was used with another secret key. Give all servers of a database one: copy secret.key from the data directory of the first, or set METES_SECRET_KEY on all. If that key is lost, "metes doctor --fix" takes the new one.',
    )
  }
}

/** What the database keeps, to know the key by; it tells nothing of the key. */
const markOf = (key: SecretKey): string => key.hash('check', 'metes')
const NAME = 'secret key'
