/** What callers see of a process that has more to do than it can. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createApp } from '../../src/transports/http/app.ts'
import { serviceRoutes } from '../../src/transports/http/health-and-openapi-routes.ts'
import { systemRandom } from '../../src/util/random.ts'

test('an overloaded process refuses calls at once and still answers probes', async () => {
  const logged: string[] = []
  const write = (_facts: object, message: string): number => logged.push(message)
  const app = createApp({
    routes: [
      ...serviceRoutes({ openApi: () => ({}), unready: () => null, servedCatalog: null }),
      { method: 'POST', path: '/v1/work', endpoint: () => assert.fail('it must not begin') },
    ],
    baseUrl: 'http://localhost',
    trustedProxies: 0,
    problemPage: () => assert.fail('nobody sees it'),
    overload: { inTurn: (_connection, answer) => answer(true) },
    log: { debug: write, info: write, warn: write, error: write },
    random: systemRandom,
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answer = await fetch(`${url}/v1/work`, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '1')
    const { code, detail, retry_after } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual(
      { code, detail, retry_after },
      {
        code: 'overloaded',
        detail: 'More calls arrive than this service can answer right now; try again in 1 second.',
        retry_after: 1,
      },
    )
    for (const path of ['/livez', '/readyz', '/healthz'])
      assert.equal((await fetch(url + path)).status, 200, path)
    assert.deepEqual(logged, [])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
