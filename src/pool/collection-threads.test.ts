import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { boxRing, ringsOf } from '../../test/support/shapes.ts'
import type { CollectionBatch, CollectionTask } from '../domain/collections/collection-file.ts'
import { BeyondFormat } from '../domain/formats/writer.ts'
import { encodeRings } from '../domain/geometry/codec.ts'
import { isStorageFull } from '../util/storage-full.ts'
import { CollectionThreads, errorOf } from './collection-threads.ts'

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

async function* batchesOf(...all: readonly CollectionBatch[]): AsyncGenerator<CollectionBatch> {
  yield* all
}

const withThreads = async (
  use: (threads: CollectionThreads, task: CollectionTask) => Promise<void>,
): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-threads-test-'))
  const threads = new CollectionThreads(256, 60_000)
  try {
    await use(threads, {
      format: 'geojsonl',
      detail: 'full',
      precision: 7,
      meta: { title: 'Squares', attribution: '©', bbox: [1, 1, 2, 2] },
      directory,
    })
  } finally {
    await threads.close()
    rmSync(directory, { recursive: true })
  }
}

test('the thread that was started ahead writes the file, with its batches in their order', () =>
  withThreads(async (threads, task) => {
    let started = 0
    const count = (): void => void started++
    process.on('worker', count)
    try {
      threads.prepare()
      threads.prepare()
      // Node reports a thread one turn of the event loop after its start.
      await setImmediate()
      assert.equal(started, 1)
      const names = Array.from({ length: 20 }, (_, index) => `square ${index}`)
      const { path, features } = await threads.write(
        task,
        batchesOf(...names.map((name) => batchOf(SQUARE, name))),
      )
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
  withThreads(async (threads, task) => {
    const [good, damaged] = [batchOf(SQUARE, 'good'), batchOf(SQUARE.subarray(0, -1), 'damaged')]
    await assert.rejects(threads.write(task, batchesOf(good, damaged, good, good, good, good)), /are damaged/)
    assert.equal((await threads.write(task, batchesOf(good))).features, 1)
  }))
