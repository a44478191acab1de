import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LAND, madeUpCatalog, PROVINCE, TOWN } from '../../../test/registry/made-up-world.ts'
import { HERE, intercepted } from '../../../test/support/compute.ts'
import { serverLanes } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import type { Compute } from '../../compute/port.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { FileStoreError } from '../files/ports.ts'
import type { CollectionTask } from './collection-file.ts'
import { survey } from './collection-members.ts'
import { writeCollection } from './write-collection.ts'

const IDS = [LAND.id, PROVINCE.id, TOWN.id]
const NEVER = new AbortController().signal

const orderOf = async (signal = NEVER) => {
  const found = await survey(madeUpCatalog(), IDS, signal)
  assert.ok(found !== null)
  return {
    title: 'Utland',
    ids: IDS,
    survey: found,
    format: 'geojson',
    detail: 'full',
    languages: [],
  } as const
}

/** Returns the port and the directories of its tasks. */
const watched = (compute: Compute) => {
  const directories: string[] = []
  const writing = intercepted(({ task, run }) => {
    directories.push((task as CollectionTask).directory)
    return run()
  }, compute)
  return { writing, directories }
}

test('a thread writes the bytes that the calling thread writes, and nothing stays in the temporary directory', async () => {
  const threads = openCompute(serverLanes({ threads: 1 }))
  try {
    const order = await orderOf()
    const contents = []
    for (const compute of [HERE, threads]) {
      const { writing, directories } = watched(compute)
      const content = await writeCollection(
        { catalog: madeUpCatalog(), compute: writing },
        order,
        { owner: SERVICE, signal: NEVER, onStep: () => {} },
        async ({ path, bytes, features }) => {
          assert.equal(features, IDS.length)
          const text = readFileSync(path, 'utf8')
          assert.equal(Buffer.byteLength(text), bytes)
          return text
        },
      )
      contents.push(content)
      assert.deepEqual(directories.map(existsSync), [false])
    }
    assert.equal(contents[0], contents[1])
    assert.equal(JSON.parse(contents[0]).features.length, IDS.length)
  } finally {
    await threads.close()
  }
})

test('a cancelled collection leaves no half file, and its thread ends', async () => {
  const threads = openCompute(serverLanes({ threads: 1 }))
  try {
    for (const compute of [HERE, threads]) {
      const cancel = new AbortController()
      const { writing, directories } = watched(compute)
      const catalog = {
        ...madeUpCatalog(),
        geometries: async (records: readonly (typeof LAND)[]) => {
          cancel.abort(new Error('cancelled by the caller'))
          return madeUpCatalog().geometries(records)
        },
      }
      const writing1 = writeCollection(
        { catalog, compute: writing },
        await orderOf(),
        { owner: SERVICE, signal: cancel.signal, onStep: () => {} },
        async () => assert.fail('there is no file to use'),
      )
      await assert.rejects(writing1, /cancelled by the caller/)
      assert.deepEqual(directories.map(existsSync), [false])
    }
  } finally {
    await threads.close()
  }
})

test('threads write file after file, and a cancelled one does not disturb the next', async () => {
  const threads = openCompute(serverLanes({ threads: 1 }))
  try {
    const write = async (signal: AbortSignal) =>
      writeCollection(
        { catalog: madeUpCatalog(), compute: threads },
        await orderOf(),
        { owner: SERVICE, signal, onStep: () => {} },
        async ({ sha256, features }) => ({ sha256, features }),
      )
    const first = await write(NEVER)
    const cancel = new AbortController()
    const cancelled = write(cancel.signal)
    cancel.abort(new Error('cancelled by the caller'))
    await assert.rejects(cancelled, /cancelled by the caller/)
    assert.deepEqual([await write(NEVER), await write(NEVER)], [first, first])
    assert.equal(first.features, IDS.length)
  } finally {
    await threads.close()
  }
})

test('a store that is full deletes the temporary file, and the error says so', async () => {
  const { writing, directories } = watched(HERE)
  const full = new FileStoreError(
    'The file storage at /x could not write y: ENOSPC: no space left on device.',
  )
  const failing = writeCollection(
    { catalog: madeUpCatalog(), compute: writing },
    await orderOf(),
    { owner: SERVICE, signal: NEVER, onStep: () => {} },
    async () => {
      throw full
    },
  )
  await assert.rejects(failing, full)
  assert.deepEqual(directories.map(existsSync), [false])
})
