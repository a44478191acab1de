/** The queue of mail over SQL. Mails that grant access to an account are stored encrypted. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailKind } from '../../../platform/mail/kinds.ts'
import type { ClaimedMail, MailClaim, MailStore, QueuedMail } from '../../../platform/mail/ports.ts'
import { rfc3339 } from '../../../util/clock.ts'
import type { SecretKey } from '../../../util/secret-key.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { CheckedKey } from './checked-key.ts'
import type { AccountTables } from './schema.ts'

export class SqlMailStore implements MailStore {
  readonly #db: OpenDatabase<AccountTables>

  readonly #key: CheckedKey

  constructor(db: OpenDatabase<AccountTables>, key: CheckedKey) {
    this.#db = db
    this.#key = key
  }

  async put(mail: QueuedMail, { urgency, dueMs, once }: Parameters<MailStore['put']>[1]): Promise<boolean> {
    const words = isSealed(mail.kind) ? sealed(await this.#key(), mail) : mail
    return this.#db.write(async (transaction) => {
      if (once !== undefined && !(await isFirst(transaction, once))) return false
      await transaction
        .insertInto('mail')
        .values({
          id: mail.id,
          account_id: mail.accountId,
          recipient: mail.to,
          kind: mail.kind,
          subject: mail.subject,
          text: words.text,
          html: words.html,
          created_at: mail.createdAt,
          urgency,
          attempts: 0,
          due_ms: dueMs,
          claim: null,
          reason: null,
          given_up_at: null,
        })
        .execute()
      return true
    })
  }

  async claim({ claim, nowMs, untilMs }: MailClaim, limit: number): Promise<readonly ClaimedMail[]> {
    // Runs every second, and usually nothing is due: then it takes no lock.
    const due = await this.#db.read
      .selectFrom('mail')
      .select('id')
      .where('due_ms', '<=', nowMs)
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return []
    const { rows } = await this.#db.write((transaction) =>
      sql<Selectable<AccountTables['mail']>>`
        with due as materialized (
          select id from mail where due_ms <= ${nowMs} order by urgency, due_ms, id limit ${limit} ${this.#db.dialect.skipLocked}
        )
        update mail set claim = ${claim}, due_ms = ${untilMs}, attempts = attempts + 1
        where id in (select id from due)
        returning *`.execute(transaction),
    )
    const mails = await Promise.all(rows.map((row) => this.#claimed(row, claim, nowMs)))
    return mails.filter((mail) => mail !== null)
  }

  /** Returns null for a mail sealed with another key: it can never be read, so it is given up. */
  async #claimed(
    row: Selectable<AccountTables['mail']>,
    claim: string,
    nowMs: number,
  ): Promise<ClaimedMail | null> {
    const mail = claimedOf(row)
    if (!isSealed(mail.kind)) return mail
    const words = opened(await this.#key(), mail)
    if (words !== null) return { ...mail, ...words }
    await this.giveUp(row.id, claim, { reason: UNREADABLE, at: rfc3339(nowMs) })
    return null
  }

  remove(id: string, claim: string): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('mail')
        .where('id', '=', id)
        .where('claim', '=', claim)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }

  putOff(id: string, claim: string, dueMs: number): Promise<boolean> {
    return this.#changeClaimed(id, claim, { due_ms: dueMs, claim: null })
  }

  giveUp(id: string, claim: string, { reason, at }: Parameters<MailStore['giveUp']>[2]): Promise<boolean> {
    return this.#changeClaimed(id, claim, {
      due_ms: null,
      claim: null,
      text: '',
      html: '',
      reason,
      given_up_at: at,
    })
  }

  async forgetGivenUp(before: string): Promise<void> {
    await this.#db.write((transaction) =>
      transaction.deleteFrom('mail').where('given_up_at', '<', before).execute(),
    )
  }

  async waiting(): Promise<number> {
    const { count } = await this.#db.read
      .selectFrom('mail')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('due_ms', 'is not', null)
      .executeTakeFirstOrThrow()
    return count
  }

  #changeClaimed(
    id: string,
    claim: string,
    change: Partial<Selectable<AccountTables['mail']>>,
  ): Promise<boolean> {
    return this.#db.write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('mail')
        .set(change)
        .where('id', '=', id)
        .where('claim', '=', claim)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }
}

const UNREADABLE = 'Its content cannot be decrypted with the secret key of this service.'

/** True for emails that grant access to an account. */
const isSealed = (kind: MailKind): boolean => kind === 'sign_in'

type Words = Pick<QueuedMail, 'text' | 'html'>

const sealed = (key: SecretKey, { id, text, html }: QueuedMail): Words => ({
  text: key.seal('mail', id, JSON.stringify([text, html])),
  html: '',
})

const opened = (key: SecretKey, mail: ClaimedMail): Words | null => {
  const words = key.open('mail', mail.id, mail.text)
  if (words === null) return null
  const [text, html]: readonly string[] = JSON.parse(words)
  return { text, html }
}

const isFirst = async (transaction: Transaction<AccountTables>, name: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('mail_once')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const claimedOf = (row: Selectable<AccountTables['mail']>): ClaimedMail => ({
  id: row.id,
  accountId: row.account_id,
  to: row.recipient,
  kind: row.kind as MailKind,
  subject: row.subject,
  text: row.text,
  html: row.html,
  createdAt: row.created_at,
  attempts: row.attempts,
})
