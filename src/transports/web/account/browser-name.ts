/** Returns a readable browser name from the User-Agent: "Firefox on Linux". */

export const browserName = (userAgent: string | null): string => {
  const browser = matchingName(BROWSERS, userAgent ?? '')
  const system = matchingName(SYSTEMS, userAgent ?? '')
  if (browser === null) return system === null ? 'A browser' : `A browser on ${system}`
  return system === null ? browser : `${browser} on ${system}`
}

type BrowserNames = readonly (readonly [pattern: RegExp, name: string])[]

const matchingName = (names: BrowserNames, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** The order matters: most browsers also claim the names below their own. */
const BROWSERS: BrowserNames = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: BrowserNames = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
