/**
 * Slots of the servers: the queries that may be under way at once. They are leases, so that all processes share them, and
 * each slot has a line, in which askers take turns. Callers without a key use the first slot of a server only: a slow query
 * cannot be interrupted, and two of theirs would keep every account waiting.
 */
import { LiveMapFailed } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/waiting-owners.ts'
import { ANONYMOUS } from '../../util/work-owner.ts'
import { type HeldLease, holdLease } from '../upstream/held-lease.ts'
import type { Mirror } from '../upstream/map-server.ts'
import type { Patience, Turn, WaitOptions } from '../upstream/polite-client.ts'
import { createLinePlace, type LinePlace } from '../upstream/turns-of-askers.ts'

/** Concurrent queries that the public servers allow one address. Lowered if the status of a server says so. */
export const MAX_SLOTS = 2
/** Polling intervals for a free slot. The next caller in line polls more often, so that a slot released by another process is soon used. */
const POLL_FIRST_MS = 25
const POLL_MS = 100
const BUSY_RETRY_AFTER_SECONDS = 5

export const createSlots = ({ coordination, owner, clock, sleep, maxWaitMs }: WaitOptions) => {
  const limits = new Map<Mirror, number>()
  let requests = 0
  /** Resolves when a request of this process leaves the lines or ends: another one may be next. */
  let moved = Promise.withResolvers<void>()
  const move = (): void => {
    moved.resolve()
    moved = Promise.withResolvers()
  }

  const linesOf = (mirror: Mirror): readonly string[] =>
    Array.from({ length: limits.get(mirror) ?? MAX_SLOTS }, (_, slot) => `overpass ${mirror.host} ${slot}`)

  const waitForSlot = async (
    mirrors: readonly Mirror[],
    patience: Patience,
    { requestOwner, askers, place }: SlotRequest,
  ): Promise<Turn> => {
    for (;;) {
      const nowMs = clock.now()
      let pollMs = POLL_MS
      for (const mirror of mirrors.filter(({ notBeforeMs }) => notBeforeMs <= nowMs)) {
        const lines = linesOf(mirror)
        let isNext = false
        // Accounts leave the first slot to callers without a key if they can.
        for (const line of lines.toReversed()) {
          const names = line === lines[0] ? askers.names : askers.names.filter((name) => name !== ANONYMOUS)
          if (names.length === 0 || !(await place.isFirst(line, names))) continue
          isNext = true
          const lease = await holdLease(coordination, clock, line, requestOwner)
          if (lease === null) continue
          await place.served(
            line,
            lines.filter((each) => each !== line),
          )
          return { mirror, end: () => endSlot(lease) }
        }
        if (isNext) pollMs = POLL_FIRST_MS
        // Others are still ahead: the wait for a server begins only with its turn.
        else patience.untilMs = clock.now() + maxWaitMs
      }
      const soonestMs = Math.min(...mirrors.map(({ notBeforeMs }) => notBeforeMs))
      if (soonestMs > patience.untilMs || nowMs > patience.untilMs)
        throw unavailable(mirrors, soonestMs - nowMs)
      await Promise.race([sleep(Math.max(pollMs, Math.min(soonestMs - nowMs, 1_000))), moved.promise])
    }
  }

  const endSlot = async (lease: HeldLease): Promise<void> => {
    await lease.end()
    move()
  }

  return {
    /**
     * Waits for one of the servers that may be asked now, the first ones preferred, and takes a slot of it.
     *
     * @throws LiveMapFailed
     */
    take: async (mirrors: readonly Mirror[], patience: Patience, askers: Askers): Promise<Turn> => {
      // Each request is a separate owner, because the same owner gets its lease again.
      const requestOwner = `${owner} ${++requests}`
      const place = createLinePlace(coordination, clock, requestOwner, askers)
      try {
        return await waitForSlot(mirrors, patience, { requestOwner, askers, place })
      } finally {
        await place.leave()
        move()
      }
    },
    /** The server allows only so many. */
    limit: (mirror: Mirror, count: number | null): void =>
      void limits.set(mirror, Math.min(MAX_SLOTS, count ?? MAX_SLOTS)),
  }
}

interface SlotRequest {
  readonly requestOwner: string
  readonly askers: Askers
  readonly place: LinePlace
}

const unavailable = ([first]: readonly Mirror[], restMs: number): LiveMapFailed =>
  new LiveMapFailed(
    'unavailable',
    first.lastProblem ?? 'OpenStreetMap’s servers are busy.',
    restMs > 0 ? Math.ceil(restMs / 1000) : BUSY_RETRY_AFTER_SECONDS,
  )
