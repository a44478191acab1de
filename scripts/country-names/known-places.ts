/** What the bundled atlas and gazetteer know of the claimed names. */
import { join } from 'node:path'
import { withoutArticles } from '../../src/domain/catalog/bare-names.ts'
import { foldName, wordsOf } from '../../src/domain/catalog/fold.ts'
import type { NameHit } from '../../src/domain/catalog/ports.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import { loadNameWords } from '../../src/sources/names/load-name-words.ts'
import { editDistance } from '../../src/util/edit-distance.ts'
import type { Claim } from './claims.ts'
import type { KnownPlaces } from './owned-names.ts'

/** Boundaries with one name; the countries among them come first. */
const MAX_NAMESAKES = 100

/** Fewer people than this are not what most mean by the name of a country. */
const MIN_WELL_KNOWN = 15_000

/** As in a search. */
const LETTERS_AN_EDIT = 5

export async function openKnownPlaces(
  data: string,
  directory: string,
  claims: readonly Claim[],
): Promise<KnownPlaces> {
  const atlas = await openBundledAtlas(join(data, 'atlas'), directory)
  const towns = await openBundledGazetteer(join(data, 'gazetteer'), directory)
  const words = loadNameWords(join(data, 'names'))
  const named = async (folded: string): Promise<readonly NameHit[]> =>
    atlas.source.search({
      match: { by: 'name', spellings: [folded] },
      countries: [],
      kind: null,
      adminLevel: null,
      within: null,
      limit: MAX_NAMESAKES,
    })
  const countries = new Set<string>()
  const countryNames = new Map<string, ReadonlySet<string>>()
  for (const code of new Set(claims.map(({ country }) => country))) {
    const [record] = await atlas.source.find({ by: 'iso', code })
    if (record === undefined) continue
    countries.add(code)
    const hit = (await named(foldName(record.name))).find((each) => each.record.id === record.id)
    countryNames.set(code, new Set(hit!.forms.map(({ folded }) => folded)))
  }
  const countriesWithin = countriesByWords(countryNames)
  const hits = new Map<string, readonly NameHit[]>()
  for (const folded of new Set(claims.map(({ name }) => foldName(name))))
    hits.set(folded, await named(folded))
  await atlas.close()
  const isMainName = (folded: string, { record }: NameHit): boolean =>
    [record.name, record.names.en ?? ''].some((name) => foldName(name) === folded)
  return {
    countries,
    isNameOf: (folded, country) => countryNames.get(country)!.has(folded),
    isAnothers: (folded, country) =>
      hits.get(folded)!.some(({ record }) => record.kind === 'country' && record.iso !== country),
    isShared: (folded, country) =>
      [folded, ...withoutArticles(folded, words)].some((name) => {
        const sharing = countriesWithin.get(name)
        return sharing !== undefined && sharing.size > 1 && sharing.has(country)
      }),
    isMisspelt: (folded, country) => {
      const most = Math.floor(folded.length / LETTERS_AN_EDIT)
      return [...countryNames.get(country)!].some(
        (name) => name[0] === folded[0] && editDistance(name, folded, most) <= most,
      )
    },
    isTaken: (folded, country) =>
      words.furtherNames.has(folded) ||
      hits
        .get(folded)!
        .some(
          ({ record }) =>
            record.kind !== 'country' &&
            record.country === country &&
            !countryNames.get(country)!.has(foldName(record.names.en ?? record.name)),
        ),
    isBetterKnown: (folded, country) =>
      hits.get(folded)!.some((hit) => hit.record.country !== country && isMainName(folded, hit)) ||
      towns
        .named(folded)
        .some(({ name, population }) => foldName(name) === folded && population >= MIN_WELL_KNOWN),
  }
}

/** The countries of which a longer name has these words in a row, by the words. */
function countriesByWords(
  names: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const countries = new Map<string, Set<string>>()
  for (const [country, each] of names)
    for (const words of [...each].map(wordsOf))
      for (let from = 0; from < words.length; from++)
        for (let to = from + 1; to <= words.length; to++) {
          if (to - from === words.length) continue
          const within = words.slice(from, to).join(' ')
          countries.set(within, (countries.get(within) ?? new Set()).add(country))
        }
  return countries
}
