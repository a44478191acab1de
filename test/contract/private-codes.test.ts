/** A reader of the database, or its files, finds nothing that opens an account. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createMailer } from '../../src/platform/mail/mailer.ts'
import type { QueuedMail } from '../../src/platform/mail/ports.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { openRedisRateLimitStore } from '../../src/platform/rate-limit/redis-store.ts'
import { createSessions } from '../../src/platform/sign-in/sessions.ts'
import { createSignIns } from '../../src/platform/sign-in/sign-ins.ts'
import { readOrCreateKeyFile } from '../../src/storage/key-file.ts'
import { ACCOUNTS } from '../../src/storage/sql/accounts/migrations/index.ts'
import type { OpenDatabase } from '../../src/storage/sql/dialect.ts'
import { openServer } from '../../src/storage/sql/open-server.ts'
import { openSqliteFiles, secretIn } from '../../src/storage/sql/open-storage.ts'
import { openPostgres } from '../../src/storage/sql/postgres.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { secretKey } from '../../src/util/secret-key.ts'
import { approverOf } from '../support/approver.ts'
import { filesAt, TEST_DATABASES, TEST_SECRET_KEY } from '../support/databases.ts'
import { givenUpMails } from '../support/given-up-mails.ts'
import { NO_REDIS, startRedis } from '../support/redis.ts'
import { install } from '../support/service.ts'
import { silentBookkeeping } from '../support/silent-bookkeeping.ts'

/** Rows as the database has them. */
type Tables = Record<string, Record<string, unknown>>

const TABLES = ['mail', 'mail_once', 'device_sign_in', 'sign_in', 'session', 'service_secret'] as const

const openAccounts = async (
  place: string,
  component = ACCOUNTS,
): Promise<{ readonly db: OpenDatabase<Tables>; readonly close: () => Promise<void> }> => {
  const [url, schema] = place.split('#')
  if (schema === undefined) {
    const db = await openSqlite<Tables>(join(place, 'metes.db'), component, { cacheBytes: 1 << 20 })
    return { db, close: db.close }
  }
  const pool = openPostgres(url, schema)
  return { db: await pool.open<Tables>(component), close: pool.close }
}

/** The content of all tables, and of the files where there are any. */
const stolen = async (place: string): Promise<string> => {
  const { db, close } = await openAccounts(place)
  const rows = await Promise.all(TABLES.map((table) => db.read.selectFrom(table).selectAll().execute()))
  await close()
  const files = place.includes('#')
    ? []
    : readdirSync(place)
        .filter((name) => name.startsWith('metes.db'))
        .map((name) => readFileSync(join(place, name), 'latin1'))
  return [JSON.stringify(rows), ...files].join('\n')
}

const queued: QueuedMail = {
  id: 'm1',
  accountId: null,
  to: 'ann@example.org',
  kind: 'sign_in',
  subject: 'Sign in to Metes',
  text: 'the link https://metes.example/sign-in/link?token=abc',
  html: '<p>the link</p>',
  createdAt: '2026-01-02T03:04:05Z',
}
const claimed = { claim: 'c1', nowMs: 2_000, untilMs: 9_000 }

