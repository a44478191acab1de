/** The clauses of a description as items: names put together again, levels and contexts shared along a list. */
import { foldName } from '../../catalog/fold.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { withoutEdges } from '../text/edges.ts'
import { levelOfList } from '../text/levels.ts'
import { createSplitter, type Splitter } from '../text/split.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'
import { placedInContexts } from './contexts.ts'
import { CODE, type Item, isUnderstood, mayLieIn, type ReadClause } from './item.ts'
import type { Phrases } from './phrases.ts'

export class Lists {
  readonly #phrases: Phrases
  readonly #vocabulary: Vocabulary
  readonly #split: Splitter

  constructor(phrases: Phrases, vocabulary: Vocabulary) {
    this.#phrases = phrases
    this.#vocabulary = vocabulary
    this.#split = createSplitter(vocabulary)
  }

  async read(clauses: readonly Clause[], signal?: AbortSignal): Promise<readonly ReadClause[]> {
    const read: ReadClause[] = []
    /** The level of which the last clause has every one, or a list. */
    let every: LevelWord | null = null
    for (const clause of clauses) {
      signal?.throwIfAborted()
      const phrases = await this.#named(clause.phrases)
      const level: LevelWord | null =
        this.#sharedLevel(clause.phrases) ?? (clause.role === 'exclude' || clause.isListed ? every : null)
      const items: readonly Item[] =
        phrases.length === 0 && read.length === 0
          ? await this.#everyOne(clause.phrases[0], level)
          : await this.#items(clause.role, phrases, level, read.length === 0)
      const label = clause.isListed ? read.at(-1) : undefined
      if (label?.items.length === 1 && isLabel(label.items[0], items)) read.pop()
      read.push({ role: clause.role, from: clause.from, items })
      every = items.find((item) => item.every !== null)?.every ?? level
    }
    return read.filter(({ items }) => items.length > 0)
  }

