/** Checks the live map for `metes doctor`. Sends nothing unless the settings allow it. */
import type { LiveSettings } from '../config/live-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { DayTotal } from '../domain/live/ports.ts'
import { checkNominatim, checkOverpass, type ServerState } from '../sources/live/check-servers.ts'
import type { HealthCheck } from '../transports/cli/host.ts'
import { systemClock } from '../util/clock.ts'
import { SERVICE, upstreamAskers } from '../util/work-owner.ts'
import { inExisting } from './doctor-database.ts'
import { openDayBudget } from './open/live-map-servers.ts'
import { userAgent } from './user-agent.ts'

const TIMEOUT_MS = 5_000
/** Leases and the day budget compare times of several machines. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000

const OFF =
  'off, so nothing leaves this machine; set METES_CONTACT to your email or web address to fetch missing boundaries from OpenStreetMap'

export const liveChecks = (config: Config): readonly HealthCheck[] => {
  const { live } = config
  if (live === null) return [{ name: 'Live map', run: async () => OFF }]
  const servers = [
    ...live.overpassUrls.map((url) => ({ name: 'Overpass', url, check: checkOverpass })),
    ...live.nominatimUrls.map((url) => ({ name: 'Nominatim', url, check: checkNominatim })),
  ]
  let started: readonly Promise<ServerState>[] | null = null
  /** Starts all checks of servers at once, when the first of them runs. */
  const states = (): readonly Promise<ServerState>[] => {
    if (started !== null) return started
    const probe = { userAgent: userAgent(live.contact), timeoutMs: TIMEOUT_MS, clock: systemClock }
    started = servers.map(({ url, check }) => check(url, probe))
    // The check of each server reports its failure.
    for (const state of started) state.catch(() => {})
    return started
  }
  return [
    ...servers.map(({ name }, index) => ({ name, run: async () => (await states()[index]).finding })),
    { name: 'Clock', run: async () => clockText(await knownStates(states())) },
    { name: 'Day budget', run: async () => budgetText(live, await spent(config, live, states())) },
  ]
}

const knownStates = async (states: readonly Promise<ServerState>[]): Promise<readonly ServerState[]> =>
  (await Promise.allSettled(states)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))

/** One server that agrees with this machine is enough, because another's clock may be wrong. */
const clockText = (states: readonly ServerState[]): string => {
  const differences = states.flatMap(({ clockAheadMs }) => clockAheadMs ?? [])
  if (differences.length === 0) return 'not compared; no server reported its time'
  const aheadMs = differences.reduce((best, each) => (Math.abs(each) < Math.abs(best) ? each : best))
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    throw new Error(
      `This machine’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the map servers. Synchronize it (NTP).`,
    )
  return seconds <= 1 ? 'agrees with the map servers' : `within ${seconds} s of the map servers`
}

/** Returns the day's total, including the requests of these checks. */
const spent = async (
  config: Config,
  live: LiveSettings,
  states: readonly Promise<ServerState>[],
): Promise<DayTotal> => {
  const bytes = (await knownStates(states)).reduce((sum, each) => sum + each.bytes, 0)
  return inExisting(config, { requests: live.requestsPerDay, bytes: live.bytesPerDay }, async (storage) => {
    const budget = openDayBudget(storage, live)
    await budget.spend(upstreamAskers(SERVICE), states.length, bytes)
    return budget.left()
  })
}

const budgetText = ({ requestsPerDay, bytesPerDay }: LiveSettings, left: DayTotal): string => {
  const used = (total: number, rest: number): string => (total - rest).toLocaleString('en')
  const text = `${used(requestsPerDay, left.requests)} of ${requestsPerDay.toLocaleString('en')} requests and ${megabytes(bytesPerDay - left.bytes)} of ${megabytes(bytesPerDay)} used today`
  if (left.requests > 0 && left.bytes > 0) return text
  throw new Error(
    `Nothing more is fetched today: ${text}. Wait until midnight UTC, import an extract, or raise METES_LIVE_REQUESTS or METES_LIVE_BYTES if the operators of the servers agree.`,
  )
}

const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
