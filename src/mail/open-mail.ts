/** Opens the configured mail transport: an SMTP server, or files in the outbox folder. */
import { isIP } from 'node:net'
import type { MailTransport } from '../platform/mail/ports.ts'
import type { OperatorLog } from '../util/log.ts'
import type { Sender } from './message.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'

export interface MailTransportOptions {
  /** `smtp://…` or `smtps://…`; null for files. */
  readonly smtpUrl: string | null
  /** Null for `metes` at the service's own host. */
  readonly from: Sender | null
  readonly baseUrl: string
  /** Directory of the files. */
  readonly directory: string
  readonly log: OperatorLog
}

export const openMailTransport = (options: MailTransportOptions): MailTransport => {
  const from = options.from ?? ownSender(options.baseUrl)
  return options.smtpUrl === null ? createOutbox({ ...options, from }) : createSmtp(options.smtpUrl, from)
}

const ownSender = (baseUrl: string): Sender => {
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  return { name: 'Metes', address: `metes@${isIP(host) === 0 ? host : 'localhost'}` }
}
