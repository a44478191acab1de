import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from './attribute-columns.ts'
import { packRow, Row } from './attribute-row.ts'
import { ByteWriter } from './byte-writer.ts'
import type { FeatureHead } from './feature-head.ts'

const COLUMNS = columnsOf({ id: '' })
const columnNamed = (name: string): number => COLUMNS.findIndex((column) => column.name === name)

const packed = (columns: typeof COLUMNS, heads: readonly FeatureHead[], capacity = 1024) => {
  const writer = new ByteWriter(capacity)
  for (const head of heads) packRow(writer, columns, head)
  return writer.finish()
}

const headOf = (id: string, properties: Record<string, unknown>) => ({
  id,
  bbox: [0, 0, 1, 1] as const,
  properties,
})

const HEADS = [
  headOf('r1', { name: 'Kuressaare', area_km2: 15.25, vertices: 0, population: -0, names: { en: '' } }),
  headOf('r2', { name: `${'Ääsmäe ø 日本 '.repeat(20)}😀`, vertices: 0, source: { version: 7 } }),
  headOf('r3', { vertices: 0 }),
]

test('packed rows give the cells of their heads, in order', () => {
  const bytes = packed(COLUMNS, HEADS, 1)
  const row = new Row(COLUMNS)
  let at = 0
  for (const head of HEADS) {
    at = row.read(bytes, at)
    assert.deepEqual(
      row.cells(),
      COLUMNS.map(({ of }) => of(head)),
    )
    assert.deepEqual(Buffer.from(row.packed), Buffer.from(packed(COLUMNS, [head])))
  }
  assert.equal(at, bytes.length)
})

test('an empty text is known, and a missing one is not', () => {
  const row = new Row(COLUMNS)
  row.read(packed(COLUMNS, [HEADS[0]]), 0)
  assert.equal(row.isKnown(columnNamed('name_en')), true)
  assert.equal(row.cell(columnNamed('name_en')), '')
  assert.equal(row.isKnown(columnNamed('iso')), false)
})

test('texts are copied as they are, short and long', () => {
  const row = new Row(COLUMNS)
  for (const head of HEADS.slice(0, 2)) {
    row.read(packed(COLUMNS, [head]), 0)
    const writer = new ByteWriter(1)
    row.copyText(columnNamed('name'), writer)
    row.copyText(columnNamed('id'), writer)
    assert.equal(Buffer.from(writer.finish()).toString(), `${head.properties.name}${head.id}`)
  }
})

test('the number of positions is replaced in the row', () => {
  const row = new Row(COLUMNS)
  row.read(packed(COLUMNS, [HEADS[0]]), 0)
  row.setVertices(1234)
  assert.equal(row.cell(columnNamed('vertices')), 1234)
  assert.equal(row.cell(columnNamed('name')), 'Kuressaare')
})
