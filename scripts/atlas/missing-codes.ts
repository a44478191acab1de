/** Finds the codes of ISO 3166-2 in force that no boundary of the atlas has, country by country. */
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import type {
  ComputedCoverage,
  CountryCount,
  ResearchedCoverage,
} from '../../src/sources/atlas/atlas-coverage.ts'
import type { IsoCodes } from './iso-codes.ts'

type Entry = Pick<BoundaryEntry, 'record' | 'isoAliases' | 'searchNames'>

export function coverageOf(
  entries: readonly Entry[],
  codes: IsoCodes,
  researched: Pick<ResearchedCoverage, 'other_codes' | 'elsewhere'>,
  levelsWithoutGovernment: (country: string) => readonly number[],
): ComputedCoverage {
  const known = new Set(entries.flatMap(({ record, isoAliases = [] }) => [record.iso, ...isoAliases]))
  for (const [code, other] of Object.entries(researched.elsewhere)) {
    const names = entries.find(({ record }) => record.iso === other)?.searchNames.map(({ name }) => name)
    if (!codes.agrees(code, names ?? [])) throw new Error(`${code} and ${other} do not have the same name.`)
  }
  const isKnown = (code: string): boolean => known.has(code) || code in researched.elsewhere
  const countries = entries.flatMap(({ record }) =>
    record.kind === 'country' && record.country !== null ? [record.country] : [],
  )
  const byCountry = Map.groupBy(codes.inForce.values(), ({ code }) => code.slice(0, 2))
  const count = (country: string): CountryCount => {
    const other = new RegExp(`^(?:${researched.other_codes[country]?.codes ?? NONE})$`)
    const candidates = (byCountry.get(country) ?? []).filter(({ code }) => !other.test(code))
    const passed = levelsWithoutGovernment(country)
    const isListed = (level: number | null): boolean => level === null || !passed.includes(level)
    const hidden = new Set(entries.flatMap(({ record }) => (isListed(record.adminLevel) ? [] : [record.iso])))
    const counted = unitsOfList(country, candidates, (code) => isKnown(code) && !hidden.has(code))
    const missing = counted.filter(({ code }) => !isKnown(code))
    return {
      units: entries.filter(({ record }) => liesDirectlyIn(record, country, isListed)).length,
      codes: counted.length,
      missing: Object.fromEntries(missing.map(({ code, name }) => [code, codes.englishName(code) ?? name])),
    }
  }
  return Object.fromEntries(countries.sort().map((country) => [country, count(country)]))
}

/** A regular expression that never matches. */
const NONE = '(?!)'

/**
 * The codes directly below the country. A code without a boundary whose own subdivisions have some only groups them
 * (the four regions of Uganda): they are counted in its place.
 */
function unitsOfList<C extends { readonly code: string; readonly parent: string }>(
  country: string,
  candidates: readonly C[],
  isListed: (code: string) => boolean,
): readonly C[] {
  const below = Map.groupBy(candidates, ({ parent }) => parent)
  return (below.get(country) ?? []).flatMap((unit) => {
    const own = below.get(unit.code) ?? []
    return !isListed(unit.code) && own.some(({ code }) => isListed(code)) ? own : [unit]
  })
}

/** A territory lies in its country under its own code; it is not a unit of itself. */
const liesDirectlyIn = (
  { kind, parents, country, adminLevel }: BoundaryEntry['record'],
  code: string,
  isListed: (level: number | null) => boolean,
): boolean =>
  country === code &&
  kind !== 'country' &&
  isListed(adminLevel) &&
  parents.findLast((parent) => parent.kind === 'country' || isListed(parent.adminLevel))?.kind === 'country'
