/** SIGTERM while calls run: those that were accepted are answered, jobs are not lost, and the service ends in time. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { monthOf } from '../../src/platform/billing-month.ts'
import { openAt } from '../support/databases.ts'
import { type Installation, install } from '../support/service.ts'
import { call, type ServiceOfProcesses, serveProcesses, until } from './service-of-processes.ts'

const PROCESSES = 2
/** What is promised to the system that sends the signal. */
const MAX_STOP_MS = 12_000

describe('a service of two processes that is told to stop', () => {
  let metes: Installation
  let service: ServiceOfProcesses
  beforeEach(async () => {
    metes = await install()
    service = await serveProcesses(PROCESSES, { METES_PUBLIC_RATE: '1000000' }, metes)
  })
  afterEach(() => service.end())

  /** Sends the signal; resolves when the service has ended well and in time. */
  const stopped = async (): Promise<void> => {
    const sentMs = performance.now()
    service.running.kill('SIGTERM')
    const { code, stderr } = await service.running.ended
    const tookMs = performance.now() - sentMs
    assert.equal(code, 0, stderr)
    assert.ok(tookMs <= MAX_STOP_MS, `${tookMs} ms`)
    assert.deepEqual(service.processes(), [])
  }

  /** Says at `/readyz` that it stops, or has closed the port. */
  const isStopping = (): Promise<boolean> =>
    call(`${service.url}/readyz`).then(
      ({ status }) => status === 503,
      () => true,
    )

  const body = JSON.stringify({ id: 'iso:LU', detail: 'low' })
  /** A call whose body is sent up to its last byte. */
  const openUpload = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /v1/ops/get_boundary HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    const [accepted] = await once(socket, 'data')
    assert.match(String(accepted), /^HTTP\/1\.1 100 /)
    socket.write(body.slice(0, -1))
    return socket
  }

  test('answers calls whose body is still being sent when it begins to stop', async () => {
    const uploads = await Promise.all(Array.from({ length: 4 * PROCESSES }, openUpload))
    const answers = uploads.map((socket) => text(socket))
    const ended = stopped()
    await until('the service stops', isStopping)
    for (const socket of uploads) socket.write(body.slice(-1))
    for (const answer of await Promise.all(answers)) {
      const [head, body] = answer.split('\r\n\r\n')
      assert.match(head, /^HTTP\/1\.1 200 /)
      assert.match(head, /\r\nConnection: close$/m)
      assert.equal(JSON.parse(body).properties.country, 'LU')
    }
    await ended
  })

  test('waits for no upload that does not end', async () => {
    const uploads = await Promise.all(Array.from({ length: PROCESSES }, openUpload))
    const closed = uploads.map((socket) => text(socket.on('error', () => {})).catch(() => ''))
    await stopped()
    await Promise.all(closed)
  })

  test('does not lose a job that runs: the next service does it, and it is paid once', async () => {
    const headers = { 'x-api-key': await metes.createKey({}, 'jobs@example.org') }
    const include = ['iso:CA', 'iso:US', 'iso:RU', 'iso:NO', 'iso:BR', 'iso:CN', 'iso:AU', 'iso:ID']
    const { status, body } = await call(`${service.url}/v1/boundaries/union`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async' },
      body: { include, detail: 'full' },
    })
    assert.equal(status, 202, JSON.stringify(body))
    const job = async () => (await call(`${service.url}/v1/jobs/${body.id}`, { headers })).body
    await until('it runs', async () => (await job()).state !== 'queued')
    await stopped()
    service = await serveProcesses(PROCESSES, {}, metes)
    await until('it is done', async () => {
      const { state } = await job()
      assert.ok(['queued', 'running', 'done'].includes(String(state)), String(state))
      return state === 'done'
    })
    const storage = await openAt(metes.dataDir)
    try {
      const { id } = (await storage.keys.findAccount('jobs@example.org'))!
      assert.equal(await storage.units.used(id, monthOf(Date.now())), include.length)
    } finally {
      await storage.close()
    }
  })
})
