/** Backups in a bucket: a double of S3 that checks every signature, and that fails and disappears. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type S3Account, type S3Double, startS3Double } from '../doubles/s3.ts'
import { rowsOf } from '../support/databases.ts'
import { installLarge } from '../support/large-installation.ts'
import type { Installation } from '../support/service.ts'

const ACCOUNT: S3Account = { accessKeyId: 'AKID', secretAccessKey: 'sec/ret+key', region: 'eu-west-9' }
/** More than one part of a file. */
const FILLER_BYTES = 20 * 1024 * 1024

const scratch = await mkdtemp(join(tmpdir(), 'metes-bucket-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
const fresh = (): string => join(scratch, `data-${names++}`)

describe('a backup in a bucket', { concurrency: 1 }, () => {
  let metes: Installation
  let double: S3Double
  before(async () => {
    metes = await installLarge(FILLER_BYTES)
  })
  after(() => metes.remove())
  beforeEach(async () => {
    double = await startS3Double(ACCOUNT, Date.now)
  })
  afterEach(() => double.close())

  const at = (prefix: string): string =>
    `s3://AKID:sec%2Fret%2Bkey@${double.host}/bucket/${prefix}?region=eu-west-9&protocol=http`
  const keys = (): readonly string[] => [...double.objects.keys()].sort()

  test('is verified and restored, and large files are in parts', async () => {
    const written = await metes.runHere(['backup', '--to', at('daily/one')])
    assert.equal(written.code, 0, written.stderr)
    assert.match(written.stderr, /to s3:\/\/127\.0\.0\.1:\d+\/bucket\/daily\/one in /)
    assert.ok(keys().includes('/bucket/daily/one/catalog.db/00001'))
    assert.ok(!double.requests.at(-1)?.includes('catalog.db'), 'the manifest is last')
    const verified = await metes.runHere(['backup', 'verify', at('daily/one')])
    assert.equal(verified.code, 0, verified.stderr)
    const dataDir = fresh()
    const restored = await metes.runHere(['restore', at('daily/one')], { METES_DATA_DIR: dataDir })
    assert.equal(restored.code, 0, restored.stderr)
    const query = 'select hex(bytes) as bytes from filler'
    assert.deepEqual(
      await rowsOf(dataDir, 'catalog.db', query),
      await rowsOf(metes.dataDir, 'catalog.db', query),
    )
  })

  test('never shows its credentials', async () => {
    double.fail(403)
    const { code, stderr } = await metes.runHere(['backup', '--to', at('x')])
    assert.equal(code, 1)
    assert.doesNotMatch(stderr, /AKID|sec/)
  })

  test('may take its credentials from the environment', async () => {
    const env = {
      AWS_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
      AWS_REGION: ACCOUNT.region,
    }
    const to = `s3://${double.host}/bucket?protocol=http`
    const { code, stderr } = await metes.runHere(['backup', '--to', to], env)
    assert.equal(code, 0, stderr)
    assert.equal((await metes.runHere(['backup', 'verify', to], env)).code, 0)
  })

  test('survives requests that fail for a moment', async () => {
    double.fail('hang up')
    double.fail(503)
    const { code, stderr } = await metes.runHere(['backup', '--to', at('x')])
    assert.equal(code, 0, stderr)
  })

  test('is refused where something is already', async () => {
    assert.equal((await metes.runHere(['backup', '--to', at('x')])).code, 0)
    const { code, stderr } = await metes.runHere(['backup', '--to', at('x')])
    assert.equal(code, 1)
    assert.match(stderr, /\/bucket\/x is not empty: it holds a backup\. Name a new prefix/)
  })

  test('ends in a sentence if the bucket goes away, and half of it passes for no backup', async () => {
    // The bucket accepts the databases of accounts and units, then answers no more.
    const { objects } = double
    const gone = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (![...objects.keys()].some((key) => key.includes('/units.db/'))) return
        clearInterval(look)
        for (let request = 0; request < 200; request++) double.fail('hang up')
        resolve()
      }, 1)
    })
    const { code, stderr } = await metes.runHere(['backup', '--to', at('x')])
    await gone
    assert.equal(code, 1)
    assert.match(
      stderr,
      /The backup to s3:.*\/bucket\/x was stopped\. Its files are no backup; delete them, and run the backup again/,
    )
    assert.match(stderr, /The file storage could not be reached for PUT http:.*catalog\.db/)
    assert.ok(keys().length > 0 && !keys().some((key) => key.endsWith('backup.json')))
    await double.close()
    const other = await metes.runHere(['restore', at('x')], { METES_DATA_DIR: fresh() })
    assert.equal(other.code, 1)
    assert.match(other.stderr, /could not be reached/)
    double = await startS3Double(ACCOUNT, Date.now)
  })

  test('of which parts were uploaded is refused, and leaves nothing behind', async () => {
    assert.equal((await metes.runHere(['backup', '--to', at('x')])).code, 0)
    const objects = double.objects as Map<string, { readonly bytes: Buffer; readonly headers: object }>
    for (const [lost, sentence] of [
      ['/bucket/x/catalog.db/00001', /catalog\.db is missing in .*: the backup is not complete/],
      ['/bucket/x/backup.json', /holds no complete backup/],
    ] as const) {
      const object = objects.get(lost)!
      objects.delete(lost)
      const dataDir = fresh()
      const { code, stderr } = await metes.runHere(['restore', at('x')], { METES_DATA_DIR: dataDir })
      assert.equal(code, 1)
      assert.match(stderr, sentence)
      assert.ok(!existsSync(dataDir))
      objects.set(lost, object)
    }
  })

  test('a bit that changed in the bucket is noticed', async () => {
    assert.equal((await metes.runHere(['backup', '--to', at('x')])).code, 0)
    double.objects.get('/bucket/x/units.db/00000')!.bytes[5000] ^= 1
    const { code, stderr } = await metes.runHere(['backup', 'verify', at('x')])
    assert.equal(code, 1)
    assert.match(stderr, /units\.db in s3:.* is not as it was written: its checksum differs\./)
  })

  test('scheduled ones are kept up to a number, and other objects stay', async () => {
    const others = ['/bucket/daily/photos/one', '/bucket/daily/2026-01-31', '/bucket/daily/zzz']
    const objects = double.objects as Map<string, { readonly bytes: Buffer; readonly headers: object }>
    for (const key of others) objects.set(key, { bytes: Buffer.from('x'), headers: {} })
    for (const key of ['metes.db/00000', 'backup.json'])
      objects.set(`/bucket/daily/2020-01-01T00-00-00Z/${key}`, { bytes: Buffer.from('x'), headers: {} })
    objects.set('/bucket/daily/2020-01-02T00-00-00Z/metes.db/00000', { bytes: Buffer.from('x'), headers: {} })
    const env = { METES_BACKUP_TO: at('daily'), METES_BACKUP_KEEP: '1' }
    const { code, stderr } = await metes.runHere(['backup', '--schedule'], env)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Deleted 2020-01-01T00-00-00Z, 2020-01-02T00-00-00Z\.$/m)
    const folders = new Set(keys().map((key) => key.split('/').slice(0, 4).join('/')))
    assert.deepEqual(
      [...folders].filter((folder) => !others.some((other) => other.startsWith(folder))).length,
      1,
    )
    for (const key of others) assert.ok(objects.has(key), key)
    const parent = await metes.runHere(['restore', at('daily')], { METES_DATA_DIR: fresh() })
    assert.match(parent.stderr, /is no backup itself, but holds one: name s3:.*\/daily\/20/)
  })
})