for (const { name, skip, create } of TEST_DATABASES) {
  describe(`codes and links at rest: ${name}`, { skip }, () => {
    test('codes, links and tokens of sign-ins, devices and sessions are never stored in clear, and all work', async () => {
      const database = await create()
      const storage = await database.open()
      try {
        const parts = { clock: systemClock, random: systemRandom, bookkeeping: silentBookkeeping }
        const rateLimits = createMemoryRateLimitStore(systemClock)
        const signIns = createSignIns({
          store: storage.signIns,
          accounts: storage.keys,
          audit: { count: () => {} },
          mailer: createMailer({ store: storage.mails, preferences: storage.emailPreferences, ...parts }),
          rateLimits,
          defaultPlan: 'free',
          ...parts,
        })
        const begun = await signIns.start({
          email: 'ann@example.org',
          address: '192.0.2.1',
          next: '/account',
          linkAt: (token) => `https://metes.example/sign-in/link?token=${token}`,
        })
        assert.ok(typeof begun === 'object')
        const ann = await approverOf(storage, 'ann@example.org')
        const device = await ann.signIns.start({ clientName: 'laptop', address: null })
        const session = await createSessions({ store: storage.sessions, ...parts }).begin(
          'id of ann@example.org',
          { userAgent: null, oldToken: null },
        )
        const atRest = await stolen(database.place)

        const [mail] = await storage.mails.claim({ claim: 'c', nowMs: Date.now() + 1, untilMs: 1e15 }, 1)
        const link = String(/token=(\S+)/.exec(mail.text)?.[1])
        const code = String(/\b[A-Z]{4}-[A-Z]{4}\b/.exec(mail.text)?.[0])
        assert.ok(mail.html.includes(code))
        for (const secret of [code, link, begun.browserToken, device.userCode, device.deviceCode, session])
          assert.ok(secret.length > 8 && !atRest.includes(secret), `${secret} is there in clear`)
        assert.ok(atRest.includes('ann@example.org'), 'the tables were looked at')

        assert.ok('account' in Object(await signIns.byCode(begun.browserToken, code, '192.0.2.1')))
        assert.equal(await ann.approve(device.userCode), 'done')
        assert.equal((await ann.signIns.poll(device.deviceCode, null)).result, 'key')
      } finally {
        await storage.close()
        await database.remove()
      }
    })

    test('a mail sealed with another key is given up with the reason, and blocks no other', async () => {
      const database = await create()
      const storage = await database.open()
      try {
        await storage.mails.put(queued, { urgency: 0, dueMs: 1_000 })
        await storage.mails.put({ ...queued, id: 'm2' }, { urgency: 0, dueMs: 1_000 })
        const { db, close } = await openAccounts(database.place)
        const foreign = secretKey('another secret key of some service').seal('mail', 'm1', '["",""]')
        await db.write((transaction) =>
          transaction.updateTable('mail').set({ text: foreign }).where('id', '=', 'm1').execute(),
        )
        await close()
        const mails = await storage.mails.claim(claimed, 5)
        assert.deepEqual(
          mails.map(({ id, text, html }) => [id, text, html]),
          [['m2', queued.text, queued.html]],
        )
        const [given] = await givenUpMails(database.place)
        assert.match(given.reason, /cannot be decrypted with the secret key/)
      } finally {
        await storage.close()
        await database.remove()
      }
    })

    test('a database used with another key is refused with the fix and without a new key, and adopting the key voids data of the old one', async () => {
      const database = await create()
      const storage = await database.open()
      const directory = await mkdtemp(join(tmpdir(), 'metes-key-'))
      try {
        await storage.mails.put(queued, { urgency: 0, dueMs: 1_000 })
        await (await approverOf(storage, 'ann@example.org')).signIns.start({
          clientName: null,
          address: null,
        })
        await storage.close()
        const moved = await openWith(database.place, directory)
        await assert.rejects(
          moved.secretKey(),
          /used with a secret key, and .* is missing\. Copy it there .*METES_SECRET_KEY\. .*metes doctor --fix/,
        )
        assert.deepEqual(readdirSync(directory), [], 'no new key is made')
        await readOrCreateKeyFile(join(directory, 'secret.key'), systemRandom)
        await assert.rejects(moved.secretKey(), /another secret key\. .*METES_SECRET_KEY.*metes doctor --fix/)
        await assert.rejects(moved.deviceSignIns.findByUser('BCDF-GHJK'), /another secret key/)
        assert.deepEqual(await moved.adoptSecretKey(), { mails: 1, deviceSignIns: 1 })
        await moved.secretKey()
        assert.deepEqual(await moved.mails.claim(claimed, 5), [])
        await moved.close()
      } finally {
        await rm(directory, { recursive: true })
        await database.remove()
      }
    })

    test('the upgrade removes what an earlier version stored in clear, and nothing else', async () => {
      const database = await create()
      const before = await openAccounts(database.place, {
        ...ACCOUNTS,
        migrations: ACCOUNTS.migrations.slice(0, 7),
      })
      const mail = (id: string, kind: string) => ({
        id,
        account_id: null,
        recipient: 'ann@example.org',
        kind,
        subject: 's',
        text: 'words',
        html: '<p>words</p>',
        created_at: queued.createdAt,
        urgency: 0,
        attempts: 0,
        due_ms: 1_000,
        claim: null,
        reason: null,
        given_up_at: null,
      })
      await before.db.write(async (transaction) => {
        await transaction
          .insertInto('mail')
          .values([mail('m1', 'sign_in'), mail('m2', 'security')])
          .execute()
        const signIn = {
          device_hash: 'd1',
          user_code: 'BCDF-GHJK',
          state: 'pending',
          created_at_ms: 1,
          expires_at_ms: 2,
          interval_seconds: 5,
        }
        await transaction.insertInto('device_sign_in').values(signIn).execute()
      })
      await before.close()
      const storage = await database.open()
      try {
        assert.deepEqual(
          (await storage.mails.claim(claimed, 5)).map(({ id, text }) => [id, text]),
          [['m2', 'words']],
        )
        assert.equal(await storage.deviceSignIns.findByDevice('d1'), null)
      } finally {
        await storage.close()
        await database.remove()
      }
    })
  })
}

