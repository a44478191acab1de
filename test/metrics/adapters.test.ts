/** The metrics of what a server depends on beside its disk: PostgreSQL, Redis and scheduled backups. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TEST_DATABASES, TEST_SECRET_KEY, wholeDatabase } from '../support/databases.ts'
import { readSamples, type Sample, sumOf } from '../support/metrics-text.ts'
import { NO_REDIS, startRedis } from '../support/redis.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

interface Watched {
  readonly server: RunningServer
  readonly samples: () => Promise<readonly Sample[]>
  /** Waits until the metric has a sample that is so. */
  readonly until: (name: string, isSo: (value: number) => boolean) => Promise<void>
}

describe('the metrics of a server', { concurrency: 1 }, () => {
  let metes: Installation
  let scratch: string
  before(async () => {
    metes = await install()
    await metes.createKey()
    scratch = await mkdtemp(join(tmpdir(), 'metes-adapters-test-'))
  })
  after(async () => {
    await metes.remove()
    await rm(scratch, { recursive: true, force: true })
  })

  const watching = async (
    env: Readonly<Record<string, string>>,
    use: (watched: Watched) => Promise<void>,
  ): Promise<void> => {
    const server = await metes.serve({ METES_METRICS_PORT: '0', ...env })
    const url = await server.logged(/"url":"(http:[^"]+\/metrics)"/)
    const samples = async () => readSamples(await (await fetch(url)).text())
    const until: Watched['until'] = async (name, isSo) => {
      while (!(await samples()).some((each) => each.name === name && isSo(each.value))) await delay(20)
    }
    try {
      await use({ server, samples, until })
    } finally {
      assert.equal(await server.stop(), 0)
    }
  }

  test('say nothing of what it does not use', async () => {
    await watching({}, async ({ samples }) => {
      const found = (await samples()).filter(({ name }) => /^metes_(?:database|redis|backup)_/.test(name))
      assert.deepEqual(found, [])
    })
  })

  const { skip } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!
  test('count the connections to PostgreSQL', { skip }, async () => {
    const database = await wholeDatabase()
    try {
      const env = { METES_DATABASE_URL: database.url, METES_SECRET_KEY: TEST_SECRET_KEY }
      await watching(env, async ({ samples }) => {
        const found = await samples()
        assert.ok(sumOf(found, 'metes_database_connections') > 0)
        const states = found.filter(({ name }) => name === 'metes_database_connections')
        assert.deepEqual(states.map(({ labels }) => labels.state).sort(), ['idle', 'in_use'])
        assert.ok(found.some(({ name }) => name === 'metes_database_waiting'))
      })
    } finally {
      await database.remove()
    }
  })

  test('say whether Redis answers, and count what it does not', { skip: NO_REDIS }, async () => {
    const redis = await startRedis()
    try {
      await watching({ METES_REDIS_URL: redis.url }, async ({ server, samples, until }) => {
        await until('metes_redis_connected', (value) => value === 1)
        const call = async () => (await fetch(`${server.url}/v1/boundaries/iso:LI`)).status
        assert.equal(await call(), 200)
        const before = sumOf(await samples(), 'metes_redis_failures_total')
        await redis.kill()
        await until('metes_redis_connected', (value) => value === 0)
        assert.equal(await call(), 200)
        await until('metes_redis_failures_total', (value) => value > before)
        await redis.startAgain()
        await until('metes_redis_connected', (value) => value === 1)
      })
    } finally {
      await redis.remove()
    }
  })

  test('have the moment of the newest scheduled backup, also for the next server', async () => {
    const to = join(scratch, 'backups')
    const env = { METES_BACKUP_TO: to, METES_BACKUP_SCHEDULE: '86400' }
    for (const _ of ['writes it', 'finds it'])
      await watching(env, async ({ samples, until }) => {
        await until('metes_backup_last_success_timestamp_seconds', (value) => value > 0)
        const [name, ...others] = await readdir(to)
        assert.deepEqual(others, [])
        const found = await samples()
        const moment = name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')
        assert.equal(sumOf(found, 'metes_backup_last_success_timestamp_seconds'), Date.parse(moment) / 1000)
        assert.equal(sumOf(found, 'metes_backup_period_seconds'), 86400)
        assert.equal(sumOf(found, 'metes_backup_failures_total'), 0)
      })
  })

  test('count scheduled backups that fail', async () => {
    const to = join(scratch, 'file')
    await writeFile(to, 'a file where a folder is wanted')
    const env = { METES_BACKUP_TO: to, METES_BACKUP_SCHEDULE: '86400' }
    await watching(env, async ({ samples, until }) => {
      await until('metes_backup_failures_total', (value) => value === 1)
      const known = (await samples()).some(({ name }) => /^metes_backup_last_success/.test(name))
      assert.equal(known, false)
    })
  })
})
