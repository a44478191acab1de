/** Names of countries as packages of the npm registry list them. */
import { LANGUAGES } from '../atlas/country-names.ts'
import type { Packages } from '../atlas/packages.ts'

/** The sources of the table, by their letter in it. */
export const SOURCES = {
  c: 'Unicode CLDR, cldr-localenames-full (Unicode-3.0)',
  w: 'world-countries (ODbL 1.0)',
  i: 'i18n-iso-countries (MIT)',
  g: 'registers of the British government, govuk-country-and-territory-autocomplete (MIT)',
  l: 'country-to-iso (MIT)',
  z: '@surbowl/world-geo-json-zh (Unlicense)',
  o: 'OpenStreetMap, @hotosm/iso-countries-languages (ODbL 1.0)',
} as const

export type Source = keyof typeof SOURCES

/** A package calls a country by a name. */
export interface Claim {
  readonly source: Source
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
}

export const readClaims = (packages: Packages): readonly Claim[] => [
  ...ofCldr(packages),
  ...ofWorldCountries(packages),
  ...ofTranslations(packages),
  ...ofRegisters(packages),
  ...ofLists(packages),
  ...ofChinese(packages),
  ...ofMap(packages),
]

const parsed = <T>(file: Buffer): T => JSON.parse(file.toString('utf8'))

/** The same languages as those of the atlas, in all their regions and scripts. */
const isWanted = (language: string): boolean => WANTED.has(language.split('-')[0])
const WANTED: ReadonlySet<string> = new Set([...LANGUAGES.map((language) => language.split('-')[0]), 'no'])

/** "CD-alt-variant" is another name of CD. */
const CLDR_KEY = /^([A-Z]{2})(?:-alt-\w+)?$/

function ofCldr(packages: Packages): readonly Claim[] {
  interface File {
    readonly main: Record<string, { localeDisplayNames: { territories: Record<string, string> } }>
  }
  return [...packages.files('cldrNames').values()]
    .flatMap((file) => Object.entries(parsed<File>(file).main))
    .filter(([language]) => isWanted(language))
    .flatMap(([, { localeDisplayNames }]) => Object.entries(localeDisplayNames.territories))
    .flatMap(([key, name]) => {
      const country = CLDR_KEY.exec(key)?.[1]
      return country === undefined ? [] : [{ source: 'c', country, name }]
    })
}

function ofWorldCountries(packages: Packages): readonly Claim[] {
  type Names = Readonly<Record<string, { readonly common: string; readonly official: string }>>
  const countries: readonly {
    readonly cca2: string
    readonly name: { readonly native: Names }
    readonly translations: Names
  }[] = JSON.parse(packages.text('countryNames'))
  return countries.flatMap(({ cca2, name, translations }) =>
    [...Object.values(name.native), ...Object.values(translations)].flatMap(({ common, official }) =>
      [common, official].map((each) => ({ source: 'w', country: cca2, name: each }) as const),
    ),
  )
}

function ofTranslations(packages: Packages): readonly Claim[] {
  interface File {
    readonly countries: Record<string, string | readonly string[]>
  }
  return [...packages.files('translatedNames').values()]
    .flatMap((file) => Object.entries(parsed<File>(file).countries))
    .flatMap(([country, names]) => [names].flat().map((name) => ({ source: 'i', country, name })))
}

function ofRegisters(packages: Packages): readonly Claim[] {
  const graph: Readonly<
    Record<string, { readonly edges: { from: readonly string[] }; readonly names: { 'en-GB': string } }>
  > = JSON.parse(packages.text('typedNames'))
  return Object.entries(graph).flatMap(([key, { edges, names }]) =>
    (key.startsWith('nym:') ? edges.from : [key])
      .map((place) => place.split(':')[1])
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .map((country) => ({ source: 'g', country, name: names['en-GB'] }) as const),
  )
}

function ofLists(packages: Packages): readonly Claim[] {
  interface File {
    readonly alpha2: string
    readonly names: readonly string[]
  }
  return [...packages.files('listedNames').values()]
    .map((file) => parsed<File>(file))
    .flatMap(({ alpha2, names }) => names.map((name) => ({ source: 'l', country: alpha2, name })))
}

function ofChinese(packages: Packages): readonly Claim[] {
  const { features }: { features: readonly { properties: Record<string, string> }[] } = JSON.parse(
    packages.text('chineseNames'),
  )
  return features.flatMap(({ properties: { iso_a2, name, full_name } }) =>
    [name, full_name]
      .filter((each) => each !== undefined)
      .map((each) => ({ source: 'z', country: iso_a2, name: each }) as const),
  )
}

/** Tags of OpenStreetMap with names, in a language or in the local one. */
const NAME_TAG = /^(?:(?:old_)?(?:official|short)_name|(?:alt_|int_|old_|nat_|long_)?name)(?::(.+))?$/

function ofMap(packages: Packages): readonly Claim[] {
  const { elements }: { elements: readonly { tags: Record<string, string> }[] } = JSON.parse(
    packages.text('mapNames'),
  )
  return elements.flatMap(({ tags }) => {
    const country = tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1'] ?? tags.country_code_iso3166_1_alpha_2 ?? ''
    return Object.entries(tags)
      .filter(([key]) => {
        const language = NAME_TAG.exec(key)
        return language !== null && (language[1] === undefined || isWanted(language[1]))
      })
      .flatMap(([, names]) => names.split(';'))
      .map((name) => ({ source: 'o', country, name }) as const)
  })
}
