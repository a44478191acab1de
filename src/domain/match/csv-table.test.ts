import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PointsFault } from '../enrich/points-reader.ts'
import { csvField } from '../formats/csv-text.ts'
import { openCsvTable } from './csv-table.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const room = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    // As from a file: each piece is in the same memory.
    room.set(piece)
    yield room.subarray(0, piece.length)
  }
}

const read = async (text: string | Uint8Array, size = 1_000, encoding: string | null = null) => {
  const table = await openCsvTable(inPieces(Buffer.from(text), size), encoding)
  const rows = []
  for await (const block of table.blocks()) rows.push(...block)
  await table.close()
  return { names: table.names, rows }
}

test('rows are the same however the file is cut into pieces', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ',', '"', '\n', '\r\n', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (cells, size, newline, endsWithNewline) => {
        const lines = [['name', 'x'], ...cells].map((row) => row.map((each) => csvField(each)).join(','))
        const { rows } = await read(lines.join(newline) + (endsWithNewline ? newline : ''), size)
        assert.deepEqual(
          rows.map((row) => row.cells),
          cells,
        )
      },
    ),
  )
})

test('rows keep their bytes, and are counted by the lines of the file', async () => {
  const { names, rows } = await read('\ufeff\n"a";b\r\n"1\n2";3\r\n\r\n4;5')
  assert.deepEqual(names, ['a', 'b'])
  assert.deepEqual(
    rows.map(({ bytes, line, cells }) => [Buffer.from(bytes).toString(), line, cells]),
    [
      ['"1\n2";3', 3, ['1\n2', '3']],
      ['4;5', 6, ['4', '5']],
    ],
  )
})

test('rows that cannot be read have a sentence, and the others are read', async () => {
  const { rows } = await read(
    Buffer.concat([Buffer.from('a,b\n1\n2,'), Buffer.of(0xff), Buffer.from('\n3,4\n')]),
  )
  assert.deepEqual(
    rows.map(({ fault }) => fault),
    [
      'It has 1 column instead of 2.',
      'It is not in UTF-8: state the encoding of the file with --encoding, for example windows-1252.',
      null,
    ],
  )
})

test('a stated encoding is read', async () => {
  const { rows } = await read(Buffer.from('name\nK\xf6ln\n', 'latin1'), 3, 'windows-1252')
  assert.deepEqual(rows[0].cells, ['Köln'])
})

test('a header without rows is a table, and a file without a header is none', async () => {
  assert.deepEqual(await read('name,b'), { names: ['name', 'b'], rows: [] })
  await assert.rejects(read(''), new PointsFault('The file is empty.'))
})

test('a quotation mark that is never closed is found, in bounded memory', async () => {
  const endless = `name\n"${'x\n'.repeat(600_000)}`
  await assert.rejects(read(endless, 65_536), /^PointsFault: The row at line 2 has more than 1048576 bytes; /)
})
