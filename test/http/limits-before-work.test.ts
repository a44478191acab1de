/** The headers decide who calls and whether the limit allows it, before anything is read, parsed or awaited. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { afterEach, test } from 'node:test'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'

let service: MadeUpService | null = null
afterEach(() => service?.close())

/** The first line of the answer to a request whose body never comes. */
const answerWithoutBody = (url: string, headers: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        [
          'POST /v1/ops/union_boundaries HTTP/1.1',
          `Host: ${hostname}`,
          'Content-Type: application/json',
          'Content-Length: 100000',
          ...headers,
          '',
          '{"include":',
        ].join('\r\n'),
      ),
    )
    socket.once('data', (bytes) => {
      resolve(bytes.toString().split('\r\n')[0])
      socket.destroy()
    })
    socket.once('error', reject)
  })

test('a wrong key is refused before its body arrives', async () => {
  service = await startService()
  assert.equal(await answerWithoutBody(service.url, ['X-API-Key: wrong']), 'HTTP/1.1 401 Unauthorized')
})

test('a caller over the limit is refused before its body arrives', async () => {
  service = await startService({ publicCallsPerMinute: 1 })
  await fetch(`${service.url}/v1`)
  assert.equal(await answerWithoutBody(service.url, []), 'HTTP/1.1 429 Too Many Requests')
})
