/**
 * Additional codes of ISO 3166-2 that lead to a place: the country's own code for a territory that has a country code (FR-974 is Réunion), and
 * codes that ISO has replaced one by one (FR-J is FR-IDF). A code whose land was merged or split leads nowhere.
 */
import type { ResearchedCoverage } from '../../src/sources/atlas/atlas-coverage.ts'
import type { RulesOf } from './country-rules.ts'
import type { IsoCodes } from './iso-codes.ts'
import type { Place } from './place.ts'

export function withAliases(
  places: readonly Place[],
  codes: IsoCodes,
  rulesOf: RulesOf,
  { elsewhere, not_aliases }: Pick<ResearchedCoverage, 'elsewhere' | 'not_aliases'>,
): readonly Place[] {
  const inForce = Map.groupBy(
    Object.keys(elsewhere).filter((code) => !(code in not_aliases)),
    (code) => elsewhere[code],
  )
  const replaced = new Map<Place, Place>()
  for (const place of places) {
    const parent = place.parent && replaced.get(place.parent)!
    const aliases =
      place.iso === null
        ? []
        : [...(inForce.get(place.iso) ?? []), ...oldCodes(place.iso, codes, rulesOf(place.country).codes)]
    replaced.set(place, { ...place, parent, isoAliases: [...place.isoAliases, ...aliases] })
  }
  return [...replaced.values()]
}

/** The country's rules for a code take precedence over CLDR. */
const oldCodes = (
  iso: string,
  codes: IsoCodes,
  changes: Readonly<Record<string, string | null>>,
): readonly string[] => [
  ...Object.keys(changes).filter((old) => changes[old] === iso && !codes.inForce.has(old)),
  ...codes.renamedFrom(iso).filter((old) => !(old in changes)),
]
