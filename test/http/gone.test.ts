/** Callers of long calls who disconnect before the answer. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uniteWork } from '../../src/domain/files/unite.ts'
import { KEY, startService } from '../registry/made-up-service.ts'
import { intercepted } from '../support/compute.ts'

/** Unions that last until they are cancelled. */
const endlessUnions = () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const ended = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    ended: ended.promise,
    compute: intercepted(({ work, options: { signal = new AbortController().signal }, run }) => {
      if (work !== uniteWork) return run()
      begun.resolve(signal)
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason)
          ended.resolve()
        })
      })
    }),
  }
}

test('when the only client waiting for a union disconnects, the union stops, and no failure is logged', async () => {
  const { compute, begun, ended } = endlessUnions()
  const service = await startService({ compute })
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
