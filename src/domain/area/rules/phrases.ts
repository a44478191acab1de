/** Resolves one phrase: a group, parts of a country, or what `meanings.ts` finds. */

import type { YieldToEventLoop } from '../../../util/yield-to-event-loop.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { isLarge, type LevelWord, levelRank } from '../../catalog/level-words.ts'
import type { Phrase } from '../text/clauses.ts'
import { withoutEdges, withoutProse } from '../text/edges.ts'
import { createLeadIns } from '../text/lead-ins.ts'
import { saysLevel } from '../text/levels.ts'
import { type ListedPhrase, lonePhrase } from '../text/listed.ts'
import { createPhraseReader, type PhraseReader, type PhraseReading } from '../text/phrase.ts'
import { isRemote } from '../text/remote.ts'
import { isDirection, isOnlyVague } from '../text/vague.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords, SentenceWords } from '../word-lists.ts'
import { type PartsMeaning, PartsReader } from './country-parts.ts'
import { Groups } from './groups.ts'
import { type Item, mayMean, NO_MEANING } from './item.ts'
import { type Inside, type Meaning, Meanings } from './meanings.ts'
import type { Places } from './places.ts'
import { type Sense, senseOf } from './sense.ts'

export class Phrases {
  readonly #places: Places
  readonly #vocabulary: Vocabulary
  readonly #article: RegExp
  readonly #meanings: Meanings
  readonly #yieldToEventLoop: YieldToEventLoop
  readonly #groups: Groups
  readonly #parts: PartsReader
  readonly #understood = new Map<string, Promise<Item>>()

