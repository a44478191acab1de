/** Boundary ids: parses every form that callers use, and writes the canonical form of answers. */

import { countryOfCode } from './country-codes.ts'

/** Canonical id: `r<relation>` or `w<way>`; `iso:…`, `wikidata:…` or `fips:…` for a boundary that is neither. */
export type BoundaryId = string & { readonly __brand: 'BoundaryId' }

/** Parsed id. Those of others' systems may match several boundaries. */
export type BoundaryReference =
  | { readonly by: 'relation' | 'way'; readonly number: number }
  | { readonly by: 'wikidata'; readonly entity: string }
  | { readonly by: 'iso'; readonly code: string }
  | { readonly by: 'fips' | 'geonames' | 'nuts'; readonly code: string }

/** Reason why a text is not a boundary id, as a full sentence. */
export interface ReferenceProblem {
  readonly problem: string
}

/** Parses any accepted form; ignores case and surrounding space. */
export const parseBoundaryReference = (text: string): BoundaryReference | ReferenceProblem => {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'The boundary id is empty.' }
  if (trimmed.length > MAX_LENGTH) {
    return {
      problem: `The boundary id has ${trimmed.length} characters; at most ${MAX_LENGTH} are accepted.`,
    }
  }
  for (const form of FORMS) {
    const match = form.pattern.exec(trimmed)
    if (match !== null) return form.read(match)
  }
  return { problem: `"${trimmed}" is not a boundary id. ${ACCEPTED}` }
}

/** True for a text that is no id and may be a name: one without the signs of ids. */
export const isBoundaryName = (text: string): boolean =>
  'problem' in parseBoundaryReference(text) && MAYBE_NAME.test(text.trim())

/** Letters first, also of scripts whose names have one, and no colon, slash or number of an object. */
const MAYBE_NAME = /^(?![rwn]\d)[^:/\d][^:/]*$/i

/**
 * True for a number that an object of OpenStreetMap can have. Editors give 0 and negative numbers to objects that were not
 * uploaded; larger numbers are not exact here.
 */
export const isObjectNumber = (number: number): boolean => Number.isSafeInteger(number) && number > 0

/** Writes a reference as the canonical id of answers. */
export const canonicalId = (reference: BoundaryReference): BoundaryId => {
  if ('number' in reference)
    return `${reference.by === 'relation' ? 'r' : 'w'}${reference.number}` as BoundaryId
  return `${reference.by}:${'entity' in reference ? reference.entity : reference.code}` as BoundaryId
}

const MAX_LENGTH = 200

const ACCEPTED =
  'Write r62422 or relation/62422, w123 or way/123, an openstreetmap.org address, wikidata:Q64, an ISO 3166 code: DE, DEU or DE-BE, or fips:06037, nuts:DE212 or geonames:2867714.'

/**
 * Overpass derives area ids from the ids of objects: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL#By_area_id
 */
const AREA_ID_OF_RELATION_ZERO = 3_600_000_000
const AREA_ID_OF_WAY_ZERO = 2_400_000_000

interface Form {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => BoundaryReference | ReferenceProblem
}

const nodeProblem = (number: string): ReferenceProblem => ({
  problem: `Node ${number} has no area: only relations and ways are boundaries. Search for the place by name instead.`,
})

const element = (type: string, digits: string): BoundaryReference | ReferenceProblem => {
  const letter = type[0].toLowerCase()
  if (letter === 'n') return nodeProblem(digits)
  const number = Number(digits)
  if (!isObjectNumber(number)) {
    return { problem: `${digits} is not the number of an OpenStreetMap object.` }
  }
  return { by: letter === 'r' ? 'relation' : 'way', number }
}

const areaId = (digits: string): BoundaryReference | ReferenceProblem => {
  const number = Number(digits)
  if (number >= AREA_ID_OF_RELATION_ZERO)
    return element('relation', String(number - AREA_ID_OF_RELATION_ZERO))
  if (number >= AREA_ID_OF_WAY_ZERO) return element('way', String(number - AREA_ID_OF_WAY_ZERO))
  return {
    problem: `${digits} could be a relation or a way. Write r${digits} for the relation or w${digits} for the way.`,
  }
}

const isoCode = (code: string): BoundaryReference | ReferenceProblem => {
  const [country, subdivision] = code.split(/-(.*)/s, 2)
  const alpha2 = countryOfCode(country)
  // Accept codes that are not in force: sources use former and user-assigned ones.
  const known = alpha2 ?? (/^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null)
  if (known !== null && subdivision === undefined) return { by: 'iso', code: known }
  if (known !== null && /^[a-z0-9]{1,3}$/i.test(subdivision))
    return { by: 'iso', code: `${known}-${subdivision.toUpperCase()}` }
  const hint =
    'Write the ISO 3166-1 code of a country (DE or DEU) or the ISO 3166-2 code of a subdivision (DE-BE), with or without "iso:" before it.'
  return { problem: `"${code}" is not an ISO 3166 code. ${hint}` }
}

const SITE = String.raw`(?:https?:\/\/)?(?:(?:www|m|api)\.)?(?:openstreetmap\.org|osm\.org)`

/** Accepted forms with their parsers; the first pattern that matches decides. */
const FORMS: readonly Form[] = [
  { pattern: /^([rwn])(\d{1,18})$/i, read: ([, type, digits]) => element(type, digits) },
  { pattern: /^(relation|way|node)\/(\d{1,18})$/i, read: ([, type, digits]) => element(type, digits) },
  { pattern: /^-(\d{1,18})$/, read: ([, digits]) => element('relation', digits) },
  { pattern: /^(\d{1,18})$/, read: ([, digits]) => areaId(digits) },
  {
    pattern:
      /^(?:(?:wikidata|wd):|(?:https?:\/\/)?(?:www\.|m\.)?wikidata\.org\/(?:wiki|entity)\/)?(Q[1-9]\d{0,17})$/i,
    read: ([, entity]) => ({ by: 'wikidata', entity: entity.toUpperCase() }),
  },
  { pattern: /^iso:(.*)$/i, read: ([, code]) => isoCode(code.trim()) },
  { pattern: /^([a-z]{2,3}|[a-z]{2}-[a-z0-9]{1,3})$/i, read: ([, code]) => isoCode(code) },
  { pattern: /^fips:(\d{5})$/i, read: ([, code]) => ({ by: 'fips', code }) },
  {
    pattern: /^nuts:([a-z]{2}[a-z0-9]{1,3})$/i,
    read: ([, code]) => ({ by: 'nuts', code: code.toUpperCase() }),
  },
  {
    pattern: /^(?:geonames:|(?:https?:\/\/)?(?:www\.|sws\.)?geonames\.org\/)([1-9]\d{0,9})(?:\/.*)?$/i,
    read: ([, code]) => ({ by: 'geonames', code }),
  },
  {
    pattern: new RegExp(
      String.raw`^${SITE}\/(?:browse\/|api\/0\.6\/)?(relation|way|node)\/(\d{1,18})(?:[\/?#].*)?$`,
      'i',
    ),
    read: ([, type, digits]) => element(type, digits),
  },
  {
    pattern: new RegExp(String.raw`^${SITE}\/?\?(?:.*&)?(relation|way|node)=(\d{1,18})(?:[&#].*)?$`, 'i'),
    read: ([, type, digits]) => element(type, digits),
  },
]
