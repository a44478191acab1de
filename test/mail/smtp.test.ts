/** Mail over SMTP, to a real server on this machine. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { openMailTransport } from '../../src/mail/open-mail.ts'
import { checkSmtp } from '../../src/mail/smtp.ts'
import { MailRefusedError, type MailTransport, type OutgoingMail } from '../../src/platform/mail/ports.ts'
import { silentLog } from '../support/silent-log.ts'
import { type Answers, header, type Mailbox, openMailbox } from './mailbox.ts'

const mail: OutgoingMail = {
  id: 'm1',
  to: 'ann@example.org',
  kind: 'usage_alerts',
  subject: 'Einheiten: 80 % – aufgebraucht 🗺',
  text: 'Of 1,000 units.\n.\nA line with a point alone.\n',
  html: '<p>Of 1,000 units.</p>',
  createdAt: '2026-01-02T03:04:05Z',
  unsubscribeUrl: `https://metes.example/unsubscribe?token=${'a'.repeat(16)}.usage_alerts.${'b'.repeat(43)}`,
}
/** The transport has times of its own. */
const UNABORTED = new AbortController().signal

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = (url: string): MailTransport => {
  const transport = openMailTransport({
    smtpUrl: url,
    from: { name: 'Metes: "maps"', address: 'metes@metes.example' },
    baseUrl: 'https://metes.example',
    directory: '/nowhere',
    log: silentLog,
  })
  closers.unshift(transport.close)
  return transport
}

const mailbox = async (answers?: Answers, options?: Parameters<typeof openMailbox>[1]): Promise<Mailbox> => {
  const box = await openMailbox(answers, options)
  closers.push(box.close)
  return box
}

describe('a mail over SMTP', () => {
  test('arrives with text and HTML, one recipient, and headers for unsubscribing in one click', async () => {
    const box = await mailbox()
    await open(`smtp://127.0.0.1:${box.port}`).deliver(mail, UNABORTED)
    const [{ from, to, source }] = box.received
    assert.equal(from, 'metes@metes.example')
    assert.deepEqual(to, ['ann@example.org'])
    assert.equal(header(source, 'Message-ID'), '<m1@metes.example>')
    assert.equal(header(source, 'To'), 'ann@example.org')
    assert.equal(header(source, 'From'), '"Metes: \\"maps\\"" <metes@metes.example>')
    assert.equal(header(source, 'List-Unsubscribe'), `<${mail.unsubscribeUrl}>`)
    assert.equal(header(source, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    assert.equal(header(source, 'Auto-Submitted'), 'auto-generated')
    assert.equal(header(source, 'Date'), 'Fri, 02 Jan 2026 03:04:05 +0000')
    assert.match(source, /Content-Type: text\/plain; charset=utf-8/)
    assert.match(source, /Content-Type: text\/html; charset=utf-8/)
    assert.match(source, /\r\n\.\r\nA line with a point alone\./)
    assert.doesNotMatch(source.slice(0, source.indexOf('\r\n\r\n')), /[^\x20-\x7e\r\n\t]/)
  })

  test('of a kind that cannot be switched off has no unsubscribe link', async () => {
    const box = await mailbox()
    await open(`smtp://127.0.0.1:${box.port}`).deliver(
      { ...mail, kind: 'security', unsubscribeUrl: null },
      UNABORTED,
    )
    assert.equal(header(box.received[0].source, 'List-Unsubscribe'), null)
    assert.equal(header(box.received[0].source, 'List-Unsubscribe-Post'), null)
  })

  test('cannot get another header or recipient, whatever its text', async () => {
    const box = await mailbox()
    await open(`smtp://127.0.0.1:${box.port}`).deliver(
      {
        ...mail,
        subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nwith a body',
        text: '.\r\nRCPT TO:<eve@example.org>\r\n',
        html: '.\r\n.\r\nQUIT\r\n',
      },
      UNABORTED,
    )
    assert.deepEqual(
      box.received.map(({ to }) => to),
      [['ann@example.org']],
    )
    assert.equal(header(box.received[0].source, 'Bcc'), null)
  })

  for (const [what, says, code, isFinal] of [
    ['an unknown recipient', 'recipient', 550, true],
    ['a full mailbox', 'recipient', 452, false],
    ['a greylisted recipient', 'recipient', 451, false],
    ['a refused message', 'message', 554, true],
    ['a message that cannot be taken now', 'message', 451, false],
    ['a wrong password', 'login', 535, false],
  ] as const) {
    test(`${what} (${code}) is ${isFinal ? 'final' : 'retried'}, and the reason is reported`, async () => {
      const box = await mailbox((asked) => (asked === says ? code : null), { allowInsecureAuth: true })
      await assert.rejects(
        open(`smtp://me:s3cret%21@127.0.0.1:${box.port}`).deliver(mail, UNABORTED),
        (error: Error) => {
          assert.equal(error instanceof MailRefusedError, isFinal)
          assert.match(error.message, new RegExp(`${code} .*no, says the ${says}`))
          assert.doesNotMatch(error.message, /s3cret/)
          return true
        },
      )
      assert.deepEqual(box.received, [])
    })
  }

  test('is sent with the name and the password of the address, decoded', async () => {
    const logins: string[] = []
    const box = await mailbox(
      (asked, text) => {
        if (asked === 'login') logins.push(text)
        return null
      },
      { allowInsecureAuth: true },
    )
    await open(`smtp://me%40example.org:s3cret%21@127.0.0.1:${box.port}`).deliver(mail, UNABORTED)
    assert.deepEqual(logins, ['me@example.org:s3cret!'])
    assert.equal(box.received.length, 1)
  })

  test('is retried when no server listens, and when the server hangs up in the middle', async () => {
    const isTriedAgain = (error: Error) => !(error instanceof MailRefusedError)
    await assert.rejects(open('smtp://127.0.0.1:1').deliver(mail, UNABORTED), isTriedAgain)
    const rude = createServer((socket) => socket.end('220 hello\r\n'))
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void rude.close())
    const { port } = rude.address() as { port: number }
    await assert.rejects(open(`smtp://127.0.0.1:${port}`).deliver(mail, UNABORTED), isTriedAgain)
  })

  test('times out when the server says nothing', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void silent.close())
    const { port } = silent.address() as { port: number }
    await assert.rejects(
      open(`smtp://127.0.0.1:${port}`).deliver(mail, AbortSignal.timeout(50)),
      (error: Error) => !(error instanceof MailRefusedError),
    )
  })
})

describe('a check of the mail server', () => {
  test('signs in, sends nothing, and names the server', async () => {
    const logins: string[] = []
    const box = await mailbox(
      (asked, text) => {
        if (asked === 'login') logins.push(text)
        return null
      },
      { allowInsecureAuth: true },
    )
    assert.equal(await checkSmtp(`smtp://me:s3cret%21@127.0.0.1:${box.port}`), `127.0.0.1:${box.port}`)
    assert.deepEqual(logins, ['me:s3cret!'])
    assert.deepEqual(box.received, [])
  })

  test('reports what is wrong and how to fix it, without the password', async () => {
    const box = await mailbox((asked) => (asked === 'login' ? 535 : null), { allowInsecureAuth: true })
    await assert.rejects(checkSmtp(`smtp://me:s3cret%21@127.0.0.1:${box.port}`), (error: Error) => {
      assert.match(error.message, /535 .*user name and password in METES_SMTP_URL/)
      assert.doesNotMatch(error.message, /s3cret/)
      return true
    })
    await assert.rejects(checkSmtp('smtp://127.0.0.1:1'), /127\.0\.0\.1:1: .*this machine can reach/)
  })
})
