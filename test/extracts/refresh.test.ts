/** The chore that imports extracts again: which ones, how often, and what the operator learns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRefresh } from '../../src/app/open/refresh-extracts.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { RemoteImport } from '../../src/domain/catalog/remote-extracts.ts'
import type { Mail } from '../../src/platform/mail/ports.ts'
import { silentLog } from '../support/silent-log.ts'

const NOW = Date.parse('2024-06-02T00:00:00Z')
const clock = { now: () => NOW, elapsedMs: () => 0 }
const UNCHANGED: RemoteImport = {
  outcome: 'unchanged',
  file: 'x.osm.pbf',
  importedAt: '2024-06-01T00:00:00Z',
}

const downloadOf = (wanted: string, checkedAt: string) => ({
  url: `https://example.org/${wanted}.osm.pbf`,
  wanted,
  part: null,
  file: null,
  imported: { etag: '"1"', lastModified: null, at: '2024-06-01T00:00:00Z' },
  checkedAt,
})
const DUE = '2024-05-01T00:00:00Z'

const refreshing = (
  settings: Readonly<Record<string, string>>,
  wanted: readonly ReturnType<typeof downloadOf>[],
  importRemote: (wanted: string, signal: AbortSignal) => Promise<RemoteImport>,
) => {
  const mails: Mail[] = []
  const part = openRefresh(
    { config: readConfig({ METES_REFRESH: '86400', ...settings }), log: silentLog, clock },
    {
      importRemote: ({ extract, signal }) => importRemote(extract.wanted, signal!),
      listDownloads: async () => [...wanted],
    },
    { mailer: { send: async (mail) => void mails.push(mail) } },
  )
  assert.ok('chores' in part && part.chores !== undefined)
  return { mails, chore: part.chores[0], close: part.close }
}

test('without METES_REFRESH there is no chore', () => {
  const part = openRefresh(
    { config: readConfig({}), log: silentLog, clock },
    { importRemote: () => assert.fail(), listDownloads: () => assert.fail() },
    { mailer: { send: () => assert.fail() } },
  )
  assert.deepEqual(part, {})
})

test('what is due is imported again, one after the other; a failure stops none, and is mailed', async () => {
  const asked: string[] = []
  const { chore, mails, close } = refreshing(
    { METES_CONTACT: 'ann@example.org' },
    [downloadOf('one', DUE), downloadOf('later', '2024-06-01T20:00:00Z'), downloadOf('two', DUE)],
    async (wanted) => {
      asked.push(wanted)
      if (wanted === 'one') throw new Error('The file is cut off.')
      return UNCHANGED
    },
  )
  await Promise.all([chore.run(), chore.run()])
  assert.deepEqual(asked, ['one', 'two'])
  assert.deepEqual(
    mails.map(({ to, kind, subject, once }) => [to, kind, subject, once]),
    [
      [
        'ann@example.org',
        'operator',
        'one could not be updated',
        'refresh https://example.org/one.osm.pbf 2024-06-01T00:00:00Z',
      ],
    ],
  )
  assert.match(mails[0].text, /> The file is cut off\./)
  await close()
})

test('failures are mailed to the sender if the contact is a web address, and to nobody without both', async () => {
  const fail = () => Promise.reject(new Error('no'))
  const once = [downloadOf('one', DUE)]
  const web = { METES_CONTACT: 'https://example.org/about' }
  const sender = refreshing({ ...web, METES_MAIL_FROM: 'Metes <metes@example.org>' }, once, fail)
  await sender.chore.run()
  assert.deepEqual(
    sender.mails.map(({ to }) => to),
    ['metes@example.org'],
  )
  const nobody = refreshing(web, once, fail)
  await nobody.chore.run()
  assert.deepEqual(nobody.mails, [])
})

test('a server that ends stops an import, begins no other, and mails nothing', async () => {
  const started = Promise.withResolvers<void>()
  const { chore, mails, close } = refreshing(
    { METES_CONTACT: 'ann@example.org' },
    [downloadOf('one', DUE), downloadOf('two', DUE)],
    (wanted, signal) => {
      assert.equal(wanted, 'one')
      started.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  )
  const running = chore.run()
  await started.promise
  await close()
  await running
  assert.deepEqual(mails, [])
})
