/** Mail as files, where no mail server is set. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openMailTransport } from '../../src/mail/open-mail.ts'
import type { OutgoingMail } from '../../src/platform/mail/ports.ts'
import { silentLog } from '../support/silent-log.ts'
import { header } from './mailbox.ts'

const mail: OutgoingMail = {
  id: 'm1',
  to: 'ann@example.org',
  kind: 'sign_in',
  subject: 'Sign in',
  text: 'Open:\nhttps://metes.example/sign-in?token=abc\n\nor type 123 456.',
  html: '<p>Open</p>',
  createdAt: '2026-01-02T03:04:05Z',
  unsubscribeUrl: null,
}
const UNABORTED = new AbortController().signal

describe('the outbox', () => {
  let parent: string
  const logged: unknown[] = []
  const write = (facts: object) => void logged.push(facts)
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'metes-outbox-'))
  })
  after(() => rm(parent, { recursive: true }))

  const open = (directory: string, baseUrl = 'https://metes.example') =>
    openMailTransport({
      smtpUrl: null,
      from: null,
      baseUrl,
      directory,
      log: { ...silentLog, info: write, infoUnmasked: write },
    })

  test('holds each mail once, complete, readable by its owner alone', async () => {
    const directory = join(parent, 'one')
    const outbox = open(directory)
    await outbox.deliver(mail, UNABORTED)
    await outbox.deliver(mail, UNABORTED)
    assert.deepEqual(await readdir(directory), ['20260102T030405Z-sign_in-m1.eml'])
    const file = join(directory, '20260102T030405Z-sign_in-m1.eml')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
    const source = await readFile(file, 'utf8')
    assert.equal(header(source, 'From'), 'Metes <metes@metes.example>')
    assert.equal(header(source, 'To'), 'ann@example.org')
    assert.equal(header(source, 'Message-ID'), '<m1@metes.example>')
    assert.match(
      source,
      /https:\/\/metes\.example\/sign-in\?token=3Dabc|https:\/\/metes\.example\/sign-in\?token=abc/,
    )
  })

  test('the sign-in link is logged, and no other mail’s links are', async () => {
    logged.length = 0
    const outbox = open(join(parent, 'two'))
    await outbox.deliver(mail, UNABORTED)
    await outbox.deliver({ ...mail, id: 'm2', kind: 'security' }, UNABORTED)
    assert.deepEqual(logged, [
      { to: 'ann@example.org', link: 'https://metes.example/sign-in?token=abc' },
      { kind: 'security', file: join(parent, 'two', '20260102T030405Z-security-m2.eml') },
    ])
  })

  test('a service without a host name sends from localhost', async () => {
    const directory = join(parent, 'three')
    await open(directory, 'http://[::1]:8080').deliver(mail, UNABORTED)
    const [file] = await readdir(directory)
    assert.equal(header(await readFile(join(directory, file), 'utf8'), 'From'), 'Metes <metes@localhost>')
  })
})
