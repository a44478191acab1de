import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { discardBody } from './discard-body.ts'

const PIECE = new Uint8Array(64 * 1024)
const PIECES = 16

test('a refused body is read piece by piece, with a pause after each', async (context: TestContext) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const body = new PassThrough({ highWaterMark: PIECES * PIECE.byteLength })
  for (let piece = 0; piece < PIECES; piece++) body.write(PIECE)
  discardBody(body as unknown as IncomingMessage)
  for (let read = 1; read < PIECES; read++) {
    await setImmediate()
    assert.equal(body.readableLength + body.writableLength, (PIECES - read) * PIECE.byteLength)
    context.mock.timers.tick(10)
  }
})

test('a refused body that breaks off is ignored', async () => {
  const body = new PassThrough()
  discardBody(body as unknown as IncomingMessage)
  body.destroy(new Error('aborted'))
  await setImmediate()
})
