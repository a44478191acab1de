/**
 * Codes in a list: "US, CA, MX" are ISO 3166-1, "TX, OK, AR" the postal abbreviations of states. Codes are in capitals, and all of a list
 * are of one kind: "AT, CH, D, FL" is not one, and "CA, DE" are two countries as well as two states.
 */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Phrase } from '../text/clauses.ts'
import { proseWords, withoutEdges } from '../text/edges.ts'
import { CODE } from '../text/listed.ts'
import type { CodeList, Vocabulary } from '../vocabulary.ts'
import { senseOfMatch } from './name-lookup.ts'
import type { Places } from './places.ts'
import type { Sense } from './sense.ts'

/** What each code in a list may mean; empty for an unknown code. */
export type CodeMeanings = ReadonlyMap<string, readonly Sense[]>

export class ListedCodes {
  readonly #places: Places
  readonly #vocabulary: Vocabulary

  constructor(places: Places, vocabulary: Vocabulary) {
    this.#places = places
    this.#vocabulary = vocabulary
  }

  /** The phrases, with the prose before a final code removed: "Exclusive rights for WA". */
  bare<P extends Phrase>(phrases: readonly P[]): readonly P[] {
    return phrases.flatMap((phrase) => {
      const row = /^(?:(.+?)\s)??([A-Z]{2}(?:\s[A-Z]{2})+)$/u.exec(phrase.text)
      const codes = row?.[2].split(/\s/u) ?? []
      // "We cover TX OK AR LA".
      const front = row?.[1] ?? ''
      // "WE SELL IN OR": in capitals these may be words.
      const isSpoken =
        front !== '' && !/\p{Ll}/u.test(front) && codes.some((code) => this.#isNothing(code.toLowerCase()))
      if (codes.length > 1 && !isSpoken && codes.every((code) => this.isCode(code)) && this.#isNothing(front))
        return codes.map((text, index) =>
          index === 0 ? { ...phrase, text } : { ...phrase, text, after: 'and', joint: ' ' },
        )
      const [, prose, code] = /^(.+)\s([A-Z]{2,3}|[A-Z]{2}-[A-Z0-9]{1,3})$/u.exec(phrase.text) ?? []
      // "DISTRICT II".
      if (code === undefined || ROMAN.test(code) || !this.isCode(code)) return phrase
      // "WE DELIVER TO": in a text of capitals this is a word.
      if (!/\p{Ll}/u.test(prose) && this.#isNothing(code.toLowerCase())) return phrase
      return this.#isNothing(prose) ? { ...phrase, text: code } : phrase
    })
  }

  /** Whether the words carry no meaning of their own. */
  #isNothing(text: string): boolean {
    const folded = foldName(text)
    return (
      withoutEdges(folded, this.#vocabulary) === '' ||
      proseWords(folded, this.#vocabulary) === wordsOf(folded).length
    )
  }

  async meanings(phrases: readonly Pick<Phrase, 'text'>[]): Promise<CodeMeanings> {
    const texts = [...new Set(phrases.map(({ text }) => text))]
    const full = await Promise.all(texts.filter((text) => FULL.test(text)).map((text) => this.#full(text)))
    const codes = await this.#codesOf(texts.filter((text) => !FULL.test(text)))
    const kinds = await Promise.all(this.#lookups().map((look) => Promise.all(codes.map(look))))
    const whole = kinds.filter((senses) => senses.every((sense) => sense !== null))
    return new Map([
      ...full,
      ...codes.map((code, index) => [code, whole.map((senses) => senses[index] as Sense)] as const),
    ])
  }

  /** Beside two codes, "NI" is Nicaragua; alone it is Northern Ireland. */
  async #codesOf(texts: readonly string[]): Promise<readonly string[]> {
    const codes = texts.filter((text) => this.isCode(text))
    const others = texts.filter((text) => !codes.includes(text))
    if (codes.length < 2 || !others.every((text) => CODE.test(text))) return codes
    const countries = await Promise.all(texts.map((text) => this.#places.countryOfCode(text)))
    return texts.filter((text, at) => codes.includes(text) || countries[at] !== null)
  }

  /** "UK" and "UAE" are names that happen to be written in capitals. */
  isCode(text: string): boolean {
    if (FULL.test(text)) return true
    const { codeLists, furtherNames, regionsByName } = this.#vocabulary
    const isName = furtherNames.has(foldName(text)) || regionsByName.has(foldName(text))
    return CODE.test(text) && (!isName || codeLists.some(({ codes }) => codes.has(text)))
  }

  /** One per code system; only that of the given country if it has one. */
  #lookups(): readonly ((code: string) => Promise<Sense | null>)[] {
    const { country } = this.#places
    const lists = this.#vocabulary.codeLists.filter((list) => country === null || list.country === country)
    return [
      ...lists.map((list) => (code: string) => this.#listed(list, code)),
      ...(country === null || lists.length === 0 ? [(code: string) => this.#places.countryOfCode(code)] : []),
    ]
  }

  async #listed({ codes }: CodeList, code: string): Promise<Sense | null> {
    const id = codes.get(code)
    const boundary = id === undefined ? null : await this.#places.byId(id)
    return boundary === null ? null : senseOfMatch({ record: boundary, matchedName: code }, this.#vocabulary)
  }

  async #full(code: string): Promise<readonly [string, readonly Sense[]]> {
    const record = await this.#places.byId(`iso:${code}`)
    return [code, record === null ? [] : [senseOfMatch({ record, matchedName: code }, this.#vocabulary)]]
  }
}

const ROMAN = /^[IVX]+$/

/** ISO 3166-2. */
const FULL = /^[A-Z]{2}-[A-Z0-9]{1,3}$/
