/** A real SMTP server for tests, on a free port, that can be set to refuse. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

export interface Mailbox {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  readonly close: () => Promise<void>
}

/** An answer of the server to a recipient, a message or a sign-in: a code of RFC 5321, or null to accept. */
export type Answers = (what: 'recipient' | 'message' | 'login', text: string) => number | null

export const openMailbox = async (
  answers: Answers = () => null,
  options: SMTPServerOptions = {},
): Promise<Mailbox> => {
  const received: ReceivedMail[] = []
  const refusal = (what: Parameters<Answers>[0], text: string): Error | null => {
    const responseCode = answers(what, text)
    return responseCode === null ? null : Object.assign(new Error(`no, says the ${what}`), { responseCode })
  }
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      const error = refusal('login', `${username}:${password}`)
      if (error === null) done(null, { user: username })
      else done(error)
    },
    onRcptTo: ({ address }, _session, done) => done(refusal('recipient', address)),
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const source = Buffer.concat(pieces).toString('utf8')
        const error = refusal('message', source)
        if (error === null) {
          received.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            source,
          })
        }
        done(error)
      })
    },
    ...options,
  })
  // A client that hangs up is part of the tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The value of a header, unfolded (RFC 5322 §2.2.3). */
export const header = (source: string, name: string): string | null =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im')
    .exec(source.slice(0, source.indexOf('\r\n\r\n')))?.[1]
    .replace(/\r\n[ \t]/g, ' ') ?? null
