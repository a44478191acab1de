import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreparedBlocks } from '../../src/domain/catalog/import-report.ts'
import { prepareBlockWork } from '../../src/domain/tiles/block.ts'
import { createTilePreparer } from '../../src/domain/tiles/prepare-blocks.ts'
import type { TileAddress } from '../../src/domain/tiles/tile-grid.ts'
import { createTiles } from '../../src/domain/tiles/tiles.ts'
import { SERVICE } from '../../src/util/work-owner.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { intercepted } from '../support/compute.ts'
import { testCatalog } from '../support/test-catalog.ts'

const NEAR = boundary({ id: 'r1', name: 'Near', bbox: [10, 50, 11, 51], vertices: 2_000 })
const FAR = boundary({ id: 'r2', name: 'Far', bbox: [-60, -10, -59, -9], vertices: 2_000 })
/** Its bounding box meets every block between its halves. */
const SEAM = boundary({ id: 'r3', name: 'Seam', bbox: [178, 50, -178, 51], vertices: 2_000 })
const SCOPE = { origin: 'extract', coveredCountries: [] } as const

const setUp = async (imported = [NEAR, FAR]) => {
  const world = await testCatalog({ imported })
  const files = new Map<string, Uint8Array>()
  const written: string[] = []
  const work: string[] = []
  const open = () =>
    createTiles({
      catalog: world.catalog,
      compute: intercepted(({ work: { name }, run }) => {
        if (name === prepareBlockWork.name) work.push('prepare')
        return run()
      }),
      maxBytes: 10_000_000,
      files: {
        read: async (name) => files.get(name) ?? null,
        write: async (name, bytes) => {
          written.push(name)
          files.set(name, bytes)
        },
      },
    })
  const progress: string[] = []
  const prepare = async (changed: (typeof NEAR)[], signal?: AbortSignal): Promise<PreparedBlocks> => {
    progress.length = 0
    written.length = 0
    const preparer = createTilePreparer({ tiles: open(), atOnce: 2, onFailure: assert.fail })
    return preparer.prepare(
      changed.map(({ geometry }) => geometry.rings),
      { onProgress: (done, all) => progress.push(`${done}/${all}`), signal },
    )
  }
  return { world, open, prepare, progress, written, work }
}

const NEAR_FILES = ['0-0-0.0', '0-0-0.1', '0-0-0.2', '3-4-2.3', '3-4-2.4', '3-4-2.5'].concat([
  '6-33-21.6',
  '6-33-21.7',
  '6-33-21.8',
])

test('the blocks around a boundary get all of their files, and tiles need no more work', async () => {
  const { world, open, prepare, progress, written, work } = await setUp()
  assert.deepEqual(await prepare([NEAR]), { prepared: 3, left: 0 })
  assert.deepEqual(written.sort(), NEAR_FILES)
  assert.deepEqual(progress, ['0/3', '1/3', '2/3', '3/3'])
  work.length = 0
  const selection = { set: 'all', languages: [] } as const
  const tiles = open()
  for (const tile of [
    { z: 0, x: 0, y: 0 },
    { z: 5, x: 16, y: 10 },
    { z: 8, x: 135, y: 86 },
  ])
    assert.ok((await tiles.draw([tile], selection, SERVICE))[0])
  assert.deepEqual(work, [])
  await world.close()
})

test('blocks that are prepared already stay as they are, and a change prepares those that it meets', async () => {
  const { world, prepare, written, work } = await setUp()
  await prepare([NEAR, FAR])
  work.length = 0
  assert.deepEqual(await prepare([NEAR, FAR]), { prepared: 5, left: 0 })
  assert.deepEqual([work, written], [[], []])
  const later = boundary({ id: 'r5', name: 'Later', bbox: [-60, -10, -59.5, -9] })
  await world.store.replace(stream([later]), SCOPE)
  await prepare([NEAR, later])
  assert.deepEqual([...new Set(written.map((name) => name.split('.')[0]))].sort(), [
    '0-0-0',
    '3-2-4',
    '6-21-33',
  ])
  await world.close()
})

test('polygons count, not the box around all of a boundary', async () => {
  const { world, prepare, written } = await setUp([SEAM])
  await prepare([SEAM])
  const blocks = [...new Set(written.map((name) => name.split('.')[0]))].sort()
  assert.deepEqual(blocks, ['0-0-0', '3-0-2', '3-7-2', '6-0-21', '6-63-21'])
  await world.close()
})

test('a block that fails is left to its first request, and the others are prepared', async () => {
  const failed: TileAddress[] = []
  const preparer = createTilePreparer({
    tiles: {
      prepare: async ({ z }) => {
        if (z === 3) throw new Error('too much')
        return z !== 6
      },
    },
    atOnce: 1,
    onFailure: (_, block) => failed.push(block),
  })
  const options = { onProgress: () => {}, signal: undefined }
  assert.deepEqual(await preparer.prepare([NEAR.geometry.rings], options), { prepared: 1, left: 1 })
  assert.deepEqual(failed, [{ z: 3, x: 4, y: 2 }])
})

test('an abort ends the preparation at once, without an error', { timeout: 10_000 }, async () => {
  const controller = new AbortController()
  const preparer = createTilePreparer({
    tiles: { prepare: ({ z }) => (z === 0 ? Promise.resolve(true) : new Promise(() => {})) },
    atOnce: 1,
    onFailure: assert.fail,
  })
  const prepared = await preparer.prepare([NEAR.geometry.rings], {
    onProgress: (done) => {
      if (done === 1) setImmediate(() => controller.abort())
    },
    signal: controller.signal,
  })
  assert.deepEqual(prepared, { prepared: 1, left: 2 })
})
