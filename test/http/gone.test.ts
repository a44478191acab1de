/** Callers of long calls who disconnect before the answer. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { uniteWork } from '../../src/domain/files/unite.ts'
import { createApp } from '../../src/transports/http/app.ts'
import { systemRandom } from '../../src/util/random.ts'
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

test('a tile that its map no longer needs is no failure in the log', async () => {
  const lines: (readonly [level: string, message: string])[] = []
  const logged = Promise.withResolvers<void>()
  const write = (level: string) => (_facts: object, message: string) => {
    lines.push([level, message])
    logged.resolve()
  }
  const begun = Promise.withResolvers<void>()
  const app = createApp({
    routes: [
      {
        method: 'GET',
        path: '/tiles/{z}',
        endpoint: (request) =>
          new Promise((_, reject) => {
            const signal = request.signal()
            signal.addEventListener('abort', () => reject(signal.reason))
            begun.resolve()
          }),
      },
    ],
    baseUrl: 'http://localhost',
    trustedProxies: 0,
    problemPage: () => assert.fail('nobody sees it'),
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    random: systemRandom,
    overload: null,
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const client = new AbortController()
    const { port } = server.address() as AddressInfo
    const answer = assert.rejects(fetch(`http://127.0.0.1:${port}/tiles/3`, { signal: client.signal }))
    await begun.promise
    client.abort()
    await Promise.all([answer, logged.promise])
    assert.deepEqual(lines, [['debug', 'the client disconnected']])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
