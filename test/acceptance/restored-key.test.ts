/** Restores beside a secret key that does not fit the restored data: what is said, and that no start makes it worse. */
import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openAt, TEST_DATABASES, TEST_SECRET_KEY, wholeDatabase } from '../support/databases.ts'
import { type Installation, install } from '../support/service.ts'

const OTHER_KEY = 'another-key-'.repeat(4)
const MISSING =
  /^The secret key is missing: before the first start, copy secret\.key into the data directory/m
const DIFFERS =
  /^The data of the backup were used with another secret key than (.*), and no server starts with this one: before the first start, put the right key there\. If it is lost, .*metes doctor --fix/m

const scratch = await mkdtemp(join(tmpdir(), 'metes-restored-key-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
const fresh = (): string => join(scratch, `place-${names++}`)

const withOtherKey = async (): Promise<string> => {
  const dataDir = fresh()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), `${OTHER_KEY}\n`, { mode: 0o600 })
  return dataDir
}

describe('a backup without the secret key', { concurrency: 1 }, () => {
  let metes: Installation
  let backup: string
  before(async () => {
    metes = await install()
    const storage = await openAt(metes.dataDir)
    await storage.create()
    await storage.secretKey()
    await storage.close()
    backup = fresh()
    assert.equal((await metes.runHere(['backup', '--to', backup])).code, 0)
  })
  after(() => metes.remove())

  const restore = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { code, stderr } = await metes.runHere(['restore', backup], env)
    assert.equal(code, 0, stderr)
    return stderr
  }

  test('is restored where the key is missing: both say so, and a start creates no other key', async () => {
    const env = { METES_DATA_DIR: fresh() }
    assert.match(await restore(env), MISSING)
    const refused = await metes.run(['serve'], { ...env, PORT: '0' })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /used with a secret key, and .*secret\.key is missing\. Copy it there/)
    assert.ok(!(await readdir(env.METES_DATA_DIR)).includes('secret.key'))
    assert.match((await metes.run(['doctor'], env)).stdout, /✗ Secret key: .*secret\.key is missing/)
    assert.ok(!(await readdir(env.METES_DATA_DIR)).includes('secret.key'))
    const mended = await metes.run(['doctor', '--fix'], env)
    assert.match(mended.stdout, /✓ Secret key: the database now uses this key/)
    assert.ok((await readdir(env.METES_DATA_DIR)).includes('secret.key'))
  })

  test('is restored beside another key: the restore names it, and says what to do', async () => {
    const dataDir = await withOtherKey()
    const said = DIFFERS.exec(await restore({ METES_DATA_DIR: dataDir }))
    assert.equal(said?.[1], join(dataDir, 'secret.key'))
    const setting = await restore({ METES_DATA_DIR: fresh(), METES_SECRET_KEY: OTHER_KEY })
    assert.equal(DIFFERS.exec(setting)?.[1], 'METES_SECRET_KEY')
  })

  test('is restored beside its key: nothing is said', async () => {
    const dataDir = fresh()
    await mkdir(dataDir)
    await copyFile(join(metes.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
    assert.doesNotMatch(await restore({ METES_DATA_DIR: dataDir }), /secret key (?:is missing|than)/)
  })

  test('whose data were used with no key fits any', async () => {
    const unused = await install()
    try {
      await unused.createKey()
      const to = fresh()
      assert.equal((await unused.runHere(['backup', '--to', to])).code, 0)
      const restored = await unused.runHere(['restore', to], { METES_DATA_DIR: await withOtherKey() })
      assert.equal(restored.code, 0, restored.stderr)
      assert.doesNotMatch(restored.stderr, /secret key (?:is missing|than)/)
    } finally {
      await unused.remove()
    }
  })
})

const { skip } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!

test('a dump of PostgreSQL is compared with the secret key, too', { skip }, async () => {
  const metes = await install()
  const [from, into] = [await wholeDatabase(), await wholeDatabase()]
  try {
    const storage = await openAt(`${from.url}#metes`)
    await storage.secretKey()
    await storage.close()
    const backup = fresh()
    assert.equal((await metes.runHere(['backup', '--to', backup], { METES_DATABASE_URL: from.url })).code, 0)
    const restore = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const { code, stderr } = await metes.runHere(['restore', backup, '--force'], {
        METES_DATABASE_URL: into.url,
        METES_DATA_DIR: fresh(),
        ...env,
      })
      assert.equal(code, 0, stderr)
      return stderr
    }
    assert.match(await restore({}), MISSING)
    assert.match(await restore({ METES_SECRET_KEY: OTHER_KEY }), DIFFERS)
    const fits = await restore({ METES_SECRET_KEY: TEST_SECRET_KEY })
    assert.doesNotMatch(fits, /secret key (?:is missing|than)/)
  } finally {
    await metes.remove()
    await from.remove()
    await into.remove()
  }
})
