/** Concurrent imports draw coasts: no drawn coast is lost, even if one of them is killed. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { drawnIslands, ISLANDS, islandLines, openCoast, writeSea } from '../support/drawn-islands.ts'

const PROCESS = join(import.meta.dirname, '../support/coast-process.ts')
const ALL = Array.from({ length: ISLANDS }, (_, island) => island)

let directory: string
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'metes-coast-'))
  await writeSea(directory)
})
afterEach(() => rmSync(directory, { recursive: true }))

const start = (...task: readonly (string | number)[]): ChildProcess =>
  spawn(process.execPath, [PROCESS, directory, ...task.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

test('concurrent redraws in one process all count', async () => {
  const coasts = await Promise.all([openCoast(directory), openCoast(directory)])
  await Promise.all(ALL.map((island) => coasts[island % 2].redraw(islandLines(island))))
  for (const coast of coasts) await coast.close()
  assert.deepEqual(await drawnIslands(directory), ALL)
})

test('concurrent redraws in two processes all count', async () => {
  const ends = await Promise.all([0, 1].map((first) => once(start('draw', first, 2), 'exit')))
  assert.deepEqual(ends, [
    [0, null],
    [0, null],
  ])
  assert.deepEqual(await drawnIslands(directory), ALL)
})

test('a process killed while drawing blocks nobody', async () => {
  const holder = start('hold')
  await once(holder.stdout!, 'data')
  const coast = await openCoast(directory)
  const drawing = coast.redraw(islandLines(3))
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  assert.equal((await drawing).tiles, 1)
  await coast.close()
  assert.deepEqual(await drawnIslands(directory), [3])
})
