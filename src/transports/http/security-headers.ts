/** Default security headers. Pages and files override them if needed. */

const DEFAULTS: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // An answer opened in a browser loads nothing, runs nothing and cannot be framed.
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
]

/** Returns the defaults, as alternating names and values, without those that the answer sets itself. */
export const securityHeaders = (answered: readonly string[]): readonly string[] =>
  NAMES.some((name) => answered.includes(name))
    ? DEFAULTS.filter(
        ([name]) => !answered.includes(name) && !(name === FRAMES && mayBeFramed(answered)),
      ).flat()
    : ALL

/** It repeats `frame-ancestors` for old browsers, but cannot name sites. */
const FRAMES = 'X-Frame-Options'

const mayBeFramed = (answered: readonly string[]): boolean => {
  const policy = answered[answered.indexOf('Content-Security-Policy') + 1] ?? ''
  return policy.includes('frame-ancestors') && !policy.includes("frame-ancestors 'none'")
}

const NAMES: readonly string[] = DEFAULTS.map(([name]) => name)
const ALL: readonly string[] = DEFAULTS.flat()
