/** `verify` and `restore` of a place that holds backups in its folders: they say which one to name. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type S3Account, startS3Double } from '../doubles/s3.ts'
import { type Installation, install } from '../support/service.ts'

const ACCOUNT: S3Account = { accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-9' }

describe('a place of several backups', { concurrency: 1 }, () => {
  let metes: Installation
  let scratch: string
  before(async () => {
    metes = await install()
    await metes.createKey()
    scratch = await mkdtemp(join(tmpdir(), 'metes-several-test-'))
  })
  after(async () => {
    await metes.remove()
    await rm(scratch, { recursive: true, force: true })
  })

  const backUp = async (to: string): Promise<void> => {
    const { code, stderr } = await metes.runHere(['backup', '--to', to])
    assert.equal(code, 0, stderr)
  }
  /** What is said, by both commands alike. */
  const refusal = async (place: string): Promise<string> => {
    const verified = await metes.runHere(['backup', 'verify', place])
    const restored = await metes.runHere(['restore', place], { METES_DATA_DIR: join(scratch, 'none') })
    assert.deepEqual([verified.code, restored.code], [1, 1])
    assert.equal(verified.stderr, restored.stderr)
    return verified.stderr
  }
  /** A folder that has a backup of another day, as far as a list needs it. */
  const older = async (folder: string, createdAt: string): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'backup.json'), JSON.stringify({ created_at: createdAt }))
  }

  test('is refused with the newest, of any name, and what else is in it does not disturb', async () => {
    const backups = join(scratch, 'backups')
    await backUp(join(backups, 'before the upgrade'))
    assert.match(
      await refusal(`${backups}/`),
      new RegExp(`backups/ is no backup itself, but holds one: name ${backups}/before the upgrade\\.`),
    )
    await older(join(backups, '2020-01-03T00-00-00Z'), 'not read')
    await older(join(backups, 'second'), '2020-01-02T00:00:00Z')
    await older(join(backups, 'first'), '2020-01-01T00:00:00Z')
    await older(join(backups, 'unreadable'), 'some day')
    await mkdir(join(backups, 'photos'))
    await writeFile(join(backups, 'notes.txt'), '')
    const names = ['before the upgrade', '2020-01-03T00-00-00Z', 'second'].map((name) => `${backups}/${name}`)
    assert.ok(
      (await refusal(backups)).includes(
        `${backups} holds 5 backups. Name one of them; the newest are ${names[0]}, ${names[1]} and ${names[2]}.`,
      ),
    )
    assert.match(await refusal(dirname(backups)), /holds no complete backup: backup\.json/)
  })

  test('in a bucket, too', async () => {
    const double = await startS3Double(ACCOUNT, Date.now)
    const at = (prefix: string): string =>
      `s3://AKID:secret@${double.host}/bucket/${prefix}?region=eu-west-9&protocol=http`
    try {
      await backUp(at('daily/2020-01-01T00-00-00Z'))
      await backUp(at('daily/by-hand'))
      const place = `s3://${double.host}/bucket/daily`
      assert.ok(
        (await refusal(at('daily'))).includes(
          `${place} holds 2 backups. Name one of them; the newest are ${place}/by-hand and ${place}/2020-01-01T00-00-00Z.`,
        ),
      )
    } finally {
      await double.close()
    }
  })
})
