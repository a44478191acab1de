/** Calls without an answer of the service are problems that name the server and keep the cause, against servers of this machine. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import {
  createClient,
  MetesProblem,
  MetesUnexpectedAnswer,
  MetesUnreachable,
  type MetesProblem as Problem,
} from '../../src/client/index.ts'
import { serveLocally } from '../support/local-server.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What a call throws; its message has `SERVER` for the address of the server. */
const failureOf = async (baseUrl: string, options: object = {}): Promise<Problem> => {
  const error = await createClient({ baseUrl, ...options })
    .listOps()
    .catch((error: unknown) => error)
  assert.ok(error instanceof MetesProblem, String(error))
  assert.equal(error.problem.detail, error.message)
  return error
}

const failureAt = async (listener: Listener): Promise<Problem & { readonly said: string }> => {
  const server = await serveLocally(listener)
  try {
    const error = await failureOf(server.url)
    return Object.assign(error, { said: error.message.replaceAll(server.url, 'SERVER') })
  } finally {
    await server.close()
  }
}

const causeOf = ({ cause }: Error): Error => {
  assert.ok(cause instanceof Error)
  return cause
}

test('a refused connection is `unreachable`, with the address that refused', async () => {
  const server = await serveLocally(() => {})
  await server.close()
  const error = await failureOf(server.url)
  assert.ok(error instanceof MetesUnreachable)
  assert.deepEqual([error.code, error.status, error.requestId], ['unreachable', 0, null])
  assert.equal(
    error.message,
    `No answer from ${server.url}: connect ECONNREFUSED ${server.url.replace('http://', '')}`,
  )
  assert.equal(causeOf(error).message, 'fetch failed')
})

test('so is a name without an address', async () => {
  // No name server is asked for a name with an empty label.
  const error = await failureOf('http://metes..example')
  assert.equal(error.code, 'unreachable')
  assert.equal(error.message, 'No answer from http://metes..example: getaddrinfo ENOTFOUND metes..example')
  assert.equal((causeOf(causeOf(error)) as NodeJS.ErrnoException).code, 'ENOTFOUND')
})

test('so is an address of another protocol', async () => {
  const error = await failureOf('localhost:8080')
  assert.equal(error.code, 'unreachable')
  assert.match(error.message, /^No answer from localhost:8080: unknown scheme$/)
})

test('so is a server that closes the connection without an answer', async () => {
  const { code, said, cause } = await failureAt((request) => request.socket.destroy())
  assert.equal(code, 'unreachable')
  assert.match(said, /^No answer from SERVER: ./)
  assert.ok(cause instanceof TypeError)
})

test('an answer that breaks off is an `unexpected_answer`, with its status', async () => {
  const { code, status, said, cause } = await failureAt((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"ops":', () => {
      request.socket.destroy()
    })
  })
  assert.deepEqual([code, status], ['unexpected_answer', 200])
  assert.match(said, /^The answer from SERVER \(status 200\) is incomplete: ./)
  assert.ok(cause instanceof TypeError)
})

test('so is one that is no JSON, though it says so', async () => {
  const { code, said, cause } = await failureAt((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ops":')
  })
  assert.equal(code, 'unexpected_answer')
  assert.equal(said, 'The answer from SERVER (status 200) did not come from Metes: {"ops":')
  assert.ok(cause instanceof SyntaxError)
})

test('so is the page of a proxy, whose text is the cause', async () => {
  const page = `<html>${'<p>Bad gateway</p>'.repeat(100)}</html>`
  const error = await failureAt((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html', 'retry-after': '0' }).end(page)
  })
  assert.ok(error instanceof MetesUnexpectedAnswer)
  assert.deepEqual([error.code, error.status], ['unexpected_answer', 502])
  assert.equal(
    error.said,
    `The answer from SERVER (status 502) did not come from Metes: ${page.slice(0, 200)}`,
  )
  assert.equal(error.cause, page)
})

test("a network error of the caller's own fetch is a problem, another error is not", async () => {
  const offline = new TypeError('offline')
  const error = await failureOf('https://metes.example', { fetch: () => Promise.reject(offline) })
  assert.equal(error.message, 'No answer from https://metes.example: offline')
  assert.equal(error.cause, offline)
  const blocked = new Error('blocked by policy')
  const client = createClient({ baseUrl: 'https://metes.example', fetch: () => Promise.reject(blocked) })
  await assert.rejects(client.listOps(), blocked)
})

test('an aborted call is no problem: it ends with the reason, before the answer and within it', async () => {
  const controllers = [new AbortController(), new AbortController()]
  const reason = new Error('no longer needed')
  let calls = 0
  const server = await serveLocally((_request, response) => {
    const controller = controllers[calls++]
    if (calls === 1) controller.abort(reason)
    else
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"ops":', () => {
        controller.abort(reason)
      })
  })
  const { listOps } = createClient({ baseUrl: server.url })
  for (const { signal } of controllers) await assert.rejects(listOps({}, { signal }), reason)
  await server.close()
})
