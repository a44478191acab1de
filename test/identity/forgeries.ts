/** Forged relations: each claims something of a known boundary, in every combination of tag, level, size, place and role. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BBox, Position } from '../../src/domain/geometry/rings.ts'

export interface Forgery {
  readonly number: number
  readonly says: string
  readonly tags: Readonly<Record<string, string>>
  /** Tags of its `label` node; null without one. */
  readonly label: Readonly<Record<string, string>> | null
  readonly box: BBox
  readonly target: BoundaryRecord
}

type Random = () => number

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]

/** What a relation can claim of the target, by tags alone. */
const CLAIMS: Readonly<Record<string, (target: BoundaryRecord) => Partial<Record<string, string>>>> = {
  wikidata: ({ wikidata }) => (wikidata === null ? {} : { wikidata }),
  'ISO 3166-1': ({ country, kind }) =>
    kind === 'country' && country !== null ? { 'ISO3166-1': country } : {},
  'ISO 3166-1 alpha-2': ({ country, kind }) =>
    kind === 'country' && country !== null ? { 'ISO3166-1:alpha2': country.toLowerCase() } : {},
  'ISO 3166-2': ({ iso }) => (iso?.includes('-') === true ? { 'ISO3166-2': iso } : {}),
  name: ({ name }) => ({ name }),
  'alternative names': ({ names, name }) => ({
    alt_name: [name, ...Object.values(names).slice(0, 10)].join(';'),
  }),
  'names in languages': ({ names }) =>
    Object.fromEntries(Object.entries(names).map(([language, name]) => [`name:${language}`, name])),
}

const LEVELS = ['2', '3', '4', '5', '6', '8', '10']
const SIZES_DEGREES = [0.01, 0.1, 1, 4, 60, 340]
const FAME = { population: '9000000000', place: 'country', border_type: 'state' }

/** Centre of the forged box, relative to the target. */
const PLACES: Readonly<Record<string, (target: BoundaryRecord, random: Random) => Position>> = {
  'in the middle': ({ centroid }) => centroid,
  'somewhere in its box': ({ bbox: [west, south, east, north] }, random) => [
    west + random() * ((east - west + 360) % 360),
    south + random() * (north - south),
  ],
  'beside it': ({ bbox: [, south, east, north] }) => [east + 0.3, (south + north) / 2],
  'in the open sea': () => [-30, 0.5],
  'in another country': () => [25.5, 42.5],
}

export const forge = (random: Random, number: number, targets: readonly BoundaryRecord[]): Forgery => {
  const target = pick(random, targets)
  const kinds = Object.keys(CLAIMS).filter(() => random() < 0.35)
  const claims = kinds.length === 0 ? [pick(random, Object.keys(CLAIMS))] : kinds
  const claimed = Object.assign({}, ...claims.map((claim) => CLAIMS[claim](target))) as Record<string, string>
  const level = random() < 0.3 ? String(target.adminLevel) : pick(random, LEVELS)
  const place = pick(random, Object.keys(PLACES))
  const size = pick(random, SIZES_DEGREES)
  const isFamous = random() < 0.4
  const onLabel = random() < 0.15
  const [lon, lat] = PLACES[place](target, random)
  const west = Math.max(-179.9, Math.min(wrapped(lon - size / 2), 179.9 - size))
  const south = Math.max(-85, lat - size / 2)
  const box: BBox = [west, south, west + size, Math.max(south + 0.01, Math.min(85, lat + size / 2))]
  const named = { name: `Forgery ${number}`, ...claimed, ...(isFamous ? FAME : {}) }
  const isRenumbered = random() < 0.1 && /^r\d+$/.test(target.id)
  return {
    number: isRenumbered ? Number(target.id.slice(1)) : number,
    says: `${claims.join(' + ')} of ${target.name}, level ${level}, ${size}° ${place}${isFamous ? ', famous' : ''}${onLabel ? ', on its label' : ''}${isRenumbered ? ', with its number' : ''}`,
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: level,
      ...(onLabel ? { name: `Forgery ${number}` } : named),
    },
    label: onLabel ? named : null,
    box,
    target,
  }
}

const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180

/** A relation around a forgery that claims the country, so that the two vouch for each other. */
export const containerOf = (
  { box: [west, south, east, north], target }: Forgery,
  number: number,
): Forgery => ({
  number,
  says: `container that claims ${target.country}`,
  tags: {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: target.kind === 'country' ? '2' : '4',
    name: `Container ${number}`,
    ...(target.country === null ? {} : { 'ISO3166-1': target.country }),
  },
  label: null,
  box: [
    Math.max(-179.95, west - 0.05),
    Math.max(-86, south - 0.05),
    Math.min(179.95, east + 0.05),
    Math.min(86, north + 0.05),
  ],
  target,
})
