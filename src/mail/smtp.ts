/** Mail over SMTP. */
import { createTransport } from 'nodemailer'
import { MailRefusedError, type MailTransport } from '../platform/mail/ports.ts'
import { isLoopback } from '../util/loopback.ts'
import { messageOf, type Sender } from './message.ts'

export const createSmtp = (url: string, from: Sender): MailTransport => {
  const pool = createTransport({ ...connection(new URL(url)), ...TIMEOUTS, ...POOL })
  return {
    deliver: async (mail, signal) => {
      try {
        await pool.sendMail({ ...messageOf(mail, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, { cause: error }) : error
      }
    },
    close: async () => pool.close({ force: true }),
  }
}

/** Connects, encrypts and signs in as for a mail, and sends none. Gives the server's name; rejects with what to do. */
export const checkSmtp = async (url: string): Promise<string> => {
  const options = connection(new URL(url))
  const place = `${options.host}:${options.port}`
  const transport = createTransport({ ...options, ...TIMEOUTS })
  try {
    await transport.verify()
    return place
  } catch (error) {
    const { code = '', message } = error as SmtpError
    throw new Error(`${place}: ${message}. ${ADVICE[code] ?? ADVICE.ECONNECTION}`, { cause: error })
  } finally {
    transport.close()
  }
}

/** By the codes of nodemailer. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'Name and password in METES_SMTP_URL are to be those of the mail server, percent-encoded.',
  ETLS: 'The server does not encrypt as METES_SMTP_URL wants it: smtps:// is for port 465, smtp:// for 587.',
  ECONNECTION: 'METES_SMTP_URL is to name a mail server that can be reached from here.',
}

const connection = ({ protocol, hostname, port, username, password }: URL) => {
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwnMachine = isLoopback(host)
  return {
    host,
    secure,
    port: port === '' ? (secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT) : Number(port),
    // A password leaves this machine encrypted, or not at all.
    requireTLS: password !== '' && !isOwnMachine,
    // A relay on this machine mostly has a certificate that it made itself, and nobody stands in between.
    tls: { rejectUnauthorized: !isOwnMachine },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

/** RFC 6409 §3.1 and RFC 8314 §3.3. */
const SUBMISSION_PORT = 587
const SUBMISSION_TLS_PORT = 465

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** Opening a connection costs more than a mail over it. */
const POOL = { pool: true, maxConnections: 4, maxMessages: 100 } as const

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  /** The reply begins with 5 (RFC 5321 §4.2.1). */
  readonly permanent?: boolean
}

/** The address or the message is refused for good. What is wrong with ourselves, as a wrong password, the operator can mend. */
const isRefusal = (error: unknown): error is SmtpError =>
  error instanceof Error &&
  (error as SmtpError).permanent === true &&
  ((error as SmtpError).command === 'RCPT TO' || (error as SmtpError).code === 'EMESSAGE')
