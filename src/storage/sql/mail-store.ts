/** The queue of mail over SQL. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailKind } from '../../platform/mail/kinds.ts'
import type { ClaimedMail, GivenUpMail, MailClaim, MailStore, QueuedMail } from '../../platform/mail/ports.ts'
import type { AccountTables } from './account-schema.ts'
import type { OpenDatabase } from './flavour.ts'

export class SqlMailStore implements MailStore {
  readonly #db: OpenDatabase<AccountTables>

  constructor(db: OpenDatabase<AccountTables>) {
    this.#db = db
  }

  put(mail: QueuedMail, { urgency, dueMs, once }: Parameters<MailStore['put']>[1]): Promise<boolean> {
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
          text: mail.text,
          html: mail.html,
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
    // Asked every second, and mostly nothing is due: that costs no lock.
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
          select id from mail where due_ms <= ${nowMs} order by urgency, due_ms, id limit ${limit} ${this.#db.flavour.skipLocked}
        )
        update mail set claim = ${claim}, due_ms = ${untilMs}, attempts = attempts + 1
        where id in (select id from due)
        returning *`.execute(transaction),
    )
    return rows.map(claimedOf)
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

  async givenUp(limit: number): Promise<readonly GivenUpMail[]> {
    const rows = await this.#db.read
      .selectFrom('mail')
      .select(['recipient', 'kind', 'subject', 'attempts', 'reason', 'given_up_at'])
      .where('given_up_at', 'is not', null)
      .orderBy('given_up_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      to: row.recipient,
      kind: row.kind as MailKind,
      subject: row.subject,
      attempts: row.attempts,
      reason: row.reason ?? '',
      givenUpAt: row.given_up_at ?? '',
    }))
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
