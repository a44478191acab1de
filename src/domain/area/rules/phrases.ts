/** Resolves one phrase: a group, a code, a name with an optional level and context, or all units of a place. */

import type { YieldToEventLoop } from '../../../util/yield-to-event-loop.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelWord, levelRank, levelsIn } from '../../catalog/level-words.ts'
import type { Phrase } from '../text/clauses.ts'
import { proseWords, withoutEdges, withoutProse, withoutWords } from '../text/edges.ts'
import type { ListedPhrase } from '../text/listed.ts'
import { createPhraseReader, inFull, type PhraseReader, type PhraseReading } from '../text/phrase.ts'
import { isRemote } from '../text/remote.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { type PartsMeaning, PartsReader } from './country-parts.ts'
import { Groups } from './groups.ts'
import type { Item } from './item.ts'
import type { Places, Way } from './places.ts'
import type { Sense } from './sense.ts'
import { isDirection, isOnlyVague } from './vague.ts'

interface Meaning extends Pick<Item, 'senses' | 'isNarrowed' | 'every'> {
  /** The level that the phrase itself gives. */
  readonly ownLevel: LevelWord | null
}

/** The boundaries of which one must contain it; null for anywhere. */
type Inside = readonly BoundaryRecord[] | null

export class Phrases {
  readonly #places: Places
  readonly #vocabulary: Vocabulary
  readonly #patterns: ReturnType<typeof phrasePatterns>
  readonly #readings: PhraseReader
  readonly #yieldToEventLoop: YieldToEventLoop
  readonly #groups: Groups
  readonly #parts: PartsReader
  readonly #understood = new Map<string, Promise<Item>>()
  /** The description is a single word of unknown language: "Nigera" is not an inflected form of Niger. */
  readonly #isAlone: boolean

