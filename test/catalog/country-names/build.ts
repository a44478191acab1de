/**
 * Writes `names.tsv`: names of countries from packages that `data/names/countries.tsv` was not made from, every fourth one.
 *
 *     npm install --no-save --ignore-scripts --prefix /tmp/names \
 *       @wlucha/ng-country-select@2.2.1 localized-countries@2.0.0 react-native-country-select@0.4.0
 *     node test/catalog/country-names/build.ts /tmp/names
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readAtlasCodes } from '../written-names/atlas-codes.ts'

const directory = process.argv[2]
if (directory === undefined) throw new Error('usage: build.ts DIRECTORY-WITH-NODE-MODULES')

interface Named {
  readonly source: string
  readonly language: string
  readonly country: string
  readonly name: string
}

const read = (path: string): string => readFileSync(`${directory}/node_modules/${path}`, 'utf8')

/** Languages of the atlas; the package has 132, most of them with English names. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh_Hant zu'.split(
    ' ',
  )

const localized = (): readonly Named[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(
      JSON.parse(read(`localized-countries/data/${language}.json`)) as Record<string, string>,
    ).map(([country, name]) => ({ source: 'l', language, country, name })),
  )

const selected = (): readonly Named[] =>
  [
    ...read('@wlucha/ng-country-select/fesm2022/wlucha-ng-country-select.mjs').matchAll(
      /alpha2: '(\w\w)',\s+alpha3: '\w+',\s+translations: \{([^}]*)\}/g,
    ),
  ].flatMap(([, alpha2, translations]) =>
    [...translations.matchAll(/(\w\w): (?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)].map(
      ([, language, single, double]) => ({
        source: 's',
        language,
        country: alpha2.toUpperCase(),
        name: (single ?? double).replaceAll("\\'", "'"),
      }),
    ),
  )

/** Hebrew names are cut off at letters; Breton is in no other list. */
const SPOILT: ReadonlySet<string> = new Set(['bre', 'heb'])

const native = (): readonly Named[] => {
  const countries: readonly {
    readonly cca2: string
    readonly translations: Readonly<Record<string, { readonly official: string; readonly common: string }>>
  }[] = JSON.parse(read('react-native-country-select/lib/constants/countries.json'))
  return countries.flatMap(({ cca2, translations }) =>
    Object.entries(translations)
      .filter(([language]) => !SPOILT.has(language))
      .flatMap(([language, { official, common }]) =>
        [official, common].map((name) => ({ source: 'n', language, country: cca2, name })),
      ),
  )
}

const { current } = readAtlasCodes()
const known = [...localized(), ...selected(), ...native()].filter(({ country }) => current.has(country))
const rows = [...Map.groupBy(known, ({ name }) => name)]
  .filter((_, index) => index % 4 === 0)
  .map(([name, same]) => {
    const distinct = (values: readonly string[]): string => [...new Set(values)].sort().join('|')
    return [
      name,
      distinct(same.map(({ country }) => country)),
      distinct(same.map(({ source }) => source)),
      distinct(same.map(({ language }) => language)),
    ].join('\t')
  })

const HEAD = `# Names of countries from packages that the table was not made from; made by build.ts. Sources:
# l: localized-countries@2.0.0 (ISC; Unicode CLDR, Unicode-3.0)
# s: @wlucha/ng-country-select@2.2.1 (MIT)
# n: react-native-country-select@0.4.0 (ISC; world-countries, ODbL 1.0)
# name	countries	sources	languages`
writeFileSync(fileURLToPath(new URL('names.tsv', import.meta.url)), `${[HEAD, ...rows].join('\n')}\n`)
console.log(`${rows.length} names`)