  async #items(
    role: Clause['role'],
    phrases: readonly Phrase[],
    level: LevelWord | null,
    isFirst: boolean,
  ): Promise<readonly Item[]> {
    const whole = await this.#wholeNames(
      sharingTails(phrases).flatMap((phrase, index) => (index === 0 ? [phrase] : this.#placed(phrase))),
    )
    const items: Item[] = []
    for (const phrase of whole) items.push(await this.#phrases.understand(phrase, { level, inside: null }))
    const parted = await this.#parted(await this.#joined(items, level), level)
    // "Except for Bavaria, all of Germany": Germany is not said of Bavaria.
    if (isFirst && role === 'exclude') return parted
    return placedInContexts(this.#phrases, role, parted, level)
  }

  /** "All parishes except Canillo": those of the country that the author gave. */
  async #everyOne(phrase: Phrase, level: LevelWord | null): Promise<readonly Item[]> {
    const item = level === null ? null : await this.#phrases.wholeCountry(phrase, level)
    return item === null ? [] : [item]
  }

  async #named(phrases: readonly Phrase[]): Promise<readonly Phrase[]> {
    const empty = await Promise.all(
      phrases.map(async ({ text }) => this.#isLevel(text) && !(await this.#phrases.isName(text))),
    )
    return phrases.filter((_, index) => !empty[index])
  }

  /** "The following", "all counties": no name of its own. "Landes" is one all the same. */
  #isLevel(text: string): boolean {
    if (CODE.test(text)) return false
    const bare = withoutEdges(foldName(text), this.#vocabulary)
    return bare === '' || this.#vocabulary.levels.some(({ word }) => word === bare)
  }

  #sharedLevel(phrases: readonly Phrase[]): LevelWord | null {
    if (phrases.length < 2 && !phrases.some(({ text }) => this.#isLevel(text))) return null
    for (const { text } of phrases) {
      const found = levelOfList(withoutEdges(foldName(text), this.#vocabulary), this.#vocabulary)
      if (found !== null) return found.level
    }
    return null
  }

  /** "Lake counties in Illinois": what follows the level holds for the whole list, as after a comma. */
  #placed(phrase: Phrase): readonly Phrase[] {
    const words = phrase.text.split(' ')
    const at = words.findIndex(
      (word, index) =>
        this.#vocabulary.inside.includes(foldName(word)) &&
        levelOfList(foldName(words.slice(0, index).join(' ')), this.#vocabulary)?.after === '',
    )
    const isList =
      at > 0 &&
      at < words.length - 1 &&
      withoutEdges(words.slice(0, at - 1).join(' '), this.#vocabulary) !== ''
    if (!isList) return [phrase]
    return [
      { ...phrase, text: words.slice(0, at).join(' ') },
      { text: words.slice(at + 1).join(' '), after: 'comma', joint: ', ' },
    ]
  }

  /** "Trinidad and Tobago and Barbados": the longest names that are places stay together. */
  async #wholeNames(phrases: readonly Phrase[]): Promise<readonly Phrase[]> {
    const kept: Phrase[] = []
    for (let at = 0; at < phrases.length; at++) {
      const length = await this.#nameLength(phrases.slice(at, at + MOST_JOINED))
      kept.push(together(phrases.slice(at, at + length)))
      at += length - 1
    }
    return kept
  }

  async #nameLength(phrases: readonly Phrase[]): Promise<number> {
    if (CODE.test(phrases[0].text)) return 1
    const end = phrases.findIndex(({ after }, index) => index > 0 && after === 'break')
    for (let length = end === -1 ? phrases.length : end; length > 1; length--)
      if (await this.#phrases.isName(together(phrases.slice(0, length)).text)) return length
    return 1
  }

  /** "The Free and Hanseatic City of Hamburg" was parted where no name ends. */
  async #joined(items: readonly Item[], level: LevelWord | null): Promise<readonly Item[]> {
    const joined: Item[] = []
    for (const item of items) {
      const before = joined.at(-1)
      if (before !== undefined && item.after !== 'break' && !(isUnderstood(before) && isUnderstood(item))) {
        const both = await this.#phrases.understand(together([before, item]), { level, inside: null })
        if (isUnderstood(both)) {
          joined[joined.length - 1] = both
          continue
        }
      }
      joined.push(item)
    }
    return joined
  }

  /** "Chile/Argentina", "Slovensko a Česko": parted where a word or a sign may be "and", when both sides are places. */
  async #parted(items: readonly Item[], level: LevelWord | null): Promise<readonly Item[]> {
    const parted: Item[] = []
    for (const item of items) parted.push(...(isUnderstood(item) ? [item] : await this.#parts(item, level)))
    return parted
  }

  async #parts(item: Item, level: LevelWord | null): Promise<readonly Item[]> {
    for (const { phrases, isLabelled } of this.#split(item)) {
      const parts: Item[] = []
      for (const phrase of phrases) {
        const part = await this.#phrases.understand(phrase, { level, inside: null })
        if (!isUnderstood(part)) break
        parts.push(part)
      }
      if (parts.length < phrases.length) continue
      return isLabelled && isLabel(parts[0], parts.slice(1)) ? parts.slice(1) : parts
    }
    return [item]
  }
}

/** "Bath and North East Somerset" has one "and", "St. Vincent and the Grenadines" too; three phrases are enough. */
const MOST_JOINED = 3

const together = (phrases: readonly Phrase[]): Phrase => {
  const [first, ...rest] = phrases
  return { ...first, text: rest.reduce((text, each) => text + each.joint + each.text, first.text) }
}

/** "South Africa: Western Cape and Limpopo", "Sales zone 3: …": it says what the list is of, or names it. */
const isLabel = (label: Item, items: readonly Item[]): boolean =>
  items.length > 0 &&
  (!isUnderstood(label) || items.every((item) => isUnderstood(item) && mayLieIn(item, label)))

/** "North and South Dakota". */
const sharingTails = (phrases: readonly Phrase[]): readonly Phrase[] =>
  phrases.map((phrase, index) => {
    const tail = new RegExp(`^(?:${SIDES}) (.+)$`, 'iu').exec(phrases[index + 1]?.text ?? '')
    return tail !== null && new RegExp(`^(?:the )?(?:${SIDES})$`, 'iu').test(phrase.text)
      ? { ...phrase, text: `${phrase.text} ${tail[1]}` }
      : phrase
  })

const SIDES = 'North|South|East|West|Upper|Lower|Northern|Southern|Eastern|Western|Inner|Outer|Greater|Lesser'
