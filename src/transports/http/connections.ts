/** Stands before the server: takes as many connections as there may be, and says to the others why they are not taken. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { Log } from '../../util/log.ts'
import { type Admission, ConnectionCounts, type ConnectionLimits } from './connection-counts.ts'
import { type SlowClientLimits, SlowReaders } from './slow-readers.ts'

export interface ConnectionOptions {
  readonly limits: ConnectionLimits & SlowClientLimits
  /** What is said to a connection that is not taken. */
  readonly refusal: (failure: Problem) => string
  readonly log: Pick<Log, 'warn'>
}

/** To be called before the server takes connections. */
export const guardConnections = (server: Server, { limits, refusal, log }: ConnectionOptions): void => {
  const counts = new ConnectionCounts(limits)
  const readers = new SlowReaders(limits)
  const warn = sometimes((address: string, reason: Refused) =>
    log.warn({ address, reason }, 'a connection was not taken; further ones are not logged for a minute'),
  )
  const turnAway = rejectConnection()
  // Node's own listener makes a connection one of HTTP; what it never sees costs no parser.
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

type Refused = Exclude<Admission, 'taken'>

const tooMany = (reason: Refused, { connections, connectionsPerAddress }: ConnectionLimits): Problem =>
  problem('too_many_connections', {
    of: reason === 'address_full' ? 'address' : 'service',
    max: reason === 'address_full' ? Number(connectionsPerAddress) : connections,
    retryAfterSeconds: RETRY_SECONDS,
  })

const RETRY_SECONDS = 5

/** A client may read why it is not served; so many at a time, and not for long, or saying so would be what uses the service up. */
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
    // What it sends is read and dropped: unread bytes would make the end a reset, and the answer is lost with it.
    socket.resume()
    socket.end(text)
  }
}

const MAX_LEAVING = 100
const LEAVING_MS = 1_000

/** Once a minute at most: who opens thousands of connections is not to fill the log as well. */
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
