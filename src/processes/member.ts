/** One process of the service, as its primary sees it. */
import type { Clock } from '../util/clock.ts'
import type { Channel } from './channel.ts'

/** What a process says when it serves. */
export interface Serving {
  readonly url: string
  readonly baseUrl: string
  /** Its id in the store of units. */
  readonly owner: string
}

/** The operating system's part. */
export interface StartedProcess {
  readonly pid: number
  readonly channel: Channel
  readonly kill: () => void
  /** Resolves when it has ended, with the reason in words. */
  readonly ended: Promise<string>
}

export interface Member extends StartedProcess {
  /** Resolves when it serves; with null if it ends before. */
  readonly served: Promise<Serving | null>
  /** Null until it serves. */
  readonly serving: () => Serving | null
  /** Time since it began to serve; 0 if it never did. */
  readonly servedMs: () => number
  /** Time since it was heard, while it serves. A process whose event loop stands still sends nothing. */
  readonly silentMs: () => number
  /** For when this process itself stood still. */
  readonly excuse: () => void
}

export const BEAT_EVERY_MS = 1_000

export const createMember = (started: StartedProcess, clock: Clock): Member => {
  const { channel, ended } = started
  const served = Promise.withResolvers<Serving | null>()
  let serving: Serving | null = null
  let sinceMs = 0
  let heardMs = 0
  const hear = (): void => {
    heardMs = clock.elapsedMs()
  }
  channel.on('beat', hear)
  channel.on('serving', (body) => {
    hear()
    sinceMs = heardMs
    serving = body as Serving
    served.resolve(serving)
  })
  void ended.then(() => {
    channel.close()
    served.resolve(null)
  })
  return {
    ...started,
    served: served.promise,
    serving: () => serving,
    servedMs: () => (serving === null ? 0 : clock.elapsedMs() - sinceMs),
    silentMs: () => (serving === null ? 0 : clock.elapsedMs() - heardMs),
    excuse: hear,
  }
}
