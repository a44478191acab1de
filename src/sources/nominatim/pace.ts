/** Moments to send a search: one a second for all processes of the installation, and askers take turns. */
import { LiveMapFailed } from '../../domain/live/ports.ts'
import type { Mirror } from '../upstream/map-server.ts'
import type { Manners, Turn, WaitOptions } from '../upstream/polite-client.ts'
import { createLinePlace, type LinePlace } from '../upstream/turns-of-askers.ts'

const INTERVAL_MS = 1_000
/** Time for which nobody else sends while a request is under way: it may arrive late if its process is busy. */
const MAX_UNDER_WAY_MS = 3_000
const POLL_MS = 50

export const createMoments = ({
  coordination,
  owner,
  clock,
  sleep,
  maxWaitMs,
}: WaitOptions): Manners['take'] => {
  let requests = 0

  /**
   * Takes the first server that rests no longer than the caller can wait; waits for its turn, for a moment to send, and then
   * until a second after the previous answer. Reserves a moment only to use it: moments of calls that give up would delay
   * everybody else.
   */
  const waitForMoment = async (
    mirrors: readonly Mirror[],
    request: string,
    place: LinePlace,
  ): Promise<Turn> => {
    const { mirror, lease } = await waitForTurn(mirrors, place)
    const deadlineMs = clock.now() + maxWaitMs
    const atMs = await coordination.nextMoment(lease, clock.now(), INTERVAL_MS)
    requireBefore(deadlineMs, atMs, mirror)
    await sleepUntil(atMs)
    const hold = (durationMs: number): Promise<boolean> =>
      coordination.takeLease(lease, request, clock.now(), clock.now() + durationMs)
    while (!(await hold(MAX_UNDER_WAY_MS))) {
      requireBefore(deadlineMs, clock.now(), mirror)
      // Renews the place in line; without it, a later caller could go first.
      await place.isFirst(lease)
      await sleep(POLL_MS)
    }
    await place.served(lease)
    return { mirror, end: () => hold(INTERVAL_MS) }
  }

  const waitForTurn = async (
    mirrors: readonly Mirror[],
    place: LinePlace,
  ): Promise<{ readonly mirror: Mirror; readonly lease: string }> => {
    for (;;) {
      const mirror = mirrors.reduce((best, each) => (each.notBeforeMs < best.notBeforeMs ? each : best))
      requireBefore(clock.now() + maxWaitMs, mirror.notBeforeMs, mirror)
      await sleepUntil(mirror.notBeforeMs)
      const lease = `nominatim ${mirror.host}`
      if (await place.isFirst(lease)) return { mirror, lease }
      await sleep(POLL_MS)
    }
  }

  const requireBefore = (deadlineMs: number, atMs: number, { lastProblem }: Mirror): void => {
    if (atMs <= deadlineMs) return
    throw new LiveMapFailed(
      'unavailable',
      lastProblem ?? 'OpenStreetMap’s search is busy.',
      Math.ceil((atMs - clock.now()) / 1000),
    )
  }

  const sleepUntil = async (atMs: number): Promise<void> => {
    const durationMs = atMs - clock.now()
    if (durationMs > 0) await sleep(durationMs)
  }

  return async (mirrors, _, askers) => {
    const request = `${owner} ${++requests}`
    const place = createLinePlace(coordination, clock, request, askers)
    try {
      return await waitForMoment(mirrors, request, place)
    } finally {
      await place.leave()
    }
  }
}
