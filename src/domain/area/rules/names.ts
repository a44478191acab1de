/** Turns the phrases of a list into items: rejoins names that contain "and" or a comma, and splits phrases that hold two names. */
import type { ListedPhrase } from '../text/listed.ts'
import { createSplitter, type Splitter } from '../text/split.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { type Item, isLabel, isUnderstood, NO_MEANING } from './item.ts'
import type { CodeMeanings, ListedCodes } from './listed-codes.ts'
import type { Phrases } from './phrases.ts'

export class Names {
  readonly #phrases: Phrases
  readonly #codes: ListedCodes
  readonly #split: Splitter

  constructor(phrases: Phrases, codes: ListedCodes, vocabulary: Vocabulary) {
    this.#phrases = phrases
    this.#codes = codes
    this.#split = createSplitter(vocabulary)
  }

  async read(phrases: readonly ListedPhrase[]): Promise<readonly Item[]> {
    const whole = await this.#whole(await this.#withEndings(phrases))
    const codes = await this.#codes.meanings(whole)
    const items: Item[] = []
    for (const phrase of whole)
      items.push(
        codedItem(phrase, codes) ?? (await this.#phrases.understand(phrase, null, whole.length === 1)),
      )
    const parted: Item[] = []
    for (const item of await this.#joined(items))
      parted.push(...(isUnderstood(item) ? [item] : await this.#parts(item)))
    return parted
  }

  /** "Ober- und Niederösterreich", "Noord- en Zuid-Holland": the first borrows the ending of the second. */
  async #withEndings(phrases: readonly ListedPhrase[]): Promise<readonly ListedPhrase[]> {
    const full: ListedPhrase[] = []
    for (const [index, phrase] of phrases.entries()) {
      const start = /^(.*\p{L}-)$/u.exec(phrase.text)?.[1]
      const next = phrases[index + 1]?.text
      const text = start === undefined || next === undefined ? null : await this.#ended(start, next)
      full.push(text === null ? phrase : { ...phrase, text })
    }
    return full
  }

  /** The only name that the beginning forms with an ending of the other; null if there is none or more than one. */
  async #ended(start: string, other: string): Promise<string | null> {
    const names: string[] = []
    for (let at = 1; at <= other.length - MIN_ENDING_LENGTH; at++) {
      const ending = other.slice(at)
      const name =
        other[at - 1] === '-'
          ? `${start}${ending}`
          : /^\p{Ll}/u.test(ending)
            ? `${start.slice(0, -1)}${ending}`
            : null
      if (name !== null && (await this.#phrases.isName(name))) names.push(name)
    }
    return names.length === 1 ? names[0] : null
  }

  /** "Trinidad and Tobago and Barbados": the longest runs that are names stay together. */
  async #whole(phrases: readonly ListedPhrase[]): Promise<readonly ListedPhrase[]> {
    const kept: ListedPhrase[] = []
    for (let at = 0; at < phrases.length; ) {
      const length = await this.#nameLength(phrases.slice(at, at + MAX_JOINED))
      kept.push(together(phrases.slice(at, at + length)))
      at += length
    }
    return kept
  }

  async #nameLength(phrases: readonly ListedPhrase[]): Promise<number> {
    if (this.#codes.isCode(phrases[0].text)) return 1
    const end = phrases.findIndex(({ after }, index) => index > 0 && after === 'break')
    for (let length = end === -1 ? phrases.length : end; length > 1; length--)
      if (await this.#phrases.isName(together(phrases.slice(0, length)).text)) return length
    return 1
  }

  /** "The Free and Hanseatic City of Hamburg" was split inside a name. */
  async #joined(items: readonly Item[]): Promise<readonly Item[]> {
    const joined: Item[] = []
    for (const item of items) {
      const before = joined.at(-1)
      if (before !== undefined && item.after !== 'break' && !(isUnderstood(before) && isUnderstood(item))) {
        const both = await this.#phrases.understand(together([before, item]), null)
        if (isUnderstood(both)) {
          joined[joined.length - 1] = both
          continue
        }
      }
      joined.push(item)
    }
    return joined
  }

  /** "Chile/Argentina", "Slovensko a Česko": split at a sign or word that may mean "and" if both sides are places. */
  async #parts(item: Item): Promise<readonly Item[]> {
    for (const { phrases, isLabelled } of this.#split(item)) {
      const parts: Item[] = []
      for (const phrase of phrases) {
        const part = await this.#phrases.understand({ ...phrase, level: item.level }, null)
        if (!isUnderstood(part)) break
        parts.push(part)
      }
      if (parts.length < phrases.length) continue
      return isLabelled && isLabel(parts[0], parts.slice(1)) ? parts.slice(1) : parts
    }
    return [item]
  }
}

/** Null for a phrase that is no code. */
const codedItem = (phrase: ListedPhrase, codes: CodeMeanings): Item | null => {
  const senses = codes.get(phrase.text)
  // In a text of capitals "GOA" is a name.
  if (senses === undefined || (senses.length === 0 && phrase.text.length === 3)) return null
  const fault = senses.length === 0 ? NO_CODE : null
  return { ...phrase, ...NO_MEANING, senses, isNarrowed: true, fault }
}

const NO_CODE =
  'The codes in a list must all be ISO 3166-1 codes, or all abbreviations of subdivisions of one country. Write the names instead.'

const MIN_ENDING_LENGTH = 3

/** Names such as "Bath and North East Somerset" have at most two joints. */
const MAX_JOINED = 3

const together = ([first, ...rest]: readonly ListedPhrase[]): ListedPhrase => ({
  ...first,
  text: rest.reduce((text, { joint, text: next }) => text + joint + next, first.text),
})
