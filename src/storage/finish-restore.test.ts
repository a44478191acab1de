import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { finishRestore, REPLACED, RESTORED } from './finish-restore.ts'

describe('a restore whose process was killed after it was decided', () => {
  let dataDir: string
  let restored: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'metes-restored-'))
    restored = join(dataDir, RESTORED)
    for (const [path, content] of [
      ['metes.db', 'old'],
      ['metes.db-wal', 'old'],
      ['secret.key', 'kept'],
      ['files/aa/old', 'old'],
      [`${RESTORED}/metes.db`, 'new'],
      [`${RESTORED}/files/bb/new`, 'new'],
      [`${RESTORED}/${REPLACED}`, JSON.stringify(['metes.db', 'metes.db-wal', 'files'])],
    ]) {
      await mkdir(join(dataDir, path, '..'), { recursive: true })
      await writeFile(join(dataDir, path), content)
    }
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const isWhole = async () => {
    assert.deepEqual((await readdir(dataDir)).sort(), ['files', 'metes.db', 'restore.lock', 'secret.key'])
    assert.deepEqual(await readdir(join(dataDir, 'files')), ['bb'])
    assert.equal(await readFile(join(dataDir, 'metes.db'), 'utf8'), 'new')
    assert.equal(await readFile(join(dataDir, 'secret.key'), 'utf8'), 'kept')
  }

  test('is finished by the next process, also if several start at once', async () => {
    await Promise.all([finishRestore(dataDir), finishRestore(dataDir), finishRestore(dataDir)])
    await isWhole()
    await finishRestore(dataDir)
    await isWhole()
  })

  test('is finished after a kill while old data were deleted', async () => {
    await rm(join(dataDir, 'files'), { recursive: true })
    await finishRestore(dataDir)
    await isWhole()
  })

  test('is finished after a kill while new data were moved, and deletes nothing of them', async () => {
    for (const name of ['metes.db', 'metes.db-wal', 'files', `${RESTORED}/${REPLACED}`])
      await rm(join(dataDir, name), { recursive: true })
    await writeFile(join(dataDir, 'metes.db'), 'new')
    await rm(join(restored, 'metes.db'))
    await finishRestore(dataDir)
    await isWhole()
  })
})
