/** What tells browsers to make nothing of an answer but what it is. Pages and files that need other words for it say their own. */

const DEFAULTS: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // Opened in a browser, an answer loads nothing, runs nothing and is shown in no frame.
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
]

/** Names and values in turn, without those that the answer names itself. */
export const securityHeaders = (answered: readonly string[]): readonly string[] =>
  NAMES.some((name) => answered.includes(name))
    ? DEFAULTS.filter(([name]) => !answered.includes(name)).flat()
    : ALL

const NAMES: readonly string[] = DEFAULTS.map(([name]) => name)
const ALL: readonly string[] = DEFAULTS.flat()
