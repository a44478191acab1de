import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'

const PACKED = join(import.meta.dirname, '../../data/atlas')

function packedCopy(): { readonly packed: string; readonly data: string } {
  const packed = mkdtempSync(join(tmpdir(), 'metes-atlas-'))
  for (const name of ['atlas.json', 'atlas.db.zst']) copyFileSync(join(PACKED, name), join(packed, name))
  return { packed, data: join(packed, 'data') }
}

const unpackedIn = (directory: string): readonly string[] =>
  readdirSync(directory).filter((name) => name.endsWith('.db'))

test('the first start unpacks the atlas beside the packed file and answers from it', async () => {
  const { packed, data } = packedCopy()
  const { source, close } = await openBundledAtlas(packed, data)
  const [france] = await source.find({ by: 'iso', code: 'FR' })
  await close()
  assert.equal(france.name, 'France')
  assert.equal(unpackedIn(packed).length, 1)
  assert.equal(existsSync(data), false)
})

test('later starts open the existing file', async () => {
  const { packed, data } = packedCopy()
  const first = await unpackedAtlas(packed, data)
  writeFileSync(join(packed, 'atlas.db.zst'), 'not read again')
  assert.equal(await unpackedAtlas(packed, data), first)
})

test('an older edition is removed, other files are not', async () => {
  const { packed, data } = packedCopy()
  writeFileSync(join(packed, 'atlas-0123456789abcdef.db'), 'old')
  writeFileSync(join(packed, 'mine.db'), 'mine')
  const path = await unpackedAtlas(packed, data)
  assert.deepEqual(
    unpackedIn(packed)
      .map((name) => join(packed, name))
      .sort(),
    [path, join(packed, 'mine.db')].sort(),
  )
})

test('where the packed file lies on a read-only disk, the data directory is used', async () => {
  const { packed, data } = packedCopy()
  // Stands for a disk that takes no file of that name; permissions do not hold for root.
  const beside = await unpackedAtlas(packed, data)
  const { packed: readOnly, data: writable } = packedCopy()
  mkdirSync(`${beside.replace(packed, readOnly)}.${process.pid}`)
  const path = await unpackedAtlas(readOnly, writable)
  assert.equal(path, beside.replace(packed, writable))
  assert.equal(await unpackedAtlas(readOnly, writable), path)
})

test('a packed file that differs from the manifest is refused', async () => {
  const { packed, data } = packedCopy()
  writeFileSync(
    join(packed, 'atlas.json'),
    JSON.stringify({ edition: '0123456789abcdef', sha256: 'something else' }),
  )
  await assert.rejects(
    () => unpackedAtlas(packed, data),
    /unpacks to a file with the checksum [0-9a-f]{64}; atlas\.json says something else\./,
  )
  assert.deepEqual(unpackedIn(packed), [])
})
