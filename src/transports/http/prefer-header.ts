/** Parses the Prefer header (RFC 7240). Unknown and malformed preferences are ignored. */

export interface Preferences {
  /** `respond-async`. */
  readonly respondAsync: boolean
  /** `wait`; null if absent. */
  readonly waitSeconds: number | null
  /** `max-inline-bytes`, our own preference: a larger polygon is sent as a file. Null if absent. */
  readonly maxInlineBytes: number | null
}

/** Longer waits are capped, because proxies close silent connections. */
const MAX_WAIT_SECONDS = 60

export const preferencesOf = (header: string | undefined): Preferences => {
  const stated = new Map<string, string>()
  for (const preference of header?.split(',') ?? []) {
    const [, name, value = ''] = PREFERENCE.exec(preference) ?? []
    // The first of repeated preferences counts (RFC 7240 §2).
    if (name !== undefined && !stated.has(name.toLowerCase())) stated.set(name.toLowerCase(), value)
  }
  const wait = wholeNumber(stated.get('wait'))
  return {
    respondAsync: stated.has('respond-async'),
    waitSeconds: wait === null ? null : Math.min(MAX_WAIT_SECONDS, wait),
    maxInlineBytes: wholeNumber(stated.get('max-inline-bytes')),
  }
}

const wholeNumber = (text = ''): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** `name`, `name=token` or `name="text"`; parameters are ignored. */
const PREFERENCE = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*"?([^\s";]*)"?\s*)?(?:;|$)/
