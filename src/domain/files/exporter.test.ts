import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { memoryFiles } from '../../../test/doubles/memory-files.ts'
import { madeUpCatalog, PROVINCE } from '../../../test/registry/made-up-world.ts'
import { intercepted } from '../../../test/support/compute.ts'
import { doAlone } from '../../util/share-work.ts'
import { SERVICE } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { createExporter } from './exporter.ts'
import type { FileStore } from './ports.ts'
import type { FileTask } from './render-file.ts'
import { type FileKey, variantKey } from './stored-file-name.ts'

const setUp = (store: FileStore = memoryFiles()) => {
  const built: string[] = []
  const state = { version: '1' }
  const exporter = createExporter({
    shareWork: doAlone,
    store,
    catalog: { geometry: madeUpCatalog().geometry, version: async () => state.version },
    compute: intercepted(({ task, run }) => {
      const { head, detail, format } = task as FileTask
      built.push(`${head.id} ${detail} ${format}`)
      return run()
    }),
  })
  return { exporter, built, state }
}

test('a file is named by its content, and stored with its headers', async () => {
  const store = memoryFiles()
  const { exporter } = setUp(store)
  const exported = await exporter.file(PROVINCE, 'medium', 'geojson', [], SERVICE)
  const file = store.files.get(exported.key)
  assert.ok(file !== undefined)
  assert.equal(exported.sha256, createHash('sha256').update(file.bytes).digest('hex'))
  assert.equal(exported.key, `${exported.sha256}.geojson`)
  assert.equal(exported.bytes, file.bytes.byteLength)
  assert.equal(exported.mediaType, 'application/geo+json')
  assert.deepEqual(file.facts, {
    mediaType: 'application/geo+json',
    encoding: null,
    disposition: `attachment; filename="Fyrir-medium.geojson"; filename*=UTF-8''Fyrir-medium.geojson`,
  })
  const feature = JSON.parse(Buffer.from(file.bytes).toString())
  assert.equal(feature.id, 'r2')
  assert.equal(feature.properties.detail, 'medium')
  assert.equal(feature.properties.vertices, 5)
})

test('the compressed copies have the content of the file', async () => {
  const store = memoryFiles()
  const { exporter } = setUp(store)
  const { key } = await exporter.file(PROVINCE, 'medium', 'svg', [], SERVICE)
  const plain = Buffer.from(store.files.get(key)!.bytes)
  const gzip = store.files.get(variantKey(key, 'gzip'))!
  const brotli = store.files.get(variantKey(key, 'br'))!
  assert.deepEqual(gunzipSync(gzip.bytes), plain)
  assert.deepEqual(brotliDecompressSync(brotli.bytes), plain)
  assert.deepEqual([gzip.facts.encoding, brotli.facts.encoding], ['gzip', 'br'])
})

test('concurrent calls wait for one build', async () => {
  const { exporter, built } = setUp()
  const files = await Promise.all(
    Array.from({ length: 20 }, () => exporter.file(PROVINCE, 'low', 'kml', [], SERVICE)),
  )
  assert.deepEqual(built, ['r2 low kml'])
  assert.equal(new Set(files.map(({ key }) => key)).size, 1)
})

test('another server on the same store, or the same one with newer data, does not build an existing file again', async () => {
  const store = memoryFiles()
  const first = setUp(store)
  const file = await first.exporter.file(PROVINCE, 'low', 'kml', [], SERVICE)
  first.state.version = '2'
  assert.deepEqual(await first.exporter.file(PROVINCE, 'low', 'kml', [], SERVICE), file)
  const second = setUp(store)
  assert.deepEqual(await second.exporter.file(PROVINCE, 'low', 'kml', [], SERVICE), file)
  assert.deepEqual([...first.built, ...second.built], ['r2 low kml'])
})

test('a changed boundary is built again, and the old file stays', async () => {
  const store = memoryFiles()
  const { exporter, state } = setUp(store)
  const before = await exporter.file(PROVINCE, 'low', 'geojson', [], SERVICE)
  const changed: BoundaryRecord = { ...PROVINCE, source: { ...PROVINCE.source, version: 4 } }
  state.version = '2'
  const after = await exporter.file(changed, 'low', 'geojson', [], SERVICE)
  assert.notEqual(after.key, before.key)
  assert.ok(store.files.has(before.key))
})

test('each detail and format has its own file', async () => {
  const { exporter } = setUp()
  const keys = new Set<string>()
  for (const detail of ['low', 'full'] as const) {
    for (const format of ['geojson', 'kml', 'gml', 'svg'] as const)
      keys.add((await exporter.file(PROVINCE, detail, format, [], SERVICE)).key)
  }
  assert.ok(keys.size >= 6)
})

test('names are in the requested language, and languages that give the same name share the file', async () => {
  const store = memoryFiles()
  const { exporter, built } = setUp(store)
  const fileIn = (...languages: readonly string[]) =>
    exporter.file(PROVINCE, 'medium', 'geojson', languages, SERVICE)
  const [local, english, german] = [await fileIn(), await fileIn('en'), await fileIn('de')]
  const nameOf = (key: FileKey) =>
    JSON.parse(Buffer.from(store.files.get(key)!.bytes).toString()).properties.name
  assert.deepEqual([nameOf(local.key), nameOf(english.key)], ['Fyrir', 'Fore'])
  assert.deepEqual(await fileIn('fr', 'en'), english)
  assert.deepEqual(german, local)
  assert.equal(built.length, 2)
})

test('a removed file is built again', async () => {
  const store = memoryFiles()
  const first = setUp(store)
  const { key } = await first.exporter.file(PROVINCE, 'low', 'wkt', [], SERVICE)
  store.files.delete(key)
  const second = setUp(store)
  assert.equal((await second.exporter.file(PROVINCE, 'low', 'wkt', [], SERVICE)).key, key)
  assert.equal(await text((await store.read(key))!), 'POLYGON ((0 0,1 0,1 1,0 1,0 0))\n')
})

test('a failure is not cached', async () => {
  const store = memoryFiles()
  let broken = true
  const { exporter } = setUp({
    ...store,
    put: async (...parts) => {
      if (broken) throw new Error('The disk is full.')
      return store.put(...parts)
    },
  })
  await assert.rejects(exporter.file(PROVINCE, 'low', 'kml', [], SERVICE), /The disk is full/)
  broken = false
  assert.ok((await exporter.file(PROVINCE, 'low', 'kml', [], SERVICE)).bytes > 0)
})
