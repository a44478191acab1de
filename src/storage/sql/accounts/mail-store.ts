/** The queue of mail over SQL. Mails that grant access to an account are stored encrypted. */
import { type Selectable, sql } from 'kysely'
import type { MailKind } from '../../../platform/mail/mail-kinds.ts'
import type { ClaimedMail, MailStore, QueuedMail } from '../../../platform/mail/ports.ts'
import { rfc3339 } from '../../../util/clock.ts'
import type { SecretKey } from '../../../util/secret-key.ts'
import type { CheckedKey } from './checked-key.ts'
import type { AccountDatabase, AccountTables, AccountTransaction } from './schema.ts'

type MailRow = Selectable<AccountTables['mail']>

export const createMailStore = (db: AccountDatabase, key: CheckedKey): MailStore => {
  const { read, write, run, changes, dialect } = db

  const changeClaimed = (id: string, claim: string, change: Partial<MailRow>): Promise<boolean> =>
    changes((open) => open.updateTable('mail').set(change).where('id', '=', id).where('claim', '=', claim))

  const giveUp: MailStore['giveUp'] = (id, claim, { reason, at }) =>
    changeClaimed(id, claim, { dueMs: null, claim: null, text: '', html: '', reason, givenUpAt: at })

  /** Returns null for a mail sealed with another key: it can never be read, so it is given up. */
  const claimed = async (row: MailRow, claim: string, nowMs: number): Promise<ClaimedMail | null> => {
    const { id, accountId, recipient: to, kind, subject, text, html, createdAt, attempts } = row
    const mail = { id, accountId, to, kind, subject, text, html, createdAt, attempts }
    if (!isSealed(kind)) return mail
    const words = opened(await key(), mail)
    if (words !== null) return { ...mail, ...words }
    await giveUp(id, claim, { reason: UNREADABLE, at: rfc3339(nowMs) })
    return null
  }

  return {
    put: async (mail, { urgency, dueMs, once }) => {
      const { to: recipient, ...row } = isSealed(mail.kind) ? { ...mail, ...sealed(await key(), mail) } : mail
      return write(async (transaction) => {
        if (once !== undefined && !(await isFirst(transaction, once))) return false
        await transaction
          .insertInto('mail')
          .values({ ...row, recipient, urgency, attempts: 0, dueMs })
          .execute()
        return true
      })
    },

    claim: async ({ claim, nowMs, untilMs }, limit) => {
      // Runs every second, and usually nothing is due: then it takes no lock.
      const due = await read
        .selectFrom('mail')
        .select('id')
        .where('dueMs', '<=', nowMs)
        .limit(1)
        .executeTakeFirst()
      if (due === undefined) return []
      const { rows } = await write((transaction) =>
        sql<MailRow>`
          with due as materialized (
            select id from mail where due_ms <= ${nowMs} order by urgency, due_ms, id limit ${limit} ${dialect.skipLocked}
          )
          update mail set claim = ${claim}, due_ms = ${untilMs}, attempts = attempts + 1
          where id in (select id from due)
          returning *`.execute(transaction),
      )
      const mails = await Promise.all(rows.map((row) => claimed(row, claim, nowMs)))
      return mails.filter((mail) => mail !== null)
    },

    remove: (id, claim) =>
      changes((open) => open.deleteFrom('mail').where('id', '=', id).where('claim', '=', claim)),

    putOff: (id, claim, dueMs) => changeClaimed(id, claim, { dueMs, claim: null }),

    giveUp,

    forgetGivenUp: (before) => run((open) => open.deleteFrom('mail').where('givenUpAt', '<', before)),

    waiting: async () => {
      const { count } = await read
        .selectFrom('mail')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('dueMs', 'is not', null)
        .executeTakeFirstOrThrow()
      return count
    },
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

const isFirst = async (transaction: AccountTransaction, name: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('mailOnce')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
