/** Backups that a server writes by itself. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openAt } from '../support/databases.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const scratch = await mkdtemp(join(tmpdir(), 'metes-schedule-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
const fresh = (): string => join(scratch, `place-${names++}`)

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await delay(10)
}

const backupsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}-/.test(name)).sort()

const logged = (server: RunningServer, message: string) => () => server.log().includes(message)

describe('a server with METES_BACKUP_TO and METES_BACKUP_SCHEDULE', { concurrency: 1 }, () => {
  let metes: Installation
  before(async () => {
    metes = await install()
    await metes.createKey()
  })
  after(() => metes.remove())

  const settings = (to: string) => ({ METES_BACKUP_TO: to, METES_BACKUP_SCHEDULE: '86400' })

  test('writes a backup after its start, keeps the newest, and the next server waits for the period', async () => {
    const to = fresh()
    for (const name of ['2020-01-01T00-00-00Z', '2020-01-02T00-00-00Z']) {
      await mkdir(join(to, name), { recursive: true })
      await writeFile(join(to, name, 'backup.json'), '')
    }
    await mkdir(join(to, 'photos'))
    const env = { ...settings(to), METES_BACKUP_KEEP: '2' }
    const first = await metes.serve(env)
    await until(logged(first, 'backup written'))
    assert.equal(await first.stop(), 0)
    const [oldest, newest, ...others] = await backupsIn(to)
    assert.equal(oldest, '2020-01-02T00-00-00Z')
    assert.deepEqual(others, [])
    assert.ok((await readdir(to)).includes('photos'))
    const verified = await metes.runHere(['backup', 'verify', join(to, newest)])
    assert.equal(verified.code, 0, verified.stderr)
    assert.match((await metes.run(['doctor'], env)).stdout, new RegExp(`✓ Backups: 2 in .* ${newest}$`, 'm'))
    const second = await metes.serve(env)
    await second.stop()
    assert.deepEqual(await backupsIn(to), [oldest, newest])
  })

  test('shares the schedule with other servers of the same data', async () => {
    const to = fresh()
    const servers = await Promise.all([metes.serve(settings(to)), metes.serve(settings(to))])
    await until(() => servers.some((server) => logged(server, 'backup written')()))
    assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0])
    assert.equal((await backupsIn(to)).length, 1)
  })

  test('logs a backup that fails, and goes on serving', async () => {
    const to = fresh()
    await writeFile(to, 'a file where a folder is wanted')
    const server = await metes.serve(settings(to))
    await until(logged(server, 'backups: writing the next one failed'))
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    assert.equal(await server.stop(), 0)
    assert.match((await metes.run(['doctor'], settings(to))).stdout, /✗ Backups: /)
  })

  test('that stops in the middle of a backup leaves nothing of it', async () => {
    const storage = await openAt(metes.dataDir)
    await storage.create()
    await storage.close()
    const catalog = new DatabaseSync(join(metes.dataDir, 'catalog.db'))
    catalog.exec('create table filler (bytes blob); insert into filler values (randomblob(100000000))')
    catalog.close()
    const to = fresh()
    const server = await metes.serve(settings(to))
    await until(async () => (await backupsIn(to)).length > 0)
    assert.equal(await server.stop(), 0)
    for (const name of await backupsIn(to)) assert.ok((await readdir(join(to, name))).includes('backup.json'))
  })

  test('does not start with a place in the data directory, and says where to put it', async () => {
    const sentence = /METES_BACKUP_TO \(.*\) is in the data directory .*\. Name a new folder outside of it/
    const link = fresh()
    await symlink(metes.dataDir, link)
    for (const to of [join(metes.dataDir, 'backups'), join(link, 'backups')]) {
      const { code, stderr } = await metes.run(['serve'], { ...settings(to), PORT: '0' })
      assert.equal(code, 1, to)
      assert.match(stderr, sentence)
    }
    const { stdout } = await metes.run(['doctor'], settings(join(link, 'backups')))
    assert.match(stdout, new RegExp(`✗ Backups: ${sentence.source}`))
    assert.ok(!(await readdir(metes.dataDir)).includes('backups'))
  })

  test('needs the place', async () => {
    const { code, stderr } = await metes.run(['serve'], { METES_BACKUP_SCHEDULE: '86400' })
    assert.equal(code, 1)
    assert.match(stderr, /METES_BACKUP_SCHEDULE is set, but METES_BACKUP_TO is not: set it to/)
  })
})
