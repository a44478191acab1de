/** Names of made-up places: syllables of one language, and their forms in other languages. */
import type { Random } from '../../test/support/shapes.ts'

interface PlaceName {
  readonly name: string
  readonly names: Readonly<Record<string, string>>
}

export type Namer = (random: Random) => PlaceName

/** The names of one country, in a language of its own. */
export const placeNames = (random: Random): Namer => {
  const script = SCRIPTS[Math.floor(random() * SCRIPTS.length)]
  return (next) => {
    const syllables = Array.from({ length: 2 + Math.floor(2.2 * next()) }, () => frequent(next, LATIN.length))
    const latin = capital(syllables.map((index) => LATIN[index]).join(''))
    const prefix = next() < 0.15 ? PREFIXES[frequent(next, PREFIXES.length)] : ''
    const suffix = next() < 0.25 ? SUFFIXES[frequent(next, SUFFIXES.length)] : ''
    const english = `${prefix}${latin}${suffix}`
    const name = script === null ? english : syllables.map((index) => script[index % script.length]).join('')
    const names: Record<string, string> = script === null ? {} : { en: english }
    if (next() < 0.5) names.fr = `${prefix}${latin}e`
    if (next() < 0.3) names.de = `${latin}${next() < 0.5 ? 'burg' : 'dorf'}`
    if (next() < 0.3) names.ru = syllables.map((index) => CYRILLIC[index % CYRILLIC.length]).join('')
    if (next() < 0.2) names.zh = syllables.map((index) => HAN[index % HAN.length]).join('')
    return { name, names }
  }
}

/** Some are far more frequent than others, as in any language. */
const frequent = (random: Random, count: number): number => Math.floor(count * random() ** 2)

const capital = (text: string): string => text[0].toUpperCase() + text.slice(1)

const CONSONANTS = [
  'b',
  'br',
  'd',
  'f',
  'g',
  'h',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'v',
  'w',
  'z',
  'ch',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ä', 'é', 'ø']
const ENDS = ['', 'n', 'r', 's', 'l']
const LATIN = CONSONANTS.flatMap((consonant) =>
  VOWELS.flatMap((vowel) => ENDS.map((end) => consonant + vowel + end)),
)

const PREFIXES = ['San ', 'Saint-', 'New ', 'Nova ', 'Upper ', 'Lower ', 'La ', 'El ', 'Bad ', 'Mount ']
const SUFFIXES = [
  ' County',
  ' District',
  'ville',
  'burg',
  'stad',
  ' City',
  ' Township',
  'ford',
  ' am See',
  ' upon Water',
]

const letters = (from: number, count: number, step = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(from + step * index))

const HAN = letters(0x4e00, 1_500, 7)
const CYRILLIC = letters(0x0430, 30).flatMap((first) => ['а', 'о', 'у', 'ин'].map((rest) => first + rest))
const ARABIC = letters(0x0628, 18).flatMap((first) => ['ا', 'و', 'ين'].map((rest) => first + rest))
const HANGUL = letters(0xac00, 800, 13)

/** Half of the countries write their names in Latin letters. */
const SCRIPTS = [null, null, null, null, HAN, CYRILLIC, ARABIC, HANGUL]
