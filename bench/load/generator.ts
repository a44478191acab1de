/**
 * The load generator, in a process of its own. Calls have their time in advance, at random with a fixed mean (a Poisson process), and each is
 * sent when it is due, even if earlier ones are not answered. Its latency counts from that time, so a service that stands still
 * is seen by all calls that were due meanwhile, not only by those that were on their way (coordinated omission).
 */
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../../test/support/shapes.ts'
import { type Connection, connect } from './connection.ts'

export interface Stage {
  readonly seconds: number
  /** Null to send the next call as soon as a connection is free, which finds the capacity. */
  readonly perSecond: number | null
}

export interface Plan {
  readonly port: number
  readonly connections: number
  readonly stages: readonly Stage[]
  readonly seed: number
}

/** For each call, in the order of their ends; milliseconds since the first stage began. */
export interface Sent {
  readonly dueMs: Float64Array
  readonly latencyMs: Float64Array
  /** That of the answer, `NO_ANSWER` or `NOT_SENT`. */
  readonly status: Uint16Array
  /** Processor time of this process. */
  readonly usedUs: number
}

/** Status of a call for which no connection became free in time. */
export const NOT_SENT = 1
/** Longer than callers wait. */
const MAX_WAIT_MS = 10_000
const LOOK_EVERY_MS = 1_000

let requests: readonly string[] = []

interface Running {
  readonly connection: Connection
  readonly sentMs: number
}

const run = async ({ port, connections, stages, seed }: Plan): Promise<Sent> => {
  const random = seededRandom(seed)
  const startedMs = performance.now()
  const used = process.cpuUsage()
  const elapsed = (): number => performance.now() - startedMs
  const calls = openCalls({ port, connections, elapsed, first: Math.floor(random() * requests.length) })
  let startMs = 0
  for (const { seconds, perSecond } of stages) {
    const endMs = startMs + seconds * 1000
    const gapMs = (): number => (-Math.log(1 - random()) * 1000) / Number(perSecond)
    calls.saturate(perSecond === null)
    let dueMs = perSecond === null ? endMs : startMs + gapMs()
    while (elapsed() < endMs) {
      for (; dueMs < Math.min(elapsed(), endMs); dueMs += gapMs()) calls.add(dueMs)
      calls.send()
      // To wait for less, it would have to keep a core busy.
      await setTimeout(1)
    }
    startMs = endMs
  }
  calls.saturate(false)
  const ended = await calls.end()
  const { user, system } = process.cpuUsage(used)
  return { ...ended, usedUs: user + system }
}

interface CallsOptions {
  readonly port: number
  readonly connections: number
  readonly elapsed: () => number
  /** Index of the first request. */
  readonly first: number
}

const openCalls = ({ port, connections, elapsed, first }: CallsOptions) => {
  const free: Connection[] = []
  const running = new Set<Running>()
  /** Calls that are due and for which no connection is free, by their times. */
  const waiting: number[] = []
  let firstWaiting = 0
  let isSaturating = false
  let next = first
  const due: number[] = []
  const latency: number[] = []
  const statuses: number[] = []

  const record = (dueMs: number, status: number): void => {
    due.push(dueMs)
    latency.push(elapsed() - dueMs)
    statuses.push(status)
  }
  const freeConnection = (): Connection | null => {
    for (let known = free.pop(); known !== undefined; known = free.pop()) if (known.isOpen()) return known
    return running.size < connections ? connect(port) : null
  }
  const sendOne = (dueMs: number): boolean => {
    const connection = freeConnection()
    if (connection === null) return false
    const call: Running = { connection, sentMs: elapsed() }
    running.add(call)
    next = (next + 1) % requests.length
    connection.send(requests[next], (status) => {
      running.delete(call)
      record(dueMs, status)
      if (connection.isOpen()) free.push(connection)
      send()
    })
    return true
  }
  const send = (): void => {
    while (isSaturating && sendOne(elapsed()));
    for (; firstWaiting < waiting.length; firstWaiting++) {
      const dueMs = waiting[firstWaiting]
      if (elapsed() - dueMs > MAX_WAIT_MS) record(dueMs, NOT_SENT)
      else if (!sendOne(dueMs)) return
    }
    waiting.length = 0
    firstWaiting = 0
  }
  const looking = setInterval(() => {
    for (const { connection, sentMs } of running) if (elapsed() - sentMs > MAX_WAIT_MS) connection.destroy()
  }, LOOK_EVERY_MS)
  return {
    add: (dueMs: number): void => void waiting.push(dueMs),
    send,
    saturate: (given: boolean): void => {
      isSaturating = given
    },
    /** Waits for the answers to what was added. */
    end: async (): Promise<Omit<Sent, 'usedUs'>> => {
      while (running.size > 0 || waiting.length > 0) {
        send()
        await setTimeout(10)
      }
      clearInterval(looking)
      for (const connection of free) connection.destroy()
      return {
        dueMs: Float64Array.from(due),
        latencyMs: Float64Array.from(latency),
        status: Uint16Array.from(statuses),
      }
    },
  }
}

process.on('message', async (message: { requests: readonly string[] } | Plan) => {
  if ('requests' in message) requests = message.requests
  else process.send!(await run(message))
})
