/** Lists of countries in languages other than English, with the names that the platform's locale data has. */
import type { Body } from './clause.ts'
import { joined, name, type Phrase, say } from './phrase.ts'
import type { Places } from './places.ts'
import type { Random } from './random.ts'
import { TONGUES, type Tongue } from './tables/languages.ts'

/** Names with an addition: "Myanmar (Birmanie)", "Congo - Kinshasa". */
const ODD = /[(\-–,]|\bSt\.| - /

/** Country names that also mean something else in the language; among other countries they mean the country. */
const LEFT_OUT: ReadonlySet<string> = new Set(['GE', 'GD', 'CD', 'CG', 'US'])

export const languageBody = (random: Random, places: Places): Body & { readonly tongue: Tongue } => {
  const tongue = random.pick(TONGUES)
  const names = new Intl.DisplayNames(tongue.language, { type: 'region' })
  const nameOf = (code: string): string => names.of(code) ?? code
  const countries = random.sample(
    places.countries.filter(({ code }) => !LEFT_OUT.has(code) && !ODD.test(nameOf(code))),
    random.between(2, 5),
  )
  const divided = random.pick(Object.keys(tongue.units))
  const listed = countries.filter(({ code }) => code !== divided)
  const hasException = random.chance(0.45)
  const [before, after] = random.pick(tongue.exceptions).split('{}')
  const units = random.sample(tongue.units[divided], random.between(1, 2))
  const list = (phrases: readonly Phrase[]): Phrase =>
    joined(phrases, ', ', random.chance(0.85) ? tongue.and : ', ')
  const excluded = joined(
    units.map(([, unit]) => unitPhrase(unit)),
    ', ',
    tongue.and,
  )
  const exception = hasException ? say`${before}${excluded}${after}` : []
  const isAlone = hasException && random.chance(0.5)
  const last = say`${name(nameOf(divided))}${exception}`
  const others = isAlone ? [] : listed.map(({ code }) => say`${name(nameOf(code))}`)
  return {
    tongue,
    phrase: list([...others, last]),
    expected: {
      include: [...(isAlone ? [] : listed.map(({ id }) => id)), `iso:${divided}`],
      exclude: hasException ? units.map(([code]) => `iso:${divided}-${code}`) : [],
    },
    shape: `language-${tongue.language}${hasException ? '+except' : ''}`,
    language: tongue.language,
    list: isAlone ? 'one' : 'and',
  }
}

/** The article does not belong to the name. */
const unitPhrase = (text: string): Phrase => {
  const article = /^(?:l[ae] |l')/.exec(text)?.[0] ?? ''
  return say`${article}${name(text.slice(article.length))}`
}
