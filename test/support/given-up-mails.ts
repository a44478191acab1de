/** Mails that were given up, as stored for the operator: no program reads them. */
import { rowsOf } from './databases.ts'

export interface GivenUpMail {
  readonly recipient: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attempts: number
  readonly reason: string
  readonly given_up_at: string
}

export const givenUpMails = async (place: string): Promise<readonly GivenUpMail[]> =>
  (await rowsOf(
    place,
    'metes.db',
    `select recipient, kind, subject, text, html, attempts, reason, given_up_at
     from mail where given_up_at is not null order by id`,
  )) as readonly GivenUpMail[]
