/** The connection itself: input that is not HTTP, clients that disconnect, and the shutdown of the service. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { renderWork } from '../../src/domain/files/render-geometry.ts'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'
import { intercepted } from '../support/compute.ts'
import { ask, speak } from './raw.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

describe('a request that cannot be parsed', () => {
  test('is a 400 problem, and the connection ends', async () => {
    const answer = await speak(service.url, 'hello\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /Content-Type: application\/problem\+json\r\n/)
    assert.match(answer, /X-Request-Id: req_\w+\r\n/)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]).code, 'invalid_input')
  })

  test('is a 400 problem without a Host, which HTTP/1.0 does not require', async () => {
    const answer = await speak(service.url, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(JSON.parse(answer.split('\r\n\r\n')[1]).detail, /must have a Host header/)
    assert.match(await speak(service.url, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  })

  test('is answered in spite of an unknown expectation', async () => {
    const text = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n'
    assert.match(await speak(service.url, text), /^HTTP\/1\.1 200 /)
  })

  test('is a 431 problem when the headers are too large', async () => {
    const answer = await speak(
      service.url,
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 431 /)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]).code, 'headers_too_large')
  })
})

describe('a client that disconnects', () => {
  test('in the middle of a body is not an error of the service', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write('POST /v1/ops/get_boundary HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":')
    await once(socket, 'connect')
    socket.destroy()
    assert.equal((await ask(`${service.url}/healthz`)).status, 200)
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})

describe('shutting down', () => {
  test('waits for running calls, and accepts no more', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const ending = await startService({
      compute: intercepted(async ({ work, run }) => {
        if (work !== renderWork) return run()
        begun.resolve()
        await finish.promise
        return run()
      }),
    })
    const answer = ask(`${ending.url}/v1/boundaries/r1`)
    await begun.promise
    const closed = ending.close()
    await assert.rejects(ask(`${ending.url}/healthz`), { code: 'ECONNREFUSED' })
    finish.resolve()
    assert.equal((await answer).status, 200)
    await closed
  })
})

describe('readiness', () => {
  test('is reported while the store can be read', async () => {
    assert.deepEqual(JSON.parse((await ask(`${service.url}/readyz`)).body.toString()), { status: 'ready' })
  })

  test('is denied with the reason while it cannot, though the service lives', async () => {
    const unready = { reason: 'The database cannot be used.', cause: new Error('disk I/O error') }
    const broken = await startService({ unready: () => unready })
    const { status, body } = await ask(`${broken.url}/readyz`)
    assert.equal(status, 503)
    const { code, detail } = JSON.parse(body.toString())
    assert.deepEqual([code, detail], ['not_ready', 'The database cannot be used.'])
    assert.ok(!body.toString().includes('disk I/O'))
    for (const path of ['/healthz', '/livez']) assert.equal((await ask(`${broken.url}${path}`)).status, 200)
    await broken.close()
  })
})

test('equal concurrent requests draw the polygon once', async () => {
  let drawn = 0
  const counting = await startService({
    compute: intercepted(({ work, run }) => {
      if (work === renderWork) drawn++
      return run()
    }),
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`${counting.url}/v1/boundaries/r1`)))
  await counting.close()
  assert.equal(new Set(answers.map(({ body }) => body.toString())).size, 1)
  assert.equal(drawn, 1)
})
