/** More connections than the processes of a service may have: the further ones are refused, and the service goes on. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { casesOf } from '../cases.ts'
import { call, serveProcesses, until } from './service-of-processes.ts'

const PROCESSES = 2
const CONNECTIONS = casesOf('connections to a service')
/** Of each process; together they have fewer than there are. */
const MAX = Math.floor((CONNECTIONS * 0.9) / PROCESSES)
const AT_ONCE = 50
/** What a connection without a call may cost, with the room that a garbage collector takes. */
const BYTES_PER_CONNECTION = 64 * 1024
const MIB = 1024 * 1024

/** The socket, and what was said on it first; empty if it was closed instead. */
interface Opened {
  readonly socket: Socket
  readonly said: string
}

const GET = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

/** Opens a connection, makes a call, and keeps the connection. */
const opened = (port: number): Promise<Opened> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.write(GET))
    socket.once('data', (piece) => resolve({ socket, said: String(piece) }))
    // A refusal may be lost, if the call arrives after the connection was closed.
    socket.on('error', () => {})
    socket.once('close', () => resolve({ socket, said: '' }))
  })

const memoryOf = async (pid: number): Promise<number> =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])

test('further connections are refused with the reason, cost bounded memory, and later ones are accepted', async () => {
  const service = await serveProcesses(PROCESSES, {
    METES_MAX_CONNECTIONS: String(MAX),
    METES_MAX_CONNECTIONS_PER_ADDRESS: String(MAX),
  })
  const all: Opened[] = []
  try {
    const port = Number(new URL(service.url).port)
    const processes = service.processes()
    const memory = () => Promise.all([service.running.pid, ...processes].map(memoryOf))
    const before = await memory()
    while (all.length < CONNECTIONS)
      all.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => opened(port)))))
    const taken = all.filter(({ said }) => said.startsWith('HTTP/1.1 200'))
    const refused = all.filter(({ said }) => said.startsWith('HTTP/1.1 503'))
    assert.ok(taken.length <= PROCESSES * MAX, `${taken.length} connections`)
    assert.ok(taken.length > MAX, `${taken.length} connections: only one process has any`)
    assert.ok(refused.length > 0)
    for (const { said } of refused) {
      assert.match(said, /\r\nRetry-After: 5\r\n/)
      assert.match(said, /"code":"too_many_connections"/)
    }
    for (const [index, bytes] of (await memory()).entries())
      assert.ok(
        bytes - before[index] < 64 * MIB + CONNECTIONS * BYTES_PER_CONNECTION,
        `${bytes - before[index]} bytes more in process ${index}`,
      )
    for (const { socket } of all) socket.destroy()
    await until('new connections are accepted again', () =>
      call(`${service.url}/v1/boundaries/iso:LU?detail=low`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    assert.deepEqual(service.processes(), processes, 'no process had to be replaced')
  } finally {
    for (const { socket } of all) socket.destroy()
    await service.end()
  }
})
