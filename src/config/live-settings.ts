/** Combines and checks the settings of the live map: whether missing boundaries are fetched, and from which servers. */
import { isLoopback } from '../util/loopback.ts'
import type { Settings } from './settings.ts'

export interface LiveSettings {
  /** Interpreters of Overpass, the preferred one first. */
  readonly overpassUrls: readonly string[]
  /** Base addresses of Nominatim servers; empty if names are not searched there. */
  readonly nominatimUrls: readonly string[]
  /** Address at which the operators of those servers can reach ours; null for our own servers. */
  readonly contact: string | null
  readonly requestsPerDay: number
  readonly bytesPerDay: number
  /** Maximum time that a caller waits for a fetch. */
  readonly maxWaitMs: number
  /** Time after which a fetched boundary is fetched again. */
  readonly cacheTtlMs: number
}

/** https://wiki.openstreetmap.org/wiki/Overpass_API#Public_Overpass_API_instances */
const PUBLIC_OVERPASS = 'https://overpass-api.de/api/interpreter'
const PUBLIC_NOMINATIM = 'https://nominatim.openstreetmap.org'

/** Returns the settings; null if the live map is off; or one sentence for each fault. */
export const liveSettings = (
  settings: Settings,
): LiveSettings | { readonly wrong: readonly string[] } | null => {
  const { METES_CONTACT: contact = null } = settings
  const { METES_OVERPASS_URL: ownOverpass = null, METES_NOMINATIM_URL: ownNominatim = null } = settings
  if (contact === null && ownOverpass === null)
    return ownNominatim === null
      ? null
      : {
          wrong: [
            'METES_NOMINATIM_URL finds boundaries, but METES_OVERPASS_URL must say where to fetch them.',
          ],
        }
  const overpassUrls = ownOverpass ?? [PUBLIC_OVERPASS]
  const nominatimUrls = ownNominatim ?? (contact === null ? [] : [PUBLIC_NOMINATIM])
  const wrong = [
    ...(contact === null ? withoutContact('METES_OVERPASS_URL', overpassUrls) : []),
    ...(contact === null ? withoutContact('METES_NOMINATIM_URL', nominatimUrls) : []),
    ...withoutTls('METES_OVERPASS_URL', overpassUrls),
    ...withoutTls('METES_NOMINATIM_URL', nominatimUrls),
  ]
  if (wrong.length > 0) return { wrong }
  return Object.freeze({
    overpassUrls: Object.freeze(overpassUrls),
    nominatimUrls: Object.freeze(nominatimUrls),
    contact,
    requestsPerDay: settings.METES_LIVE_REQUESTS,
    bytesPerDay: settings.METES_LIVE_BYTES,
    maxWaitMs: settings.METES_LIVE_WAIT * 1000,
    cacheTtlMs: settings.METES_CACHE_TTL * 1000,
  })
}

/**
 * Requires a contact: operators of public servers block clients whom they cannot reach:
 * https://operations.osmfoundation.org/policies/nominatim/
 */
const withoutContact = (name: string, urls: readonly string[]): readonly string[] =>
  urls
    .filter((url) => PUBLIC_HOSTS.test(new URL(url).hostname))
    .map(
      (url) =>
        `${name} names a public server, ${url}: set METES_CONTACT, so that its operators can reach you.`,
    )

const PUBLIC_HOSTS = /(?:^|\.)(?:overpass-api\.de|openstreetmap\.org|private\.coffee|kumi\.systems)$/

const withoutTls = (name: string, urls: readonly string[]): readonly string[] =>
  urls
    .filter((url) => {
      const { protocol, hostname } = new URL(url)
      return protocol !== 'https:' && !isLoopback(hostname)
    })
    .map((url) => `${name} must use https:// beyond this machine; ${url} does not.`)
