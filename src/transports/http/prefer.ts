/** The Prefer header (RFC 7240), as far as this service knows preferences. What it does not know, or cannot read, is passed over. */

export interface Preferences {
  /** `respond-async`. */
  readonly respondAsync: boolean
  /** `wait`; null when it is not said. */
  readonly waitSeconds: number | null
}

/** A longer wait is cut: proxies end connections on which nothing comes. */
const MAX_WAIT_SECONDS = 60

export const preferencesOf = (header: string | undefined): Preferences => {
  const stated = new Map<string, string>()
  for (const preference of header?.split(',') ?? []) {
    const [, name, value = ''] = PREFERENCE.exec(preference) ?? []
    // Of one that comes twice the first counts (RFC 7240 §2).
    if (name !== undefined && !stated.has(name.toLowerCase())) stated.set(name.toLowerCase(), value)
  }
  const wait = /^\d{1,6}$/.exec(stated.get('wait') ?? '')?.[0]
  return {
    respondAsync: stated.has('respond-async'),
    waitSeconds: wait === undefined ? null : Math.min(MAX_WAIT_SECONDS, Number(wait)),
  }
}

/** `name`, `name=token` or `name="text"`, with parameters that nothing here needs. */
const PREFERENCE = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*"?([^\s";]*)"?\s*)?(?:;|$)/
