/**
 * Converts a mail to nodemailer's form. Addresses are structured fields, because a text could be parsed as two addresses.
 */
import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from '../platform/mail/ports.ts'

/** The sender of all mail. */
export interface Sender {
  readonly name: string
  readonly address: string
}

export const messageOf = (mail: OutgoingMail, from: Sender): SendMailOptions => ({
  from: { ...from },
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: new Date(mail.createdAt),
  // The same at every attempt, so that receivers can drop duplicates.
  messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  headers: { ...AUTOMATIC, ...unsubscribeHeaders(mail) },
  disableFileAccess: true,
  disableUrlAccess: true,
})

type Headers = Readonly<Record<string, string | { readonly prepared: boolean; readonly value: string }>>

/** RFC 3834 §5: automatic responders must not reply. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** RFC 8058 §3.1. Not folded: some mail programs fail to read a folded address. */
const unsubscribeHeaders = ({ unsubscribeUrl }: OutgoingMail): Headers =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
