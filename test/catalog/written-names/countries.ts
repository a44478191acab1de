/** Forms of countries: names with and without their article, formal names, codes. */
import type { AtlasCodes } from './atlas-codes.ts'
import type { Cldr } from './cldr.ts'
import { COMMON_NAMES, FORMAL_NAMES, WITH_ARTICLE } from './formal-names.ts'
import type { WrittenForm } from './subdivisions.ts'

export interface Code {
  readonly alpha2: string
  readonly alpha3: string
  readonly numeric: string
}

export const countryForms = (
  cldr: Cldr,
  atlas: AtlasCodes,
  codes: readonly Code[],
): readonly WrittenForm[] => {
  const known = codes.filter(({ alpha2 }) => atlas.names.has(alpha2))
  const inAtlas = new Set(['XK', ...known.map(({ alpha2 }) => alpha2)])
  const form = (query: string, code: string, language: string, kind: string): WrittenForm => ({
    query,
    expected: code,
    language,
    kind,
  })
  const named = (language: string, code: string): readonly string[] => {
    const name = cldr.territories(language).get(code)
    return name === undefined || !inAtlas.has(code) ? [] : [name.replaceAll('’', "'")]
  }
  return [
    ...[...inAtlas].flatMap((code) => named('en', code).map((name) => form(name, code, 'en', 'name'))),
    ...FORMAL_NAMES.filter(([code]) => inAtlas.has(code)).map(([code, name]) =>
      form(name, code, 'en', 'formal'),
    ),
    ...Object.entries(WITH_ARTICLE).flatMap(([language, rows]) =>
      rows.flatMap(([article, all]) =>
        all.split(' ').flatMap((code) =>
          named(language, code)
            .filter((name) => !/[(]|^(el|la|le|les|der|die) /iu.test(name))
            .map((name) => form(article + name, code, language, 'with article')),
        ),
      ),
    ),
    ...COMMON_NAMES.filter(([, code]) => inAtlas.has(code)).map(([language, code, name]) =>
      form(name, code, language, 'common'),
    ),
    ...['fr', 'de', 'es', 'it', 'pt'].flatMap((language) =>
      [...inAtlas].flatMap((code) => named(language, code).map((name) => form(name, code, language, 'name'))),
    ),
    ...known.flatMap(({ alpha2, alpha3, numeric }) => [
      form(alpha2, alpha2, 'und', 'alpha-2'),
      form(alpha3, alpha2, 'und', 'alpha-3'),
      form(numeric, alpha2, 'und', 'numeric'),
    ]),
  ]
}