  constructor(
    places: Places,
    vocabulary: Vocabulary,
    yieldToEventLoop: YieldToEventLoop,
    description: string,
  ) {
    this.#yieldToEventLoop = yieldToEventLoop
    this.#places = places
    this.#vocabulary = vocabulary
    this.#article = articleOf(vocabulary.phraseWords)
    const readings = remembering(createPhraseReader(vocabulary))
    this.#meanings = new Meanings(places, vocabulary, readings, description)
    this.#groups = new Groups(places, vocabulary, readings, async (text) => {
      const meaning = await this.#meanings.of(text, null, null, false)
      return (meaning?.senses ?? []).map(({ boundary }) => boundary)
    })
    this.#parts = new PartsReader(vocabulary, description)
  }

  /** @param isAlone no other phrase is listed with it: "the counties of Oregon" means all of them */
  async understand(phrase: ListedPhrase, inside: Inside, isAlone = false): Promise<Item> {
    // Memoized phrases would never wait otherwise.
    await this.#yieldToEventLoop()
    const { text, level, after, joint, isOuter } = phrase
    // A group of fifty members is one phrase and is looked up for each of them.
    const key = `${level?.word} ${isAlone} ${text}`
    const known = inside === null ? this.#understood.get(key) : undefined
    const understood = known ?? this.#understand(phrase, inside, isAlone)
    if (inside === null) this.#understood.set(key, understood)
    return { ...(await understood), after, joint, ...(isOuter === true ? { isOuter } : {}) }
  }

  async #understand(
    { text, after, joint, level }: ListedPhrase,
    inside: Inside,
    isAlone: boolean,
  ): Promise<Item> {
    const item: Item = { ...NO_MEANING, text, after, joint, level, isPlaced: inside !== null }
    if (inside === null) {
      // "The territory is MENA".
      const contested =
        this.#groups.contested(text) ?? this.#groups.contested(withoutProse(text, this.#vocabulary))
      if (contested !== null) return { ...item, fault: contested }
      const group = await this.#groups.named(text)
      if (group !== null && group.region.undrawable !== null)
        return {
          ...item,
          fault: `${group.region.undrawable} Name the countries or subdivisions that you mean.`.trim(),
        }
      if (group !== null) return { ...item, group, isNarrowed: true }
      const parts = this.#parts.meaningOf(text)
      if (parts !== null) return { ...item, ...(await this.#withParts(parts)), isNarrowed: true }
    }
    if (
      isDirection(text, this.#vocabulary) ||
      (!hasCapital(text, this.#vocabulary) &&
        isOnlyVague(text, this.#vocabulary) &&
        !(saysLevel(text, this.#vocabulary) && (await this.#places.isName(foldName(text)))))
    )
      return item
    const glossed = await this.#meanings.glossed(text, level, inside)
    // "The area comprises DE-SH" is not "SH".
    if (glossed === null && HOLDS_CODE.test(text)) return item
    const meaning =
      glossed ??
      (await this.#meanings.of(text, level, inside, isAlone)) ??
      (await this.#meanings.withoutProse(text, level, inside, isAlone))
    if (meaning !== null)
      return {
        ...item,
        ...meaning,
        ...(await this.#ofUnits(meaning)),
        isOffLevel: !saysLevel(text, this.#vocabulary) && isOffLevel(level, meaning),
      }
    if (inside !== null) return item
    const bare = withoutEdges(foldName(text), this.#vocabulary)
    // "German" is no slip of "Germany".
    const corrected = this.#vocabulary.adjectives.has(bare) ? [] : await this.#places.corrected(bare)
    // A letter with a mark is no slip of one without: "Grünlandia" is not Grenlandia.
    const marked = text.toLowerCase().match(/[^\p{ASCII}\P{L}]/gu) ?? []
    return {
      ...item,
      senses: corrected.filter(({ matchedName }) =>
        marked.every((letter) => matchedName.toLowerCase().includes(letter)),
      ),
    }
  }

  /** "All parishes" of the given country. */
  async everyOne(phrase: ListedPhrase): Promise<readonly Item[]> {
    const country = phrase.level === null ? null : await this.#places.ownCountry()
    if (country === null) return []
    const senses = [senseOf(country)]
    return [{ ...phrase, ...NO_MEANING, senses, isNarrowed: true, every: phrase.level }]
  }

  /** Whether the text as it stands is the name of a place or a group. */
  async isName(text: string): Promise<boolean> {
    if (this.isGroup(text)) return true
    const folded = foldName(text)
    for (const name of new Set([folded, folded.replace(this.#article, '')]))
      if (await this.#places.isName(name)) return true
    return false
  }

  /** Whether the text is the name of a group, a country, or a state or region of one. */
  async isLargeName(text: string): Promise<boolean> {
    if (!(await this.isName(text))) return false
    const item = await this.understand(lonePhrase(text), null)
    return mayMean(item).some(isLarge)
  }

  /** The boundary of an id of the vocabulary; null if the catalog lacks it. */
  place(id: string): Promise<BoundaryRecord | null> {
    return this.#places.byId(id)
  }

  /** Whether it names a group, or parts of a country: "its territories". */
  isGroup(text: string): boolean {
    return this.#groups.isNamed(text) || this.#parts.meaningOf(text) !== null
  }

  /** "Its overseas departments and territories" are one phrase. */
  withPartsTogether(phrases: readonly Phrase[]): readonly Phrase[] {
    const kept: Phrase[] = []
    for (const phrase of phrases) {
      const before = kept.at(-1)
      const together = before === undefined ? '' : before.text + phrase.joint + phrase.text
      if (before !== undefined && phrase.after !== 'break' && this.#parts.meaningOf(together) !== null)
        kept[kept.length - 1] = { ...before, text: together }
      else kept.push(phrase)
    }
    return kept
  }

  /** "All states of the United States": without the territories. */
  async #ofUnits({ every, senses }: Meaning): Promise<Partial<Item>> {
    const [{ boundary }, ...others] = senses
    const units = every === null || others.length > 0 ? null : this.#parts.unitsOf(boundary, every)
    return units === null ? {} : this.#withParts(units)
  }

  async #withParts(meaning: PartsMeaning): Promise<Pick<Item, 'fault' | 'group'>> {
    const group = typeof meaning === 'string' ? null : await this.#groups.ofRegion(meaning)
    return { group, fault: typeof meaning === 'string' ? meaning : null }
  }

  /** Whether it is a word of contracts: "Products", "Licensee". */
  isProse(word: string): boolean {
    return this.#vocabulary.prose.has(foldName(word))
  }

  /** Whether the sentence has nothing that may be a place, but for its first words. */
  isRemote(sentence: string, isOpen = false): boolean {
    return isRemote(sentence, this.#vocabulary, isOpen)
  }

  /** What a title says of where its list lies: "Sales representative for Italy". */
  async placesInTitle(text: string): Promise<readonly BoundaryRecord[]> {
    const places: BoundaryRecord[] = []
    for (const [, name] of text.matchAll(placedPattern(this.#vocabulary.sentenceWords)))
      if (await this.isName(name)) places.push(...mayMean(await this.understand(lonePhrase(name), null)))
    return places
  }

  /** Whether the phrase may be the name that its author gave to a list. */
  isTitle(text: string): boolean {
    const words = wordsOf(foldName(withoutProse(text, this.#vocabulary)))
    const isNumbered = words.length === 1 && words[0].length === 1
    if (createLeadIns(this.#vocabulary).isTopic(text)) return false
    // "From 1 January 2027: …" says when.
    if (words.some((word) => YEAR.test(word))) return false
    return (
      isNumbered ||
      words.some((word) => this.#vocabulary.titles.has(word) || /\d/.test(word) || /^[ivx]+$/.test(word))
    )
  }

  /** Whether the phrase is a name without a list that says what belongs to it. */
  isContested(text: string): boolean {
    return this.#groups.contested(text) !== null
  }
}

/** A phrase is looked up alone, as part of a longer name, and inside places. */
const remembering = (read: PhraseReader): PhraseReader => {
  const known = new Map<string, readonly PhraseReading[]>()
  return (text) => {
    const readings = known.get(text) ?? read(text)
    known.set(text, readings)
    return readings
  }
}

/** "The following states: Elko and Clark": neither is a state. */
const isOffLevel = (level: LevelWord | null, { senses, ownLevel, every }: Meaning): boolean =>
  level !== null &&
  ownLevel === null &&
  every === null &&
  senses.every((sense) => levelRank(level, sense.boundary) === null && (level.many || !isBesideOne(sense)))

/** "Woj. lubelskie i Litwa", "the canton of Geneva and Savoie": not "woj. lubelskie i nadmorskie", what Poles call a part of Benin. */
const isBesideOne = ({ boundary: { kind, name, names }, matchedName }: Sense): boolean =>
  kind === 'country' || [name, names.en].includes(matchedName)

/** ISO 3166-2, which `ListedCodes` reads. */
const HOLDS_CODE = /(?<![\p{L}\p{N}-])[A-Z]{2}-[A-Z0-9]{2,3}(?![\p{L}\p{N}-])/u

/** Names have one in the scripts that have any; "the coast" is not the Coast Region of Kenya. */
const YEAR = /^(?:19|20)\d\d$/

const hasCapital = (text: string, { fillers }: Pick<Vocabulary, 'fillers'>): boolean =>
  text.split(/\s+/u).some((word) => /\p{Lu}|\p{Lo}/u.test(word) && !fillers.has(foldName(word)))

const placedPattern = compiledOnce(
  ({ placed_by, copulas }: SentenceWords) =>
    new RegExp(
      `(?<!\\p{L})${anyOf([...placed_by, ...copulas])}\\s+(\\p{Lu}[\\p{L}’'-]*(?:\\s\\p{Lu}[\\p{L}’'-]*)*)`,
      'gu',
    ),
)

const articleOf = compiledOnce((words: PhraseWords) => new RegExp(`^${anyOf(words.articles)} `, 'u'))
