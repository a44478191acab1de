/** Callers of long calls who disconnect before the answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInlineRenderer } from '../../src/pool/inline.ts'
import { KEY, startService } from '../registry/made-up-service.ts'

/** A renderer whose unions last until they are cancelled. */
const endlessUnions = () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const ended = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    ended: ended.promise,
    renderer: {
      ...createInlineRenderer(),
      unite: (_task: unknown, signal = new AbortController().signal) => {
        begun.resolve(signal)
        return new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason)
            ended.resolve()
          })
        })
      },
    },
  }
}

test('when the only client waiting for a union disconnects, the union stops, and no failure is logged', async () => {
  const { renderer, begun, ended } = endlessUnions()
  const service = await startService({ renderer })
  try {
    const client = new AbortController()
    const call = (signal?: AbortSignal) =>
      fetch(`${service.url}/v1/boundaries/union`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': KEY },
        body: JSON.stringify({ include: ['r1', 'r2'] }),
        ...(signal === undefined ? {} : { signal }),
      })
    const answer = assert.rejects(call(client.signal))
    assert.equal((await begun).aborted, false)
    client.abort()
    await Promise.all([answer, ended])
    while (service.log.length === 0) await new Promise(setImmediate)
    assert.deepEqual(
      service.log.map(({ level, facts }) => [level, facts.code]),
      [['debug', 'cancelled']],
    )
  } finally {
    await service.close()
  }
})
