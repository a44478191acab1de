/** News from the operator, over the real command. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { header } from '../mail/mailbox.ts'
import { install } from '../support/service.ts'

test('news go once to every account that wants them, and only on request', async () => {
  const metes = await install()
  try {
    const file = join(metes.dataDir, 'news.md')
    await writeFile(file, '# What is new\n\nRivers & <lakes>.\n\nhttps://metes.example/docs\n')
    const send = (...flags: string[]) => metes.runHere(['admin', 'send-product-update', file, ...flags])
    for (const name of ['ann', 'bob', 'cleo']) {
      const made = await metes.runHere(['admin', 'create-key', '--email', `${name}@example.org`])
      assert.equal(made.code, 0, made.stderr)
    }
    const storage = await openSqliteFiles(metes.dataDir)
    const bob = await storage.emailPreferences.findByEmail('bob@example.org')
    await storage.emailPreferences.change(bob!.accountId, { kinds: { product_updates: false } })

    assert.match((await send()).stderr, /Would send "What is new" to 2 accounts/)
    assert.equal(await storage.mails.waiting(), 0)
    assert.match((await send('--send')).stderr, /Queued "What is new" to 2 accounts/)
    assert.equal(await storage.mails.waiting(), 2)
    await send('--send')
    assert.equal(await storage.mails.waiting(), 2, 'nobody is sent the same text twice')
    await storage.close()

    const server = metes.start(['serve'], { PORT: '0' })
    const source = await readFile(await server.seen(/"kind":"product_updates","file":"([^"]+)"/), 'utf8')
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
    assert.equal(header(source, 'Subject'), 'What is new')
    assert.match(source, /<p>Rivers &amp; &lt;lakes&gt;\.<\/p>/)

    await writeFile(file, 'No subject.\n\nText.')
    const refused = await send()
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /must start with its subject/)
    assert.equal((await metes.runHere(['admin', 'send-product-update', `${file}.none`])).code, 1)
  } finally {
    await metes.remove()
  }
})
