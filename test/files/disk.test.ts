import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { FileStoreError } from '../../src/domain/files/ports.ts'
import { type FileKey, fileKey } from '../../src/domain/files/stored-file-name.ts'
import { diskFiles } from '../../src/storage/files/disk.ts'
import { systemRandom } from '../../src/util/random.ts'
import { fileStoreContract, keyOf, sampleBytes } from '../contract/file-store.ts'

const WRITER = join(import.meta.dirname, '../doubles/file-writer-process.ts')

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)

const withDirectory = async (use: (directory: string) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-files-'))
  await use(directory).finally(() => rm(directory, { recursive: true }))
}

fileStoreContract('disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-files-'))
  return {
    store: diskFiles(join(directory, 'files'), systemRandom),
    close: () => rm(directory, { recursive: true }),
  }
})

describe('files on disk', () => {
  test('a process killed while writing leaves only complete files', () =>
    withDirectory(async (directory) => {
      const writer = spawn(process.execPath, [WRITER, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(writer, 'close')
      const started: FileKey[] = []
      for await (const line of createInterface(writer.stdout)) {
        started.push(fileKey(line, 'txt'))
        if (started.length === 5) writer.kill('SIGKILL')
      }
      await ended
      const store = diskFiles(directory, systemRandom)
      const seen = await Promise.all(started.map((key) => store.head(key)))
      assert.ok(seen.filter((head) => head !== null).length >= 4, 'what was put before is there')
      for (const key of started) {
        const stream = await store.read(key)
        if (stream !== null)
          assert.equal(keyOf(Buffer.from(await new Response(stream).arrayBuffer()), 'txt'), key)
      }
    }))

  test('leftovers of a killed process are deleted, files that another one is writing are not', () =>
    withDirectory(async (directory) => {
      const store = diskFiles(directory, systemRandom)
      await store.check()
      const aside = join(directory, 'tmp')
      await writeFile(join(aside, 'old'), 'half a file')
      await writeFile(join(aside, 'new'), 'half a file')
      await utimes(join(aside, 'old'), NOW / 1000, NOW / 1000 - 7200)
      await utimes(join(aside, 'new'), NOW / 1000, NOW / 1000 - 60)
      await store.removeExpired(NOW)
      assert.deepEqual(await readdir(aside), ['new'])
    }))

  test('storing a file leaves no temporary file', () =>
    withDirectory(async (directory) => {
      const store = diskFiles(directory, systemRandom)
      const bytes = sampleBytes(1000, 1)
      await store.put(keyOf(bytes), bytes, {
        mediaType: 'text/plain',
        encoding: null,
        disposition: 'attachment',
      })
      assert.deepEqual(await readdir(join(directory, 'tmp')), [])
      const key = keyOf(bytes)
      assert.deepEqual((await readdir(join(directory, key.slice(0, 2), key.slice(2, 4)))).sort(), [
        key,
        `${key}.meta`,
      ])
    }))

  test('an unwritable directory is refused by its name', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'taken')
      await writeFile(path, 'a file where the directory should be')
      await assert.rejects(diskFiles(path, systemRandom).check(), (error) => {
        assert.ok(error instanceof FileStoreError)
        assert.ok(error.message.startsWith(`The file storage at ${path} could not write there: `))
        return true
      })
    }))
})
