/**
 * Builds the addresses of a Nominatim search by name: structured by the kind that the call looks for, then as free text.
 * https://nominatim.org/release-docs/latest/api/Search/
 */
import type { Kind } from '../../domain/boundary/kind.ts'
import type { BBox, Position } from '../../domain/geometry/rings.ts'
import type { LiveQuestion } from '../../domain/live/ports.ts'

/** Parameters of one search. */
export type SearchParameters = readonly (readonly [name: string, value: string])[]

/** Field of a structured search for each kind that has one. Parts of cities have none. */
const FIELDS: Readonly<Partial<Record<Kind, string>>> = {
  country: 'country',
  state: 'state',
  region: 'state',
  province: 'state',
  county: 'county',
  district: 'county',
  municipality: 'city',
  city: 'city',
  postal_code: 'postalcode',
}
const FREE_TEXT = 'q'
const NEAR_DEGREES = 1

/**
 * Returns the searches to make, one after the other, until one finds something. Names with a place behind a comma
 * ("Springfield, Illinois") are searched only as free text, because a field takes one name.
 */
export const searchesFor = ({
  text,
  kind,
  countries,
  near,
  limit,
}: LiveQuestion): readonly SearchParameters[] => {
  const field = kind === null || text.includes(',') ? undefined : FIELDS[kind]
  const fields = field === undefined ? [FREE_TEXT] : [field, FREE_TEXT]
  return fields.map((name) => [
    [name, text],
    ['format', 'jsonv2'],
    ['limit', String(limit)],
    ['extratags', '1'],
    ...(countries.length > 0 ? [['countrycodes', countries.join(',').toLowerCase()] as const] : []),
    ...(near === null ? [] : [['viewbox', boxAround(near).join(',')] as const]),
  ])
}

/** @param base base address of `/search` */
export const searchUrl = (base: string, search: SearchParameters): string => {
  const url = new URL(`${base.replace(/\/+$/, '')}/search`)
  for (const [name, value] of search) url.searchParams.set(name, value)
  return url.href
}

const boxAround = ([lon, lat]: Position): BBox => [
  Math.max(-180, lon - NEAR_DEGREES),
  Math.max(-90, lat - NEAR_DEGREES),
  Math.min(180, lon + NEAR_DEGREES),
  Math.min(90, lat + NEAR_DEGREES),
]
