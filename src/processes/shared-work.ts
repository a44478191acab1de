/** Work whose result several processes of a service want at the same time: the first one does it, the others get a copy of the result. */
import type { ShareWork } from '../util/share-work.ts'
import type { Channel } from './channel.ts'

/** What a process that asks for work has to do: do it and report its end, do it without a report, or nothing more. */
type Turn = { readonly lead: boolean } | { readonly result: unknown }

interface Flight {
  leader: Channel
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly channel: Channel
  readonly resolve: (turn: Turn) => void
}

const ALONE: Turn = { lead: false }
const LEAD: Turn = { lead: true }

/** In the primary: knows which process does what. */
export const createFlights = () => {
  const flights = new Map<string, Flight>()
  /** Ended flights whose result others wait for, by number. */
  const ended = new Map<number, Flight>()
  let numbers = 0

  const begin = (channel: Channel, key: string): Turn | Promise<Turn> => {
    const flight = flights.get(key)
    if (flight === undefined) {
      flights.set(key, { leader: channel, waiting: [] })
      return LEAD
    }
    const { promise, resolve } = Promise.withResolvers<Turn>()
    flight.waiting.push({ channel, resolve })
    return promise
  }

  /** Returns the number under which the result is wanted; null if nobody wants it. */
  const end = (channel: Channel, key: string, isDone: boolean): number | null => {
    const flight = flights.get(key)
    if (flight?.leader !== channel) return null
    flights.delete(key)
    if (flight.waiting.length === 0) return null
    if (isDone) {
      ended.set(++numbers, flight)
      return numbers
    }
    for (const { resolve } of flight.waiting) resolve(ALONE)
    return null
  }

  const deliver = (number: number, result: unknown): void => {
    for (const { resolve } of ended.get(number)?.waiting ?? []) resolve({ result })
    ended.delete(number)
  }

  /** The first of the others takes over what a dead process did. */
  const leave = (channel: Channel): void => {
    for (const flight of [...flights.values(), ...ended.values()])
      flight.waiting.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...flight.waiting.filter((each) => each.channel !== channel),
      )
    for (const [key, flight] of flights) {
      if (flight.leader !== channel) continue
      const next = flight.waiting.shift()
      if (next === undefined) flights.delete(key)
      else {
        flight.leader = next.channel
        next.resolve(LEAD)
      }
    }
    for (const [number, { leader, waiting }] of ended) {
      if (leader !== channel) continue
      for (const { resolve } of waiting) resolve(ALONE)
      ended.delete(number)
    }
  }

  return {
    join: (channel: Channel): void => {
      channel.on('work: begin', (key) => begin(channel, key as string))
      channel.on('work: end', (body) => {
        const [key, isDone] = body as readonly [string, boolean]
        return end(channel, key, isDone)
      })
      channel.on('work: result', (body) => deliver(...(body as readonly [number, unknown])))
    },
    leave,
  }
}

export const sharedWork =
  (primary: Channel): ShareWork =>
  async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (await primary.ask('work: begin', key)) as Turn
    if ('result' in turn) return turn.result as T
    const running = work()
    if (turn.lead) {
      // Nobody waits for the report: this process answers its own callers first.
      running
        .then(
          async (result) => {
            const number = await primary.ask('work: end', [key, true])
            if (number !== null) primary.send('work: result', [number, result])
          },
          () => primary.send('work: end', [key, false]),
        )
        .catch(() => {})
    }
    return running
  }
