/**
 * Writes mail to files if no mail server is set, for trying Metes out and for tests. Only the service's user can read the
 * files, because a sign-in mail gives access to an account.
 */
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailTransport, OutgoingMail } from '../platform/mail/ports.ts'
import type { OperatorLog } from '../util/log.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { maskSecrets } from '../util/mask-secrets.ts'
import { writeFileAtomic } from '../util/write-file-atomic.ts'
import { messageOf, type Sender } from './message.ts'

export interface OutboxOptions {
  readonly directory: string
  readonly from: Sender
  readonly log: OperatorLog
}

export const createOutbox = ({ directory, from, log }: OutboxOptions): MailTransport => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    deliver: async (mail) => {
      const { message } = await composer.sendMail(messageOf(mail, from))
      await makeDirectory(directory)
      const file = join(directory, mailFileName(mail))
      await writeFileAtomic(file, message as Buffer, { aside: `${file}.tmp` })
      const link = mail.kind === 'sign_in' ? /https?:\/\/\S+/.exec(mail.text)?.[0] : undefined
      // Without a mail server, the first user finds the sign-in link in the log.
      if (link !== undefined) log.infoUnmasked({ to: maskSecrets(mail.to).text, link }, 'sign-in link')
      else log.info({ kind: mail.kind, file }, 'mail written')
    },
    close: async () => {},
  }
}

/** Names sort by time; writing a mail again overwrites its file. */
const mailFileName = ({ createdAt, kind, id }: OutgoingMail): string =>
  `${createdAt.replaceAll(/[-:]/g, '')}-${kind}-${id}.eml`
