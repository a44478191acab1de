import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { serverLanes } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import type { Compute } from '../../compute/port.ts'
import type { Failure } from '../../compute/work.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { BeyondFormat } from '../formats/writer.ts'
import { encodeRings } from '../geometry/codec.ts'
import type { CollectionBatch, CollectionTask, WrittenCollection } from './collection-file.ts'
import { collectionWork } from './collection-work.ts'
import { packBatch } from './packed-batch.ts'
import { expectCollection } from './write-collection.ts'

const errorOf = (failure: Failure): Error => collectionWork.errorOf!(failure)!

const FULL = [
  { name: 'Error', message: 'ENOSPC: no space left on device, write', code: 'ENOSPC' },
  { name: 'Error', message: 'EDQUOT: disk quota exceeded, write', code: 'EDQUOT' },
  { name: 'Error', message: 'database or disk is full', code: 'ERR_SQLITE_ERROR' },
]

test('a full disk is a failure of the storage that says so', () => {
  for (const failure of FULL) {
    const error = errorOf(failure)
    assert.ok(isStorageFull(error))
    assert.equal(error.message, `The disk for temporary files is full: ${failure.message}.`)
  }
})

test('what a format cannot hold stays such an error beyond the thread, and other errors keep their words', () => {
  assert.ok(errorOf({ name: 'BeyondFormat', message: 'Too much.', code: null }) instanceof BeyondFormat)
  const other = errorOf({ name: 'TypeError', message: 'x is not a function', code: null })
  assert.deepEqual([other.name, other.message], ['TypeError', 'x is not a function'])
})

const SQUARE = encodeRings(ringsOf([[boxRing(1, 1, 2, 2)]]))

const batchOf = (rings: Uint8Array, name: string): CollectionBatch => ({
  attributes: [{ id: name, bbox: [1, 1, 2, 2], properties: { name } }],
  rings: [rings],
})

async function* packed(all: readonly CollectionBatch[]) {
  yield* all.map(packBatch)
}

type Write = (task: CollectionTask, ...batches: readonly CollectionBatch[]) => Promise<WrittenCollection>

const withThreads = async (
  use: (write: Write, task: CollectionTask, threads: Compute) => Promise<void>,
): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-threads-test-'))
  const { export: lane } = serverLanes({ threads: 1, heapMb: 256 })
  const threads = openCompute({ export: lane! })
  const write: Write = (task, ...batches) =>
    threads.run(collectionWork, task, { lane: 'export', owner: SERVICE, input: packed(batches) })
  const task = {
    format: 'geojsonl',
    detail: 'full',
    precision: 7,
    meta: { title: 'Squares', attribution: '©', bbox: [1, 1, 2, 2], provenance: null },
    directory,
  } as const
  try {
    await use(write, task, threads)
  } finally {
    await threads.close()
    rmSync(directory, { recursive: true })
  }
}

test('the thread that was started ahead writes the file, with its batches in their order', () =>
  withThreads(async (write, task, threads) => {
    let started = 0
    const count = (): void => void started++
    process.on('worker', count)
    try {
      expectCollection(threads)
      expectCollection(threads)
      // Node reports a thread one turn of the event loop after its start.
      await setImmediate()
      assert.equal(started, 1)
      const names = Array.from({ length: 20 }, (_, index) => `square ${index}`)
      const { path, features } = await write(task, ...names.map((name) => batchOf(SQUARE, name)))
      const lines = readFileSync(path, 'utf8').trim().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).properties.name),
        names,
      )
      assert.deepEqual([features, started], [20, 1])
    } finally {
      process.off('worker', count)
    }
  }))

test('a damaged polygon ends its file, whatever was sent after it, and not the next', () =>
  withThreads(async (write, task) => {
    const [good, damaged] = [batchOf(SQUARE, 'good'), batchOf(SQUARE.subarray(0, -1), 'damaged')]
    await assert.rejects(write(task, good, damaged, good, good, good, good), /are damaged/)
    assert.equal((await write(task, good)).features, 1)
  }))
