/** Whether boundaries that nothing here has are fetched from the open map database, and where from: several settings that must go together. */
import type { z } from 'zod'
import { isLoopback } from '../util/loopback.ts'
import type { SETTINGS } from './settings.ts'

export interface LiveSettings {
  /** Interpreters of Overpass, the preferred one first. */
  readonly overpassUrls: readonly string[]
  /** Whom the operators of those servers can reach; null where the servers are one's own. */
  readonly contact: string | null
  readonly requestsPerDay: number
  readonly bytesPerDay: number
  /** How long a caller waits for a fetch. */
  readonly maxWaitMs: number
  /** How long a fetched boundary is good for before it is fetched again. */
  readonly cacheTtlMs: number
}

type Settings = z.output<typeof SETTINGS>

/** https://wiki.openstreetmap.org/wiki/Overpass_API#Public_Overpass_API_instances */
const PUBLIC_OVERPASS = 'https://overpass-api.de/api/interpreter'

/** The settings, null where nothing leaves the machine, or what is wrong with them, one sentence each. */
export const liveSettings = (
  settings: Settings,
): LiveSettings | { readonly wrong: readonly string[] } | null => {
  const { METES_CONTACT: contact = null, METES_OVERPASS_URL: ownUrls = null } = settings
  if (contact === null && ownUrls === null) return null
  const overpassUrls = ownUrls ?? [PUBLIC_OVERPASS]
  const open = overpassUrls.filter((text) => {
    const { protocol, hostname } = new URL(text)
    return protocol !== 'https:' && !isLoopback(hostname)
  })
  if (open.length > 0)
    return {
      wrong: open.map((url) => `METES_OVERPASS_URL must use https:// beyond this machine; ${url} does not.`),
    }
  return Object.freeze({
    overpassUrls: Object.freeze(overpassUrls),
    contact,
    requestsPerDay: settings.METES_LIVE_REQUESTS,
    bytesPerDay: settings.METES_LIVE_BYTES,
    maxWaitMs: settings.METES_LIVE_WAIT * 1000,
    cacheTtlMs: settings.METES_CACHE_TTL * 1000,
  })
}
