/** How long browsers and shared caches may keep answers (RFC 9111): header fields as alternating names and values. */
import type { Caller } from '../../platform/caller.ts'

const HOUR_SECONDS = 3_600
/** A year, the usual maximum. */
const FOR_EVER = 'max-age=31536000, immutable'

export const publicFields = (cacheControl: string, vary: string): readonly string[] => [
  'Cache-Control',
  `public, ${cacheControl}`,
  'Vary',
  vary,
]

export const NOT_KEPT: readonly string[] = ['Cache-Control', 'no-store']
export const KEPT_AN_HOUR = publicFields('max-age=3600', 'Accept-Encoding')
/** An answer in the format that the client prefers. */
export const NEGOTIATED_AN_HOUR = publicFields('max-age=3600', 'Accept, Accept-Encoding')
/** For addresses that contain a hash of the content. */
export const KEPT_FOR_EVER = publicFields(FOR_EVER, 'Accept-Encoding')
/** The same for everybody, and asked for again each time, usually with 304. */
export const REVALIDATED = publicFields('no-cache', 'Accept-Encoding')
/** Pages without personal data, each time asked for again, usually with 304. */
export const REVALIDATED_PAGE: readonly string[] = [
  'Cache-Control',
  'private, no-cache',
  'Vary',
  'Accept, Accept-Encoding, Cookie',
]
/** Stored files never change; shared caches must not store expiring ones. @param secondsLeft null for a permanent file */
export const fileCacheControl = (secondsLeft: number | null): string =>
  secondsLeft === null ? `public, ${FOR_EVER}` : `private, max-age=${Math.min(secondsLeft, HOUR_SECONDS)}`

/** Names depend on the language, and defaults on the key. */
const VARY_OF_OPERATIONS = 'Accept-Encoding, Accept-Language, Authorization, X-API-Key'

export const OPERATION_NOT_KEPT: readonly string[] = [...NOT_KEPT, 'Vary', VARY_OF_OPERATIONS]

/** Shared caches may store only answers that are the same for everybody. */
export const operationKept = (seconds: number, caller: Caller): readonly string[] =>
  (caller.kind === 'anonymous' ? keptByAll : keptByCaller)(seconds)

/** Remembers the fields for each time, so that answers share them. */
const operationFields = (whose: 'public' | 'private') => {
  const bySeconds = new Map<number, readonly string[]>()
  return (seconds: number): readonly string[] => {
    const known = bySeconds.get(seconds)
    if (known !== undefined) return known
    const made = ['Cache-Control', `${whose}, max-age=${seconds}`, 'Vary', VARY_OF_OPERATIONS]
    bySeconds.set(seconds, made)
    return made
  }
}
const keptByAll = operationFields('public')
const keptByCaller = operationFields('private')
