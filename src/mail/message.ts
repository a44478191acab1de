/** A mail as nodemailer wants it. Addresses are given as such, never as text that could hold two. */
import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from '../platform/mail/ports.ts'

/** Whom mail comes from. */
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
  // The same at every attempt, so that a receiver can tell a double.
  messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  headers: { ...AUTOMATIC, ...unsubscribeHeaders(mail) },
  disableFileAccess: true,
  disableUrlAccess: true,
})

type Headers = Readonly<Record<string, string | { readonly prepared: boolean; readonly value: string }>>

/** RFC 3834 §5: no machine should answer it. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** RFC 8058 §3.1. Not folded: some programs that read it take the address for broken then. */
const unsubscribeHeaders = ({ unsubscribeUrl }: OutgoingMail): Headers =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
