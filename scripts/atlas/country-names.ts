/** Names of countries in the languages that ICU supports. */

/** Languages of Wikipedias with many readers, where ICU has names of countries for them. */
export const LANGUAGES = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr fy ga gl gu he hi hr hu hy id is it ja ka kk km ' +
  'kn ko ku ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt ro ru si sk sl so sq sr sv sw ta te tg th ' +
  'tk tr ug uk ur uz vi zh zh-Hant zu'
).split(' ')

/** Language → name. A language without its own name for the country is absent. */
export function countryNames(country: string): Record<string, string> {
  const names: Record<string, string> = {}
  for (const language of Intl.DisplayNames.supportedLocalesOf(LANGUAGES)) {
    const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(country)
    if (name) names[language] = name
  }
  return names
}

/** The main language of the country, by CLDR's likely subtags: DE → de. */
export const languageOf = (country: string): string => new Intl.Locale(`und-${country}`).maximize().language

/** Whether that language is written in Latin letters there. */
export const writesLatin = (country: string): boolean =>
  new Intl.Locale(`und-${country}`).maximize().script === 'Latn'
