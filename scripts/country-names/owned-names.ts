/**
 * The names that the catalog lacks, each with the country it belongs to. A package has errors: what only one source says gives no country
 * the name of another one, and no country gets the name of its part.
 */
import { countryOfCode } from '../../src/domain/boundary/country-codes.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { Claim, Source } from './claims.ts'

export interface OwnedName {
  readonly folded: string
  /** As the first source writes it. */
  readonly name: string
  readonly countries: readonly string[]
  readonly sources: ReadonlySet<Source>
}

/** What the atlas and the gazetteer know of a name. */
export interface KnownPlaces {
  readonly countries: ReadonlySet<string>
  /** Whether a search finds this country by it already. */
  isNameOf(folded: string, country: string): boolean
  /** Whether the catalog has it for another country. */
  isAnothers(folded: string, country: string): boolean
  /** Whether longer names of this country and of another have it within: "Virgin Islands" is in the British and the American ones. */
  isShared(folded: string, country: string): boolean
  /** Whether a search that corrects typing errors finds this country by it. */
  isMisspelt(folded: string, country: string): boolean
  /** Whether a part of the country has it, which is not called as the country is; or a list of names that people have checked. */
  isTaken(folded: string, country: string): boolean
  /** Whether it is the main name of a place that more people mean by it. */
  isBetterKnown(folded: string, country: string): boolean
}

export const ownedNames = (claims: readonly Claim[], known: KnownPlaces): readonly OwnedName[] =>
  [...Map.groupBy(usableClaims(claims, known.countries), ({ folded }) => folded)].flatMap(
    ([folded, same]) => {
      const sourcesOf = new Map(
        [...Map.groupBy(same, ({ country }) => country)].map(
          ([country, those]) => [country, new Set(those.map(({ source }) => source))] as const,
        ),
      )
      const countries = ownersOf(sourcesOf)
        .filter((country) => !known.isNameOf(folded, country) && !known.isTaken(folded, country))
        .filter(
          (country) =>
            isAgreed(sourcesOf.get(country)!) ||
            !(
              known.isAnothers(folded, country) ||
              known.isShared(folded, country) ||
              known.isBetterKnown(folded, country)
            ),
        )
        .filter((country) => !(isTyped(sourcesOf.get(country)!) && known.isMisspelt(folded, country)))
        .sort()
      if (countries.length === 0) return []
      const theirs = same.filter(({ country }) => countries.includes(country))
      return [
        { folded, name: theirs[0].name, countries, sources: new Set(theirs.map(({ source }) => source)) },
      ]
    },
  )

/** Two sources rarely make the same mistake. */
const isAgreed = (sources: ReadonlySet<Source>): boolean => sources.size >= 2

/** What people type has their errors in it. */
const isTyped = (sources: ReadonlySet<Source>): boolean => sources.size === 1 && sources.has('g')

/** Countries that truly share a name, "Kongo"; otherwise the one that more sources call by it, and none if they are equal. */
const ownersOf = (sourcesOf: ReadonlyMap<string, ReadonlySet<Source>>): readonly string[] => {
  const ranked = [...sourcesOf].sort(([, a], [, b]) => b.size - a.size)
  const isTied = ranked.length > 1 && ranked[0][1].size === ranked[1][1].size
  return ranked
    .filter(([, sources], rank) => isAgreed(sources) || (rank === 0 && !isTied))
    .map(([country]) => country)
}

const usableClaims = (claims: readonly Claim[], countries: ReadonlySet<string>) =>
  claims.flatMap((claim) => {
    const name = claim.name.normalize('NFC').trim()
    const folded = foldName(name)
    return countries.has(claim.country) && isUsable(name, folded) ? [{ ...claim, name, folded }] : []
  })

/** Neither a code nor a remark, and long enough to mean something. Names of one or two letters have accents: "Mỹ". */
const isUsable = (name: string, folded: string): boolean =>
  folded !== '' &&
  folded.length <= MAX_LENGTH &&
  !/^[A-Z]{2}-[A-Z\d]{1,3}$/.test(name) &&
  !/^[\d ]+$/.test(folded) &&
  !/^[!-~]{1,2}$/.test(name) &&
  !(/^[A-Z]{3}$/.test(name) && countryOfCode(name) !== null)

const MAX_LENGTH = 120
