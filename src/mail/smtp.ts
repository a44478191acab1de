/** Sends mail over SMTP. */
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

/**
 * Connects, encrypts and signs in without sending mail. Resolves with `host:port`; the error says how to fix the setting.
 */
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

/** Keyed by nodemailer's error codes. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'Check the user name and password in METES_SMTP_URL; both must be percent-encoded.',
  ETLS: 'The server does not offer the encryption that METES_SMTP_URL asks for: use smtps:// for port 465, smtp:// for 587.',
  ECONNECTION: 'METES_SMTP_URL must name a mail server that this machine can reach.',
}

const connection = ({ protocol, hostname, port, username, password }: URL) => {
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwnMachine = isLoopback(host)
  return {
    host,
    secure,
    port: port === '' ? (secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT) : Number(port),
    // Never send a password over the network unencrypted.
    requireTLS: password !== '' && !isOwnMachine,
    // A relay on this machine usually has a self-signed certificate, and no one can intercept the connection.
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
/** Connections are reused: opening one costs more than sending a mail. */
const POOL = { pool: true, maxConnections: 4, maxMessages: 100 } as const

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  /** True if the reply begins with 5 (RFC 5321 §4.2.1). */
  readonly permanent?: boolean
}

/**
 * True if the server permanently refuses this address or message. Our own faults, such as a wrong password, are retried,
 * because the operator can fix them.
 */
const isRefusal = (error: unknown): error is SmtpError =>
  error instanceof Error &&
  (error as SmtpError).permanent === true &&
  ((error as SmtpError).command === 'RCPT TO' || (error as SmtpError).code === 'EMESSAGE')
