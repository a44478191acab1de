/**
 * Completes a boundary with data of the lower sources' records that it replaces: names in languages that it lacks, every
 * name that found them, codes that it lacks, and, for ranking only, their population. Its own values always come first. The
 * result depends only on the file and the lower sources, so importing a file again gives the same result.
 */
import { type BoundaryRecord, INHERITED_CODES } from '../../domain/boundary/boundary.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import type { Aliases, BoundaryEntry } from '../../domain/catalog/ports.ts'

/** O(n) in the names and codes of all records. */
export const inherit = (
  entry: BoundaryEntry,
  standsFor: readonly BoundaryRecord[],
  aliases: readonly Aliases[],
): BoundaryEntry => {
  if (standsFor.length === 0) return entry
  const { record } = entry
  const people =
    record.population === null
      ? firstOf(standsFor, ({ population, probablePopulation }) => population ?? probablePopulation ?? null)
      : null
  const iso = record.iso ?? firstOf(standsFor, ({ iso }) => iso)
  const wikidata = record.wikidata ?? firstOf(standsFor, ({ wikidata }) => wikidata)
  const fips = firstOf(standsFor, ({ fips }) => fips)
  const inherited = INHERITED_CODES.filter(
    (code) => ({ iso, wikidata, fips })[code] !== null && { iso, wikidata, fips }[code] !== record[code],
  )
  const codes = [
    ...(entry.isoAliases ?? []),
    ...standsFor.flatMap(({ iso }) => iso ?? []),
    ...aliases.flatMap(({ isoCodes }) => isoCodes),
  ]
  return {
    ...entry,
    record: {
      ...record,
      names: mergeNames([record, ...standsFor]),
      iso,
      wikidata,
      // A code of a known county is certain; a tag may be a mistake.
      fips: fips ?? record.fips,
      ...(inherited.length === 0 ? {} : { inherited }),
      ...(people === null ? {} : { probablePopulation: Math.round(people) }),
    },
    searchNames: mergeSearchNames(entry.searchNames, standsFor, aliases),
    isoAliases: [...new Set(codes)].filter((code) => code !== iso),
  }
}

const firstOf = <T>(
  records: readonly BoundaryRecord[],
  of: (record: BoundaryRecord) => T | null,
): T | null => {
  for (const record of records) {
    const value = of(record)
    if (value !== null) return value
  }
  return null
}

/** The first record with a name in a language provides it. */
const mergeNames = (records: readonly BoundaryRecord[]): Readonly<Record<string, string>> => {
  const merged: Record<string, string> = {}
  for (const { names } of records)
    for (const [language, name] of Object.entries(names)) merged[language] ??= name
  return merged
}

/** Own names first; then other names that fold to something new. */
const mergeSearchNames = (
  own: BoundaryEntry['searchNames'],
  standsFor: readonly BoundaryRecord[],
  aliases: readonly Aliases[],
): BoundaryEntry['searchNames'] => {
  const known = new Set(own.map(({ name }) => foldName(name)))
  const others = [
    ...standsFor.flatMap(({ name, names }) => [name, ...Object.values(names)]),
    ...aliases.flatMap(({ names }) => names),
  ]
  const added: BoundaryEntry['searchNames'][number][] = []
  for (const name of others) {
    const folded = foldName(name)
    if (known.has(folded)) continue
    known.add(folded)
    added.push({ language: null, name })
  }
  return [...own, ...added]
}
