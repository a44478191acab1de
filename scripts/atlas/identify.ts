/** Decides which places can have an id: an id claimed by several belongs to none, and a place without any cannot be served. */
import type { Place } from './place.ts'
import type { Relations } from './relations.ts'

/** Drops places without an identifier, and all of a country's when those are at least half of them. */
export function identified(places: readonly Place[]): readonly Place[] {
  const isKnown = ({ relation, iso, wikidata, fips }: Place) => (relation ?? iso ?? wikidata ?? fips) !== null
  const ofCountry = Map.groupBy(places, ({ layer, country }) => `${layer} ${country}`)
  return [...ofCountry.values()].flatMap((group) => {
    const known = group.filter(isKnown)
    // The remaining children would look like a complete list.
    return known.length > group.length / 2 ? known : []
  })
}

/** Parents are replaced along with their children, so they must come first. */
export function unambiguous(places: readonly Place[], relations: Relations): readonly Place[] {
  const claims = Map.groupBy(places, ({ relation }) => relation)
  const owns = (place: Place): boolean => {
    const others = claims.get(place.relation)!
    if (others.length === 1) return true
    // Of several, the one with the code that the relation is filed under.
    const filed = others.filter(({ iso, relation }) => iso !== null && relations.relation(iso) === relation)
    return filed.length === 1 && filed[0] === place
  }
  const codes = new Map<string, number>()
  for (const { iso, isoAliases } of places) {
    for (const code of new Set([iso, ...isoAliases])) if (code) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const replaced = new Map<Place, Place>()
  for (const place of places) {
    replaced.set(place, {
      ...place,
      relation: owns(place) ? place.relation : null,
      isoAliases: [...new Set(place.isoAliases)].filter(
        (code) => code !== place.iso && codes.get(code) === 1,
      ),
      parent: place.parent && replaced.get(place.parent)!,
    })
  }
  return [...replaced.values()]
}
