/** Chores of a service are done by one of its processes, and by another one when that ends. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '../support/service.ts'
import { serveProcesses, until } from './service-of-processes.ts'

test('one process does the chores, and another one takes over when it is killed', async () => {
  const metes = await install()
  const files = join(metes.dataDir, 'files')
  await mkdir(files)
  // The chore fails, and says so once each time that it is begun.
  await writeFile(join(files, 'expiring'), 'not a directory')
  const service = await serveProcesses(3, {}, metes)
  try {
    const begun = (): number => service.running.log().split('files: deleting expired files failed').length - 1
    const serving = (): number => service.running.log().split('a new process serves').length - 1
    await until('it is begun', () => begun() > 0)
    assert.equal(begun(), 1)
    const processes = service.processes()
    for (const [index, pid] of processes.entries()) {
      process.kill(pid, 'SIGKILL')
      await until('it is replaced', () => serving() > index)
    }
    await until('another one takes over', () => begun() > 1)
    assert.ok(begun() <= 1 + processes.length, 'at most once for each process that ended')
  } finally {
    await service.end()
  }
})
