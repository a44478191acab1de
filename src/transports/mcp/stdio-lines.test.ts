import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BoundedLines, type ErrorAnswer } from './stdio-lines.ts'

const MAX_BYTES = 100

/** Returns the result of bytes that arrive in pieces of these lengths, the last length repeated. */
const read = async (bytes: Buffer, lengths: readonly number[]) => {
  const refused: ErrorAnswer[] = []
  const lines = new BoundedLines((answer) => refused.push(answer), MAX_BYTES)
  const passed: Buffer[] = []
  lines.on('data', (line) => passed.push(line))
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const length = lengths[Math.min(piece, lengths.length - 1)]
    lines.write(bytes.subarray(at, at + length))
    at += length
  }
  lines.end()
  await new Promise((ended) => lines.once('end', ended))
  return { refused, passed: passed.map(String) }
}

const id = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }))

/** The members of a request in any order, some of them long enough. */
const request = fc
  .tuple(
    id,
    fc.oneof(
      fc.jsonValue(),
      fc.string({ minLength: 80, maxLength: 200 }).map((text) => ({ a: [{ id: text }] })),
    ),
    fc.boolean(),
  )
  .map(([ownId, params, isIdFirst]) =>
    isIdFirst
      ? { jsonrpc: '2.0', id: ownId, method: 'tools/call', params: { params } }
      : { jsonrpc: '2.0', method: 'tools/call', params: { params }, id: ownId },
  )

test('short messages pass as they are, and each long one is refused by its id, however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 }),
      async (requests, lengths) => {
        const lines = requests.map((each) => `${JSON.stringify(each)}\n`)
        const isLong = (line: string): boolean => Buffer.byteLength(line) > MAX_BYTES
        const { refused, passed } = await read(Buffer.from(lines.join('')), lengths)
        assert.deepEqual(
          passed,
          lines.filter((line) => !isLong(line)),
        )
        assert.deepEqual(
          refused.map((answer) => answer.id),
          requests.filter((_, i) => isLong(lines[i])).map((each) => (Object.is(each.id, -0) ? 0 : each.id)),
        )
      },
    ),
    { seed: 88 },
  )
})

test('a long line that is no message is refused without an id', async () => {
  const { refused, passed } = await read(Buffer.from(`${'x'.repeat(10_000)}\nnext\n`), [7])
  assert.deepEqual(
    refused.map((answer) => answer.id),
    [null],
  )
  assert.match(refused[0].error.message, /limit of 100 bytes/)
  assert.deepEqual(passed, ['next\n'])
})
