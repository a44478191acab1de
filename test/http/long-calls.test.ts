/** Long calls with a waiting client, as bytes on the connection: see docs/decisions/0068. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { uniteWork } from '../../src/domain/files/unite.ts'
import { KEY, startService } from '../registry/made-up-service.ts'
import { intercepted } from '../support/compute.ts'
import { speak } from './raw.ts'

/** Shorter than the calls of these tests. */
const LIMITS = { headersMs: 100, requestMs: 200, checkMs: 20, stuckMs: 100 }

/** Unions that wait for the test. */
const patientUnions = () => {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    go: go.resolve,
    compute: intercepted(async ({ work, run }) => {
      if (work !== uniteWork) return run()
      begun.resolve()
      await go.promise
      return run()
    }),
  }
}

test('nothing is sent before the answer, so no client can misread it, and no server limit ends the call', async () => {
  const { compute, begun, go } = patientUnions()
  const service = await startService({ compute, limits: LIMITS })
  try {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8')
    let heard = ''
    socket.on('data', (text) => (heard += text))
    const body = '{"include":["r1","r2"]}'
    socket.write(
      `POST /v1/boundaries/union HTTP/1.1\r\nHost: metes.example\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    await begun
    // Slow clients are disconnected meanwhile, one after the other: each limit has passed several times.
    for (let turn = 0; turn < 4; turn++)
      assert.match(await speak(service.url, 'GET /healthz HTTP/1.1\r\nHost: '), /^HTTP\/1\.1 408 /)
    assert.equal(heard, '')
    go()
    await once(socket, 'close')
    assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/)
    assert.equal(heard.match(/HTTP\/1\.1/g)?.length, 1)
    assert.match(heard, /"type":"Feature"/)
  } finally {
    await service.close()
  }
})
