import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeDirectory } from './make-directory.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'metes-make-'))
})
after(() => rm(directory, { recursive: true }))

test('a directory is made with all that are missing above it, by several at once, and again', async () => {
  const path = join(directory, 'a', 'b', 'c')
  await Promise.all([makeDirectory(path), makeDirectory(path), makeDirectory(join(directory, 'a', 'd'))])
  await makeDirectory(path)
  assert.ok((await stat(path)).isDirectory())
})

test('a file in the way is reported', async () => {
  const file = join(directory, 'file')
  await writeFile(file, '')
  await assert.rejects(makeDirectory(file), /Cannot create the directory .*file \(EEXIST\)/)
  await assert.rejects(makeDirectory(join(file, 'below')), /Cannot create the directory .*below \(ENOTDIR\)/)
})

test('it fails with a message when nothing can be created', { skip: !existsSync('/proc/self') }, async () => {
  await assert.rejects(
    makeDirectory('/proc/metes'),
    /Cannot create the directory \/proc\/metes: nothing can be created in \/proc\./,
  )
  await assert.rejects(
    makeDirectory('/proc/metes/data'),
    /Cannot create the directory \/proc\/metes: nothing can be created in \/proc\./,
  )
})
