import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBlockFiles } from './block-files.ts'

const withDirectory = async (use: (directory: string) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-blocks-'))
  await use(directory).finally(() => rm(directory, { recursive: true }))
}

test('a file is read as it was written, in memory that threads share; a new one takes its place', () =>
  withDirectory(async (directory) => {
    const warnings: string[] = []
    const files = openBlockFiles(join(directory, 'tiles'), { warn: (_, message) => warnings.push(message) })
    assert.equal(await files.read('0-0-0.1'), null)
    for (const length of [5, 300_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => i % 251)
      await files.write('0-0-0.1', bytes)
      const read = await files.read('0-0-0.1')
      assert.ok(read?.buffer instanceof SharedArrayBuffer)
      assert.deepEqual(Uint8Array.from(read), bytes)
    }
    assert.deepEqual(await readdir(join(directory, 'tiles')), ['0-0-0.1'])
    assert.deepEqual(warnings, [])
  }))

test('the first write removes what a killed process left behind, and nothing else', () =>
  withDirectory(async (directory) => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    for (const name of [`3-4-2.5.${pid}`, `3-4-2.4.${process.pid}`, '3-4-2.5', 'notes.1'])
      await writeFile(join(directory, name), 'part')
    const files = openBlockFiles(directory, { warn: assert.fail })
    await files.write('0-0-0.1', Uint8Array.of(1))
    assert.deepEqual((await readdir(directory)).sort(), [
      '0-0-0.1',
      `3-4-2.4.${process.pid}`,
      '3-4-2.5',
      'notes.1',
    ])
  }))

test('a directory that cannot be written to is logged, and nothing else', () =>
  withDirectory(async (directory) => {
    const warnings: string[] = []
    const taken = join(directory, 'taken')
    await writeFile(taken, 'a file where the directory should be')
    const files = openBlockFiles(taken, { warn: (_, message) => warnings.push(message) })
    await files.write('0-0-0.1', Uint8Array.of(1))
    assert.equal(await files.read('0-0-0.1'), null)
    assert.equal(warnings.length, 2)
  }))