const openWith = async (place: string, keyDirectory: string) => {
  const [url, schema] = place.split('#')
  const readSecret = secretIn(keyDirectory)
  return schema === undefined
    ? openSqliteFiles(place, readSecret)
    : openServer({ url, schema, readSecret, dataDir: filesAt(place) })
}

test('twenty concurrent users of the key file create one key, unreadable for others; an invalid key is reported', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-key-'))
  try {
    const path = join(directory, 'below', 'secret.key')
    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrCreateKeyFile(path, systemRandom)))
    assert.equal(new Set([...keys, await readOrCreateKeyFile(path, systemRandom)]).size, 1)
    assert.match(keys[0], /^[\w-]{43}$/)
    assert.deepEqual(readdirSync(join(directory, 'below')), ['secret.key'])
    await writeFile(path, 'short\n')
    await assert.rejects(readOrCreateKeyFile(path, systemRandom), /contains no secret key\. Restore it/)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('Redis gets neither addresses nor mailboxes', { skip: NO_REDIS }, async () => {
  const redis = await startRedis()
  const key = secretKey(TEST_SECRET_KEY)
  const rateLimits = openRedisRateLimitStore(redis.url, (text) => key.hash('attempts', text), 10_000)
  try {
    const policy = { name: 'sign-in-email', calls: 1, windowSeconds: 900 }
    assert.equal((await rateLimits.take(policy, 'ann@example.org')).allowed, true)
    assert.equal((await rateLimits.take(policy, 'ann@example.org')).allowed, false)
    assert.equal((await rateLimits.take(policy, '192.0.2.1')).allowed, true)
    const names = await redis.keys()
    assert.equal(names.length, 2)
    for (const name of names) assert.match(name, /^metes:attempts:sign-in-email:[0-9a-f]{64}$/)
  } finally {
    rateLimits.close()
    await redis.remove()
  }
})

test("a server with another key than the database's says so and ends, until doctor has adopted the key", async () => {
  const metes = await install()
  try {
    await (await metes.serve()).stop()
    await writeFile(join(metes.dataDir, 'secret.key'), `${'another-key-'.repeat(4)}\n`, { mode: 0o600 })
    const refused = await metes.run(['serve'], { PORT: '0' })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^Error: The database was used with another secret key\./m)
    assert.match((await metes.run(['doctor'])).stdout, /✗ Secret key: The database was used with another/)
    const mended = await metes.run(['doctor', '--fix'])
    assert.equal(mended.code, 0, mended.stdout)
    assert.match(
      mended.stdout,
      /✓ Secret key: the database now uses this key; discarded 0 queued sign-in emails/,
    )
    assert.equal(await (await metes.serve()).stop(), 0)
  } finally {
    await metes.remove()
  }
})
