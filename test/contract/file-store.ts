/** Contract of the file stores. Called once per adapter. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FileFacts, FileStore } from '../../src/domain/files/ports.ts'
import { type FileKey, fileKey, variantKey } from '../../src/domain/files/stored-file-name.ts'

export interface OpenedStore {
  readonly store: FileStore
  readonly close: () => Promise<void>
}

const FACTS: FileFacts = {
  mediaType: 'application/geo+json',
  encoding: null,
  disposition: 'attachment; filename="Koln.geojson"; filename*=UTF-8\'\'K%C3%B6ln.geojson',
}

export const keyOf = (bytes: Uint8Array, extension = 'geojson'): FileKey =>
  fileKey(createHash('sha256').update(bytes).digest('hex'), extension)

/** Bytes that compress badly and differ by seed, the same in every run. */
export const sampleBytes = (count: number, seed: number): Uint8Array => {
  const bytes = new Uint8Array(count)
  let state = seed
  for (let index = 0; index < count; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

const readAll = async (stream: ReadableStream<Uint8Array> | null): Promise<Buffer> => {
  assert.ok(stream !== null, 'the file is there')
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const fileStoreContract = (name: string, open: () => Promise<OpenedStore>): void => {
  describe(`file store: ${name}`, () => {
    let opened: OpenedStore
    let store: FileStore
    before(async () => {
      opened = await open()
      store = opened.store
    })
    after(() => opened.close())

    test('a file is read back byte for byte, with its metadata', async () => {
      const bytes = sampleBytes(100_000, 1)
      const key = keyOf(bytes)
      await store.put(key, bytes, FACTS)
      assert.deepEqual(await store.head(key), { ...FACTS, bytes: 100_000 })
      assert.deepEqual(await readAll(await store.read(key)), Buffer.from(bytes))
    })

    test('a file of many megabytes comes back whole', async () => {
      const bytes = sampleBytes(9_000_001, 2)
      await store.put(keyOf(bytes), bytes, FACTS)
      assert.deepEqual(await readAll(await store.read(keyOf(bytes))), Buffer.from(bytes))
    })

    test('a file on this machine is stored whole', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'metes-content-'))
      const path = join(directory, 'large')
      const bytes = sampleBytes(3_000_001, 9)
      await writeFile(path, bytes)
      await store
        .put(keyOf(bytes), { path, byteLength: bytes.length }, FACTS)
        .finally(() => rm(directory, { recursive: true }))
      assert.equal((await store.head(keyOf(bytes)))?.bytes, bytes.length)
      assert.deepEqual(await readAll(await store.read(keyOf(bytes))), Buffer.from(bytes))
    })

    test('an empty file is a file', async () => {
      const bytes = new Uint8Array(0)
      await store.put(keyOf(bytes), bytes, FACTS)
      assert.equal((await store.head(keyOf(bytes)))?.bytes, 0)
      assert.equal((await readAll(await store.read(keyOf(bytes)))).length, 0)
    })

    test('a file that was never stored is missing, not an error', async () => {
      const key = keyOf(sampleBytes(10, 3))
      assert.equal(await store.head(key), null)
      assert.equal(await store.read(key), null)
    })

    test('a range includes its first and its last byte', async () => {
      const bytes = sampleBytes(1000, 4)
      const key = keyOf(bytes)
      await store.put(key, bytes, FACTS)
      for (const [first, last] of [
        [0, 0],
        [0, 999],
        [10, 19],
        [999, 999],
      ]) {
        const part = await readAll(await store.read(key, { first, last }))
        assert.deepEqual(part, Buffer.from(bytes.subarray(first, last + 1)), `bytes ${first}-${last}`)
      }
    })

    test('a compressed copy is stored beside its file, with its own bytes and coding', async () => {
      const bytes = sampleBytes(500, 5)
      const compressed = sampleBytes(300, 6)
      const key = keyOf(bytes)
      await store.put(key, bytes, FACTS)
      await store.put(variantKey(key, 'gzip'), compressed, { ...FACTS, encoding: 'gzip' })
      assert.deepEqual(await store.head(variantKey(key, 'gzip')), { ...FACTS, encoding: 'gzip', bytes: 300 })
      assert.deepEqual(await readAll(await store.read(variantKey(key, 'gzip'))), Buffer.from(compressed))
      assert.equal(await store.head(variantKey(key, 'br')), null)
    })

    test('storing a file again changes nothing', async () => {
      const bytes = sampleBytes(500, 7)
      const key = keyOf(bytes)
      await store.put(key, bytes, FACTS)
      await store.put(key, bytes, { ...FACTS, disposition: 'attachment; filename="other.geojson"' })
      assert.deepEqual(await store.head(key), { ...FACTS, bytes: 500 })
    })

    test('an expired file is removed with its copies, and no other is', async () => {
      const [early, late] = [1_700_000_000, 1_700_000_001]
      const files = [10, 11, 12, 13, 14].flatMap((seed) => {
        const bytes = sampleBytes(50, seed)
        const hash = createHash('sha256').update(bytes).digest('hex')
        const key = fileKey(hash, 'geojson', seed === 14 ? late : early)
        return [key, variantKey(key, 'gzip'), variantKey(key, 'br')].map((each) => ({ key: each, bytes }))
      })
      const lasting = { key: keyOf(sampleBytes(50, 10)), bytes: sampleBytes(50, 10) }
      for (const { key, bytes } of [...files, lasting]) await store.put(key, bytes, FACTS)
      const there = async () => {
        const heads = await Promise.all([...files, lasting].map(({ key }) => store.head(key)))
        return heads.map((head) => (head === null ? '-' : 'x')).join('')
      }
      await store.removeExpired(early * 1000 - 1)
      assert.equal(await there(), 'xxxxxxxxxxxxxxxx')
      await store.removeExpired(early * 1000)
      assert.equal(await there(), '------------xxxx')
      assert.equal(await store.read(files[0].key), null)
      await store.removeExpired(late * 1000)
      assert.equal(await there(), '---------------x')
      await store.removeExpired(late * 1000)
    })

    test('concurrent writers of the same file all succeed, and readers see it completely or not at all', async () => {
      const bytes = sampleBytes(400_000, 8)
      const key = keyOf(bytes)
      let done = false
      const puts = Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes, FACTS))).then(() => {
        done = true
      })
      while (!done) {
        const head = await store.head(key)
        if (head === null) continue
        assert.equal(head.bytes, bytes.length)
        assert.equal((await readAll(await store.read(key))).length, bytes.length)
      }
      await puts
      assert.deepEqual(await readAll(await store.read(key)), Buffer.from(bytes))
    })

    test('a reader may stop in the middle', async () => {
      const bytes = sampleBytes(2_000_000, 9)
      await store.put(keyOf(bytes), bytes, FACTS)
      const stream = await store.read(keyOf(bytes))
      assert.ok(stream !== null)
      const reader = stream.getReader()
      assert.equal((await reader.read()).done, false)
      await reader.cancel()
    })

    test('a usable store says so', async () => {
      await store.check()
    })
  })
}
