import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createAllProcesses } from '../../src/metrics/all-processes.ts'
import { readSamples, sumOf } from '../support/metrics-text.ts'

const COUNTING = fileURLToPath(new URL('counting-process.ts', import.meta.url))

test('snapshots of real processes are summed, and stay when one is killed', async () => {
  const all = createAllProcesses()
  const begin = async (calls: number): Promise<ChildProcess> => {
    const child = fork(COUNTING, [String(calls)])
    const [snapshot] = await once(child, 'message')
    all.take(child, snapshot)
    return child
  }
  const children = await Promise.all([begin(10), begin(20), begin(30)])
  const end = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    all.left(child)
  }
  await end(children[1])
  const samples = readSamples(await all.text())
  assert.equal(sumOf(samples, 'metes_calls_total', { transport: 'rest' }), 60)
  assert.equal(sumOf(samples, 'metes_units_total', { operation: 'get_boundary' }), 60)
  assert.ok(sumOf(samples, 'process_resident_memory_bytes') > 0)
  await Promise.all([end(children[0]), end(children[2])])
  assert.equal(sumOf(readSamples(await all.text()), 'metes_calls_total'), 60)
})
