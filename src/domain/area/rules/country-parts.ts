/** Names that mean parts of a country where the text names that country: "its overseas territories", "the Caribbean part". */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelWord, levelRank } from '../../catalog/level-words.ts'
import { withoutEdges } from '../text/edges.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { CountryParts, Region, Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'

/** The meaning, or one sentence that explains why it is uncertain. */
export type PartsMeaning = Region | string

export class PartsReader {
  readonly #vocabulary: Vocabulary
  readonly #patterns: ReturnType<typeof partsPatterns>
  /** The words of the description, padded with spaces. */
  readonly #words: string
  /** For the countries that the description names. */
  readonly #named: readonly CountryParts[]

  constructor(vocabulary: Vocabulary, description: string) {
    this.#vocabulary = vocabulary
    this.#patterns = partsPatterns(vocabulary.phraseWords)
    this.#words = inSpaces(description)
    this.#named = vocabulary.countryParts.filter(({ called }) =>
      called.some((name) => this.#words.includes(inSpaces(name))),
    )
  }

  /** Without the articles in front. */
  #bare(folded: string): string {
    return folded.replace(this.#patterns.leading, '')
  }

  /** Null if the phrase is no such name or may mean something else in its position. */
  meaningOf(text: string): PartsMeaning | null {
    const folded = foldName(text)
    return this.#wholeWith(folded) ?? this.#parts(folded)
  }

  /** "All states of the United States" excludes the territories; null if the country has none, or if they are units too. */
  unitsOf({ kind, iso, country }: BoundaryRecord, every: LevelWord): PartsMeaning | null {
    const entry = kind === 'country' ? this.#entryOf(iso) : undefined
    if (entry === undefined) return null
    const named = entry.names.get(every.inNames) ?? entry.names.get(every.word)
    if (named !== undefined) return typeof named === 'string' ? named : (named.addedOnly ?? named)
    const { units, source } = entry
    const isDivision =
      units?.kinds.some((each) => levelRank(every, { kind: each, country }) !== null) === true
    return units === null || !isDivision || units.without.length === 0
      ? null
      : { ...partRegion(entry.country, source), except: units.without }
  }

  #entryOf(iso: string | null): CountryParts | undefined {
    return this.#vocabulary.countryParts.find(({ country }) => country === `iso:${iso}`)
  }

  /** "France with its overseas territories" is all of France. */
  #wholeWith(folded: string): PartsMeaning | null {
    for (const { country, called, names, source } of this.#named) {
      const head = called.find((name) =>
        this.#vocabulary.phraseWords.parts_with.some((word) =>
          this.#bare(folded).startsWith(`${name} ${word} `),
        ),
      )
      if (head === undefined) continue
      const [, ...tail] = this.#bare(folded)
        .slice(head.length + 1)
        .split(' ')
      const parts = names.get(this.#bare(tail.join(' ')))
      if (parts !== undefined) return typeof parts === 'string' ? parts : partRegion(country, source)
    }
    return null
  }

  #parts(folded: string): PartsMeaning | null {
    const names = [this.#bare(folded), this.#bare(withoutEdges(folded, this.#vocabulary))]
    for (const name of names) {
      const meanings = this.#named.flatMap((entry) => entry.names.get(name) ?? [])
      if (meanings.length === 0 || !this.#isSaidOfCountry(name)) continue
      return meanings.length === 1 ? meanings[0] : SEVERAL
    }
    return null
  }

  /** "Its territories", "without territories", and not "Territories: Ohio and Texas". */
  #isSaidOfCountry(name: string): boolean {
    const { except, include } = this.#vocabulary.operators
    const before = this.#words.slice(0, this.#words.indexOf(inSpaces(name))).trim()
    const outer = ` ${before}`.replace(this.#patterns.trailing, '').trim()
    const isTheirs = this.#patterns.possessive.test(before)
    return (
      isTheirs ||
      [...except, ...include, ...this.#vocabulary.phraseWords.parts_with].some((word) =>
        inSpaces(outer).endsWith(inSpaces(word)),
      )
    )
  }
}

const inSpaces = (text: string): string => ` ${wordsOf(foldName(text)).join(' ')} `

const partsPatterns = compiledOnce((words: PhraseWords) => {
  const article = anyOf(words.parts_articles)
  return {
    leading: new RegExp(`^(?:${article} )+`, 'u'),
    trailing: new RegExp(`(?: ${article})+$`, 'u'),
    possessive: new RegExp(
      `(?:^| )${anyOf(words.parts_possessives)}(?: ${anyOf(words.parts_others)})?$`,
      'u',
    ),
  }
})

const partRegion = (country: string, source: string): Region => ({
  names: [],
  members: [country],
  except: [],
  source,
  membersSince: null,
  undrawable: null,
  settled: new Set([country]),
  addedOnly: null,
  remainder: null,
})

const SEVERAL = 'The text names several countries with such parts. State which country you mean.'
