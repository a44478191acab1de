/** Limits the connections of the server and rejects the others with a reason. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { Log } from '../../util/log.ts'
import { type Admission, ConnectionCounts, type ConnectionLimits } from './connection-limits.ts'
import { type SlowClientLimits, SlowReaders } from './slow-readers.ts'

export interface ConnectionOptions {
  readonly limits: ConnectionLimits & SlowClientLimits
  /** Returns the raw answer to a rejected connection. */
  readonly refusal: (failure: Problem) => string
  readonly log: Pick<Log, 'warn'>
}

/** Call it before the server accepts connections. */
export const guardConnections = (server: Server, { limits, refusal, log }: ConnectionOptions): void => {
  const counts = new ConnectionCounts(limits)
  const readers = new SlowReaders(limits)
  const warn = sometimes((address: string, reason: RefusedAdmission) =>
    log.warn({ address, reason }, 'rejected a connection; further rejections are not logged for a minute'),
  )
  const turnAway = rejectConnection()
  // Node's own listener attaches the HTTP parser, so rejected connections never reach it.
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? 'unknown'
    const admission = counts.take(address)
    if (admission !== 'taken') {
      warn(address, admission)
      turnAway(socket, refusal(tooMany(admission, limits)))
      return
    }
    socket.once('close', () => counts.leave(address))
    readers.watch(socket)
    for (const listener of serve) listener.call(server, socket)
  })
  server.once('close', () => readers.close())
}

type RefusedAdmission = Exclude<Admission, 'taken'>

const tooMany = (
  reason: RefusedAdmission,
  { connections, connectionsPerAddress }: ConnectionLimits,
): Problem =>
  problem('too_many_connections', {
    of: reason === 'address_full' ? 'address' : 'service',
    max: reason === 'address_full' ? Number(connectionsPerAddress) : connections,
    retryAfterSeconds: RETRY_SECONDS,
  })

const RETRY_SECONDS = 5

/** Sends the reason to rejected clients, but only to `MAX_LEAVING` at a time and briefly, so that rejections stay cheap. */
const rejectConnection = (): ((socket: Socket, text: string) => void) => {
  let leaving = 0
  return (socket, text) => {
    socket.on('error', () => {})
    if (leaving >= MAX_LEAVING) {
      socket.destroy()
      return
    }
    leaving += 1
    const impatient = setTimeout(() => socket.destroy(), LEAVING_MS)
    socket.once('close', () => {
      leaving -= 1
      clearTimeout(impatient)
    })
    // Discard the client's data: unread bytes would reset the connection and lose the answer.
    socket.resume()
    socket.end(text)
  }
}

const MAX_LEAVING = 100
const LEAVING_MS = 1_000

/** Runs at most once a minute, so that a flood of connections does not flood the log. */
const sometimes = <A extends unknown[]>(act: (...given: A) => void): ((...given: A) => void) => {
  let quiet = false
  return (...given) => {
    if (quiet) return
    quiet = true
    setTimeout(() => (quiet = false), QUIET_MS).unref()
    act(...given)
  }
}

const QUIET_MS = 60_000
