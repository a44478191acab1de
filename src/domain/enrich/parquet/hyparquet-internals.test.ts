import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { chosenRows } from './chosen-rows.ts'
import { readFooter } from './footer.ts'
import { Encodings } from './hyparquet-internals.ts'
import { type Leaf, readLeaf } from './leaf.ts'
import { groupColumns } from './output.ts'

const ROOT = new URL('../../../../', import.meta.url)
const MAX_BYTES = 1_000_000

const jsonAt = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))

for (const name of ['hyparquet', 'hyparquet-writer'])
  test(`the installed ${name} is exactly the version that package.json names`, () => {
    const { dependencies } = jsonAt('package.json')
    assert.equal(dependencies[name], jsonAt(`node_modules/${name}/package.json`).version)
  })

test('encodings have the numbers of parquet.thrift', () => {
  assert.deepEqual(
    [Encodings[0], Encodings[2], Encodings[3], Encodings[8]],
    ['PLAIN', 'PLAIN_DICTIONARY', 'RLE', 'RLE_DICTIONARY'],
  )
})

const NAMES = ['North', 'South', 'North', 'North']
const file = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'name', data: NAMES, type: 'STRING' },
      { name: 'lon', data: [1.5, null, -3.25, 4], type: 'DOUBLE', nullable: true },
      { name: 'tags', data: [[1, 2], [], null, [3]], type: 'JSON' },
    ],
    codec: 'SNAPPY',
  }),
)
const footer = readFooter((start, length) => file.subarray(start, start + length), file.length)

const leafAt = (index: number): Leaf => {
  const { start, length } = groupColumns(footer, 0)[index]
  const bytes = file.subarray(start, start + length)
  return readLeaf({ bytes, codec: footer.rowGroups[0].codecs[index], path: footer.leaves[index] }, MAX_BYTES)
}

const textsOf = ({ values }: Leaf) =>
  values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value))

test('columns of the public writer are read, with their missing values', () => {
  assert.deepEqual(textsOf(leafAt(0)), NAMES)
  assert.deepEqual(leafAt(1).values, [1.5, null, -3.25, 4])
  assert.deepEqual(leafAt(1).definitionLevels, [1, 0, 1, 1])
})

test('rewritten columns are read again', () => {
  for (const [index, path] of footer.leaves.entries()) {
    const { meta } = groupColumns(footer, 0)[index]
    const { bytes } = chosenRows(leafAt(index), Uint8Array.of(1, 1, 0, 1), path, meta)
    const rewritten = readLeaf({ bytes, codec: 'ZSTD', path }, MAX_BYTES)
    assert.deepEqual(
      textsOf(rewritten),
      textsOf(leafAt(index)).filter((_, row) => row !== 2),
    )
  }
})