  constructor(
    places: Places,
    vocabulary: Vocabulary,
    yieldToEventLoop: YieldToEventLoop,
    description: string,
  ) {
    this.#isAlone = /^\p{Script=Latin}+$/u.test(description.trim())
    this.#yieldToEventLoop = yieldToEventLoop
    this.#places = places
    this.#vocabulary = vocabulary
    this.#patterns = phrasePatterns(vocabulary.phraseWords)
    this.#readings = remembering(createPhraseReader(vocabulary))
    this.#groups = new Groups(places, vocabulary, this.#readings, async (text) => {
      const meaning = await this.#meaning(text, null, null, false)
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
    const item: Item = {
      text,
      after,
      joint,
      level,
      senses: [],
      group: null,
      isNarrowed: false,
      isPlaced: inside !== null,
      isOffLevel: false,
      every: null,
      fault: null,
    }
    if (inside === null) {
      const contested = this.#groups.contested(text)
      if (contested !== null) return { ...item, fault: contested }
      const group = await this.#groups.named(text)
      if (group !== null && group.region.undrawable !== null)
        return {
          ...item,
          fault: `${group.region.undrawable} Name the countries or subdivisions that are meant.`.trim(),
        }
      if (group !== null) return { ...item, group, isNarrowed: true }
      const parts = this.#parts.meaningOf(text)
      if (parts !== null) return { ...item, ...(await this.#withParts(parts)), isNarrowed: true }
    }
    if (
      isDirection(text, this.#vocabulary) ||
      (!HAS_CAPITAL.test(text) && isOnlyVague(text, this.#vocabulary))
    )
      return item
    const meaning =
      (await this.#glossed(text, level, inside)) ??
      (await this.#meaning(text, level, inside, isAlone)) ??
      (await this.#withoutProse(text, level, inside, isAlone))
    if (meaning !== null)
      return {
        ...item,
        ...meaning,
        ...(await this.#ofUnits(meaning)),
        isOffLevel: !this.#saysLevel(text) && isOffLevel(level, meaning),
      }
    if (inside !== null) return item
    return { ...item, senses: await this.#places.corrected(withoutEdges(foldName(text), this.#vocabulary)) }
  }

  #saysLevel(text: string): boolean {
    return levelsIn(foldName(text), this.#vocabulary).some(
      ({ before, after }) => before === '' || after === '',
    )
  }

  /** "All parishes" of the given country. */
  async everyOne(phrase: ListedPhrase): Promise<readonly Item[]> {
    const country = phrase.level === null ? null : await this.#places.ownCountry()
    if (country === null) return []
    return [
      {
        ...phrase,
        senses: [senseOf(country)],
        group: null,
        isNarrowed: true,
        isPlaced: false,
        isOffLevel: false,
        every: phrase.level,
        fault: null,
      },
    ]
  }

  /** Whether the text as it stands is the name of a place or a group. */
  async isName(text: string): Promise<boolean> {
    if (this.#groups.isNamed(text) || this.#parts.meaningOf(text) !== null) return true
    const folded = foldName(text)
    for (const name of new Set([folded, folded.replace(this.#patterns.article, '')]))
      if (await this.#places.isName(name)) return true
    return false
  }

  async #meaning(
    text: string,
    level: LevelWord | null,
    inside: Inside,
    isAlone: boolean,
    depth = 0,
  ): Promise<Meaning | null> {
    const readings = this.#readings(text).filter(({ every, isEvery }) => every === null || isEvery || isAlone)
    const shared = sharing(readings[0], level)
    for (const [rank, way] of this.#places
      .ways(!this.#patterns.withoutCases.test(text) && !this.#isAlone)
      .entries()) {
      for (const reading of [...shared, ...readings]) {
        const { every } = reading
        // The whole of something is understood by every way in itself.
        if (
          every !== null &&
          (rank > 0 || depth >= MAX_WHOLES || (await this.#isOfLevel(way, reading, inside)))
        )
          continue
        const senses =
          every === null
            ? await this.#senses(way, reading, inside)
            : divided(await this.#whole(reading.name, inside, depth), every)
        if (senses.length === 0 || isOtherwiseCode(text, senses)) continue
        if (every === null && !(reading.level === null && senses.every(({ isOwn }) => isOwn))) {
          // "County Antrim" is not Antrim County alone, though maps write that.
          const pool = reading.level === null ? readings : [...shared, ...readings]
          const like = pool.filter((other) => isLike(reading, other))
          const found = await Promise.all(like.map((each) => this.#senses(way, each, inside)))
          const ownLevel =
            reading.level ??
            like.find((each, at) => each.level !== null && found[at].length > 0)?.level ??
            null
          const isNarrowed = ownLevel !== null || reading.context.length > 0 || inside !== null
          return { senses: unique([...senses, ...found.flat()]), isNarrowed, every, ownLevel }
        }
        const isNarrowed = reading.level !== null || reading.context.length > 0 || inside !== null
        return { senses, isNarrowed, every, ownLevel: reading.level }
      }
    }
    return null
  }

  async #senses(way: Way, reading: PhraseReading, inside: Inside): Promise<readonly Sense[]> {
    const { context } = reading
    const outer = context.length === 0 ? inside : await this.#places.contexts(context, inside)
    return outer === null && context.length > 0 ? [] : way({ ...reading, inside: outer })
  }

  /** "The counties of Kent" begin a list of counties or are Kent; "the counties of Oregon" are not Oregon County. */
  async #isOfLevel(
    way: Way,
    { name, every, isEvery, context }: PhraseReading,
    inside: Inside,
  ): Promise<boolean> {
    if (isEvery) return false
    const senses = await this.#senses(way, { name, level: every, every: null, isEvery, context }, inside)
    return senses.some(({ isOwn }) => isOwn)
  }

  /** "The counties of Minnesota" are Minnesota, "all Swiss cantons" are Switzerland. */
  async #whole(name: string, inside: Inside, depth: number): Promise<readonly Sense[]> {
    // Swiss cantons are not those of a place called "Swiss"; "Indiana" only resembles an adjective.
    const id = this.#vocabulary.adjectives.get(name)
    const country = id === undefined ? null : await this.#places.byId(id)
    if (country !== null && inside === null) return [senseOf(country)]
    const meaning = await this.#meaning(name, null, inside, false, depth + 1)
    if (meaning !== null) return meaning.senses
    const places = inside === null ? await this.#places.contexts([name], null) : null
    return (places ?? []).map(senseOf)
  }

  /** "The Products may be sold in Norway" is Norway. */
  async #withoutProse(text: string, level: LevelWord | null, inside: Inside, isAlone: boolean) {
    const count = proseWords(foldName(text), this.#vocabulary) ?? 0
    // As few words as can be: in "Licensee may operate within Grant County" the last one is a name.
    for (let cut = 1; cut <= count; cut++) {
      const rest = withoutWords(text, cut)
      const mayBegin = cut === count || /^[\p{Lu}\p{Lo}]/u.test(rest)
      const meaning = rest === '' || !mayBegin ? null : await this.#meaning(rest, level, inside, isAlone)
      if (meaning !== null) return meaning
    }
    return null
  }

  /** "Holland (the Netherlands)", "Bolivia (Plurinational State of)": the brackets say the name once more, or the rest of it. */
  async #glossed(text: string, level: LevelWord | null, inside: Inside) {
    const match = /^([^()]+)\(([^()]+)\)\s*$/u.exec(text)
    if (match === null) return null
    const [, outside, gloss] = match
    // "Washington County (CO)" says where it lies.
    if (/^\s*[A-Z]{2}\s*$/u.test(gloss)) return null
    const joined = await this.#meaning(`${gloss} ${outside}`.trim(), level, inside, false)
    if (joined !== null && joined.senses.length === 1) return joined
    const meaning = await this.#meaning(outside.trim(), level, inside, false)
    if (meaning === null) return null
    const again = await this.#meaning(withoutFormerly(gloss, this.#vocabulary), null, inside, false)
    const ids = new Set(again?.senses.map(({ boundary }) => boundary.id))
    const senses = meaning.senses.filter(({ boundary }) => ids.has(boundary.id))
    return senses.length === 0 ? null : { ...meaning, senses }
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
  isRemote(sentence: string): boolean {
    return isRemote(sentence, this.#vocabulary)
  }

  /** Whether the phrase may be the name that its author gave to a list. */
  isTitle(text: string): boolean {
    const words = wordsOf(foldName(withoutProse(text, this.#vocabulary)))
    const isNumbered = words.length === 1 && words[0].length === 1
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

/** A phrase is asked for alone, as part of a longer name, and inside of places. */
const remembering = (read: PhraseReader): PhraseReader => {
  const known = new Map<string, readonly PhraseReading[]>()
  return (text) => {
    const readings = known.get(text) ?? read(text)
    known.set(text, readings)
    return readings
  }
}

const senseOf = (boundary: BoundaryRecord): Sense => ({
  boundary,
  matchedName: boundary.name,
  isOwn: true,
  isCorrected: false,
})

/** "All counties of Texas" are the state's: Texas County has none. */
const divided = (senses: readonly Sense[], level: LevelWord): readonly Sense[] => {
  const outer = senses.filter(({ boundary }) => levelRank(level, boundary) === null)
  return outer.length === 0 ? senses : outer
}

const isLike = (reading: PhraseReading, other: PhraseReading): boolean =>
  other !== reading &&
  other.every === null &&
  (reading.level === null || other.level === reading.level) &&
  other.context.join() === reading.context.join()

const unique = (senses: readonly Sense[]): readonly Sense[] =>
  [...Map.groupBy(senses, ({ boundary }) => boundary.id).values()].map(
    (same) => same.find(({ isOwn }) => isOwn) ?? same[0],
  )

/** "All communes in the cantons of Wiltz and Clervaux" is nested once. */
const MAX_WHOLES = 2

/** Abbreviations are written in capitals: "Oz" is not OZ, a province. */
const isOtherwiseCode = (text: string, senses: readonly Sense[]): boolean =>
  /^\p{Lu}\p{Ll}$/u.test(text) && senses.every(({ matchedName }) => /^\p{Lu}{2}$/u.test(matchedName))

/** "(formerly Swaziland)". */
const withoutFormerly = (gloss: string, { glosses }: Vocabulary): string => {
  const words = foldName(gloss)
  const opening = glosses.find((each) => words.startsWith(`${each} `))
  return opening === undefined ? gloss.trim() : withoutWords(gloss.trim(), wordsOf(opening).length)
}

/** "The following states: Elko and Clark": neither is a state. */
const isOffLevel = (level: LevelWord | null, { senses, ownLevel, every }: Meaning): boolean =>
  level !== null &&
  ownLevel === null &&
  every === null &&
  senses.every(({ boundary }) => levelRank(level, boundary) === null)

const phrasePatterns = compiledOnce((words: PhraseWords) => ({
  article: new RegExp(`^${anyOf(words.articles)} `, 'u'),
  /** English has no cases: "the Balkans" are not of the province of Balkan. */
  withoutCases: new RegExp(`^${anyOf(words.articles_without_cases)}\\s`, 'iu'),
}))

/** Names have one in the scripts that have any; "the coast" is not the Coast Region of Kenya. */
const HAS_CAPITAL = /\p{Lu}|\p{Lo}/u

const sharing = (reading: PhraseReading | undefined, level: LevelWord | null): readonly PhraseReading[] =>
  reading === undefined || level === null || reading.level !== null
    ? []
    : [...inFull(reading.name, level), reading.name].map((name) => ({ ...reading, name, level }))
