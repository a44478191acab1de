/** Formats numbers and words for people. */
import type { BoundaryRef, BoundingBox, Candidate, Position } from '../client/index.ts'

const whole = new Intl.NumberFormat('en')
const lists = new Intl.ListFormat('en')
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const count = (value: number): string => whole.format(value)

export const plural = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`

export const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return plural(bytes, 'byte')
  return bytes < 1_000_000 ? `${short.format(bytes / 1_000)} kB` : `${short.format(bytes / 1_000_000)} MB`
}

export const areaText = (km2: number): string =>
  km2 >= 100 ? `${count(Math.round(km2))} km²` : `${short.format(km2)} km²`

/** Converts `postal_code` to `Postal code`. */
export const kindText = (kind: string): string => {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const levelText = ({ kind, admin_level: level }: BoundaryRef): string =>
  level === null ? kindText(kind) : `${kindText(kind)}, level ${level}`

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Claimants are codes of countries, or names if there is no code. */
export const claimantsText = (claimants: readonly string[]): string =>
  lists.format(
    claimants.map((claimant) =>
      /^[A-Z]{2}$/.test(claimant) ? (countries.of(claimant) ?? claimant) : claimant,
    ),
  )

/** Returns the parents of a candidate, the closest first. */
export const placeText = ({ parents }: Candidate): string =>
  parents
    .map(({ name }) => name)
    .toReversed()
    .join(', ')

export const pointText = ([lon, lat]: Position): string =>
  `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? 'W' : 'E'}`

/** Returns a box whose east is greater than its west, even across the antimeridian, as maps require. */
export const unwrapped = ([west, south, east, north]: BoundingBox): BoundingBox => [
  west,
  south,
  east < west ? east + 360 : east,
  north,
]
