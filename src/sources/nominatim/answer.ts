/**
 * Reads the results of a Nominatim search: https://nominatim.org/release-docs/latest/api/Output/ (jsonv2, and json, which
 * some servers return instead). Only the object of a result is used; names and boxes come from the map itself.
 */
import { type BoundaryReference, isObjectNumber } from '../../domain/boundary/id.ts'
import { isObject, parseAnswer } from '../upstream/json-answer.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'

/** A place that the search knows only as a point; the map may also have its boundary. */
export interface PlaceNode {
  readonly by: 'node'
  readonly number: number
  /** Wikidata entity of the place. */
  readonly entity: string | null
}

export type FoundPlace = BoundaryReference | PlaceNode

/** Returns boundaries and places in the order of the answer. @throws UnusableAnswer */
export const readNominatimAnswer = (text: string): readonly FoundPlace[] => {
  const results = parseAnswer(text)
  if (!Array.isArray(results)) throw new UnusableAnswer('The answer is not a list of places.')
  return results.flatMap((result: unknown) => foundPlaceOf(result) ?? [])
}

/**
 * Returns null for results that are not areas, such as streets, and for postcodes that Nominatim computes, which are not on
 * the map.
 */
const foundPlaceOf = (result: unknown): FoundPlace | null => {
  if (!isObject(result) || !('place_id' in result)) throw new UnusableAnswer('A result is not a place.')
  const { osm_type: type, osm_id: number, extratags } = result
  const category = result.category ?? result.class
  if (typeof category !== 'string') throw new UnusableAnswer('A result has no category.')
  if (category !== 'boundary' && category !== 'place') return null
  if (type !== 'node' && type !== 'way' && type !== 'relation') return null
  if (typeof number !== 'number' || !isObjectNumber(number)) throw new UnusableAnswer('A result has no id.')
  return type === 'node' ? { by: type, number, entity: entityIn(extratags) } : { by: type, number }
}

const entityIn = (extratags: unknown): string | null => {
  const entity = isObject(extratags) ? extratags.wikidata : undefined
  return typeof entity === 'string' && /^Q[1-9]\d{0,11}$/.test(entity) ? entity : null
}
