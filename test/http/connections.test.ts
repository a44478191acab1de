/** Slow clients, and many of them: raw sockets against the real server, with low limits. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { listen, type RunningServer, type ServerLimits } from '../../src/transports/http/server.ts'
import { systemRandom } from '../../src/util/random.ts'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'
import { ask, speak } from './raw.ts'

let server: Pick<RunningServer, 'url' | 'close'>
let warnings: Readonly<Record<string, unknown>>[]
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

const start = async (limits: Partial<ServerLimits>, app: RequestListener): Promise<void> => {
  warnings = []
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: () => 'https://metes.example',
    appAt: () => app,
    random: systemRandom,
    log: { warn: (facts) => void warnings.push(facts) },
    limits,
  })
}

const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that the server sends until it closes the connection. */
const heard = async (socket: Socket): Promise<string> => {
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

/** Writes a byte at a time, as long as the connection accepts it. */
const trickle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('x'), 20)
  socket.once('close', () => clearInterval(timer))
}

const codeOf = (answer: string): string => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code
const hello: RequestListener = (_request, response) => response.end('hello')

describe('a client that sends slowly', () => {
  const limits = { headersMs: 200, requestMs: 300, checkMs: 50 }

  test('gets 408 when its headers do not end', async () => {
    await start(limits, hello)
    const socket = await open()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    trickle(socket)
    const answer = await heard(socket)
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.equal(codeOf(answer), 'request_timeout')
  })

  test('gets 408 when it sends nothing at all', async () => {
    await start(limits, hello)
    assert.match(await heard(await open()), /^HTTP\/1\.1 408 /)
  })

  test('is disconnected when the body does not end, while others are served', async () => {
    const service: MadeUpService = await startService({ limits })
    server = service
    const socket = await open()
    socket.write(
      'POST /v1/ops/get_boundary HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"id":"',
    )
    trickle(socket)
    const answer = await heard(socket)
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.equal(codeOf(answer), 'request_timeout')
    assert.equal((await ask(`${server.url}/healthz`)).status, 200)
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    )
  })

  test('is disconnected when a chunked body does not end', async () => {
    const service = await startService({ limits })
    server = service
    const socket = await open()
    socket.write(
      'POST /v1/ops/get_boundary HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n',
    )
    trickle(socket)
    assert.match(await heard(socket), /^HTTP\/1\.1 408 /)
  })
})

describe('a client that reads slowly', () => {
  const limits = { checkMs: 30, stuckMs: 200, leastBytesPerSecond: 1e9 }
  const MIB = 1024 * 1024
  const LARGE = Buffer.alloc(32 * MIB)
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  test('is disconnected when it reads nothing of an answer, which is then released', async () => {
    const ended = Promise.withResolvers<boolean>()
    await start(limits, (_request, response) => {
      response.once('close', () => ended.resolve(response.writableFinished))
      response.end(LARGE)
    })
    const socket = await open()
    socket.pause()
    socket.write(GET)
    assert.equal(await ended.promise, false)
  })

  test("is disconnected when it reads nothing of a stream, and the stream's source is closed", async () => {
    const ended = Promise.withResolvers<void>()
    await start(limits, async (_request, response) => {
      const source = ReadableStream.from(
        (async function* () {
          try {
            for (;;) yield new Uint8Array(MIB)
          } finally {
            ended.resolve()
          }
        })(),
      )
      const { pipeline } = await import('node:stream/promises')
      await pipeline(source, response).catch(() => {})
    })
    const socket = await open()
    socket.pause()
    socket.write(GET)
    await ended.promise
  })

  test('gets a large answer completely in the time of a slow line', async () => {
    await start({ ...limits, stuckMs: 1, leastBytesPerSecond: 256 * 1024 }, (_request, response) =>
      response.end(LARGE),
    )
    const answer = await ask(server.url)
    assert.equal(answer.body.byteLength, LARGE.byteLength)
  })

  test('is not one while its answer is being made', async () => {
    const made = Promise.withResolvers<void>()
    await start({ ...limits, checkMs: 5, stuckMs: 10 }, async (_request, response) => {
      await made.promise
      response.end('made')
    })
    const answer = ask(server.url)
    // Another client is disconnected meanwhile, which proves that the time has passed.
    const slow = await open()
    slow.pause()
    const other = await listen({
      host: '127.0.0.1',
      port: 0,
      baseUrlAt: () => 'https://metes.example',
      appAt: () => (_request, response) => void response.once('close', made.resolve).end(LARGE),
      random: systemRandom,
      log: { warn: () => {} },
      limits: { ...limits, checkMs: 20, stuckMs: 60 },
    })
    const reader = connect(Number(new URL(other.url).port), '127.0.0.1')
    reader.on('error', () => {})
    reader.pause()
    reader.write(GET)
    assert.equal((await answer).body.toString(), 'made')
    reader.destroy()
    await other.close()
  })
})

describe('connections', () => {
  test('of one address are limited; the next one is refused with the reason, and accepted when one has ended', async () => {
    await start({ connectionsPerAddress: 2 }, hello)
    const [first] = await Promise.all([open(), open()])
    const refused = await heard(await open())
    assert.match(refused, /^HTTP\/1\.1 503 Too many connections\r\n/)
    assert.match(refused, /\r\nRetry-After: 5\r\n/)
    assert.equal(codeOf(refused), 'too_many_connections')
    const other = await open('127.0.0.2')
    other.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(await heard(other), /\r\n\r\nhello$/)
    first.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(await heard(first), /^HTTP\/1\.1 200 /)
    // The server frees the place when it sees the end of the connection, perhaps a moment later.
    let status = 503
    while (status === 503) status = (await ask(server.url)).status
    assert.equal(status, 200)
  })

  test('are limited in total, and the log says once that some were refused', async () => {
    await start({ connections: 3 }, hello)
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) await open(address)
    for (let count = 0; count < 5; count++) {
      assert.equal(codeOf(await heard(await open('127.0.0.4'))), 'too_many_connections')
    }
    assert.deepEqual(warnings, [{ address: '127.0.0.4', reason: 'service_full' }])
  })

  test('that are refused cost others nothing, however many there are', async () => {
    await start({ connectionsPerAddress: 1 }, hello)
    const taken = await open()
    const answers = await Promise.all(Array.from({ length: 300 }, async () => heard(await open())))
    assert.equal(answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length, 0)
    taken.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(await heard(taken), /\r\n\r\nhello$/)
  })
})

test('a line of the request that is too long is a 431 problem', async () => {
  await start({}, hello)
  const answer = await speak(server.url, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.equal(codeOf(answer), 'headers_too_large')
})
