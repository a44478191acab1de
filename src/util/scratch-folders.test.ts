import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeScratchFolder, sweepScratchFolders } from './scratch-folders.ts'

const inFolder = (context: TestContext): string => {
  const parent = mkdtempSync(join(tmpdir(), 'metes-sweep-test-'))
  context.after(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

const MODULE = new URL('./scratch-folders.ts', import.meta.url).href

/** The folder of a process that was killed, with a file in it. */
const folderOfKilled = (parent: string): string => {
  const program = `import { makeScratchFolder } from '${MODULE}'
    import { writeFileSync, writeSync } from 'node:fs'
    const folder = makeScratchFolder(${JSON.stringify(parent)})
    writeFileSync(folder + '/0', 'half a file')
    writeSync(1, folder)
    process.kill(process.pid, 'SIGKILL')`
  const { stdout, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  assert.equal(signal, 'SIGKILL', stderr)
  assert.ok(existsSync(join(stdout, '0')))
  return stdout
}

test('what a killed process left is deleted, and what a running one uses stays', async (context) => {
  const parent = inFolder(context)
  const [left, used] = [folderOfKilled(parent), makeScratchFolder(parent)]
  await sweepScratchFolders(parent)
  assert.deepEqual([existsSync(left), existsSync(used)], [false, true])
})

test('everything that is not certainly ours stays', async (context) => {
  const parent = inFolder(context)
  const left = folderOfKilled(parent)
  const [, machine, pid] = basename(left).split('-')
  const others = [
    'metes-Ab12Cd',
    `metes-area-Ab12Cd`,
    `metes-${'0'.repeat(12)}-${pid}-Ab12Cd`,
    `metes-${machine}-${pid}-Ab12Cd.old`,
    `metes-${machine}-${pid}-Ab12Cd5`,
    `other-${machine}-${pid}-Ab12Cd`,
  ].map((name) => join(parent, name))
  for (const path of others) mkdirSync(path)
  const target = join(parent, 'precious')
  mkdirSync(target)
  writeFileSync(join(target, 'file'), '')
  const [link, file] = ['Link11', 'File11'].map((end) => join(parent, `metes-${machine}-${pid}-${end}`))
  symlinkSync(target, link)
  writeFileSync(file, '')
  await sweepScratchFolders(parent)
  assert.ok(!existsSync(left))
  for (const path of [...others, link, file, join(target, 'file')]) assert.ok(existsSync(path), path)
})

test('the folder of another user stays', {
  skip: process.getuid?.() !== 0 && 'only root can give folders away',
}, async (context) => {
  const parent = inFolder(context)
  const left = folderOfKilled(parent)
  chownSync(left, 12_345, 12_345)
  await sweepScratchFolders(parent)
  assert.ok(existsSync(left))
})

test('folders of killed processes are deleted where files have no owner, as on Windows', async (context) => {
  const parent = inFolder(context)
  const left = folderOfKilled(parent)
  await sweepScratchFolders(parent, null)
  assert.ok(!existsSync(left))
})

test('a folder for temporary files that is missing is no failure', async (context) => {
  await sweepScratchFolders(join(inFolder(context), 'none'))
})
