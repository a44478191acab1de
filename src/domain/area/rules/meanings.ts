/** What a phrase may mean: boundaries by a code or a name, with a level and a context, or all units of a place. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { isLarge, type LevelWord, levelRank } from '../../catalog/level-words.ts'
import { unelided } from '../../catalog/spellings.ts'
import { proseWords, withoutEdges, withoutWords } from '../text/edges.ts'
import { createLeadIns } from '../text/lead-ins.ts'
import { placeOfAdjective, saysLevel } from '../text/levels.ts'
import { inFull, type PhraseReader, type PhraseReading } from '../text/phrase.ts'
import { anyOf, compiledOnce, wholeWords } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import type { Item } from './item.ts'
import type { Places, SenseLookup } from './places.ts'
import { liesStrictlyIn, type Sense, senseOf } from './sense.ts'

export interface Meaning extends Pick<Item, 'senses' | 'isNarrowed' | 'every'> {
  /** The level that the phrase itself gives. */
  readonly ownLevel: LevelWord | null
  /** Without prose, where the phrase has some. */
  readonly named?: string
}

/** The boundaries of which one must contain it; null for anywhere. */
export type Inside = readonly BoundaryRecord[] | null

export class Meanings {
  readonly #places: Places
  readonly #vocabulary: Vocabulary
  readonly #readings: PhraseReader
  readonly #description: string
  /** The description is a single word of unknown language, or in one without cases: "Nigera" is not an inflected form of Niger. */
  readonly #isWithoutCases: boolean
  /** Portuguese "no" before a name; null where the description is in another language. */
  readonly #inThe: RegExp | null

  constructor(places: Places, vocabulary: Vocabulary, readings: PhraseReader, description: string) {
    this.#places = places
    this.#vocabulary = vocabulary
    this.#readings = readings
    this.#description = description.trimStart()
    this.#isWithoutCases =
      /^\p{Script=Latin}+$/u.test(description.trim()) ||
      withoutCasesOf(vocabulary.phraseWords).test(description)
    const { words, beside, apart } = inThePatterns(vocabulary.phraseWords)
    this.#inThe = beside.test(description) && !apart.test(description) ? words : null
  }

  async of(
    text: string,
    level: LevelWord | null,
    inside: Inside,
    isAlone: boolean,
    depth = 0,
  ): Promise<Meaning | null> {
    const readings = this.#readings(text).filter(({ every, isEvery }) => every === null || isEvery || isAlone)
    const shared = sharing(readings[0], level)
    for (const [rank, way] of this.#places.ways(!this.#isWithoutCases || !LATIN.test(text)).entries()) {
      for (const reading of [...shared, ...readings]) {
        const { every } = reading
        // The whole of something is understood by every way in itself.
        if (
          every !== null &&
          (rank > 0 || depth >= MAX_WHOLES || (await this.#isOfLevel(way, reading, inside, isAlone)))
        )
          continue
        const senses =
          every === null
            ? await this.#senses(way, reading, inside)
            : await this.#divided(await this.#whole(reading, inside, depth), every)
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
    return this.#ofTerritory(text, inside)
  }

  async #senses(way: SenseLookup, reading: PhraseReading, inside: Inside): Promise<readonly Sense[]> {
    const { context } = reading
    const outer = context.length === 0 ? inside : await this.#places.contexts(context, inside)
    return outer === null && context.length > 0 ? [] : way({ ...reading, inside: outer })
  }

  /**
   * "The counties of Kent" begin a list of counties or are Kent; "the counties of Oregon" are not Oregon County, and "all of the states of
   * Florida, …" not the parts of a Florida.
   */
  async #isOfLevel(
    way: SenseLookup,
    { name, every, isEvery, context }: PhraseReading,
    inside: Inside,
    isAlone: boolean,
  ): Promise<boolean> {
    if (isEvery && isAlone) return false
    const senses = await this.#senses(way, { name, level: every, every: null, isEvery, context }, inside)
    return senses.some(({ isOwn }) => isOwn)
  }

  /** "The counties of Minnesota" are Minnesota, "all Swiss cantons" are Switzerland. */
  async #whole(
    { name, context }: PhraseReading,
    outermost: Inside,
    depth: number,
  ): Promise<readonly Sense[]> {
    const inside = context.length === 0 ? outermost : await this.#places.contexts(context, outermost)
    if (inside === null && context.length > 0) return []
    // Swiss cantons are not those of a place called "Swiss"; "Indiana" only resembles an adjective.
    const id = this.#vocabulary.adjectives.get(name)
    const country = id === undefined ? null : await this.#places.byId(id)
    if (country !== null && inside === null) return [senseOf(country)]
    const meaning = await this.of(name, null, inside, false, depth + 1)
    if (meaning !== null) return meaning.senses
    const places = inside === null ? await this.#places.contexts([name], null) : null
    return (places ?? []).map(senseOf)
  }

  /** "All counties of Texas" are the state's: Texas County has none. "Every county of Georgia": the country has none. */
  async #divided(senses: readonly Sense[], level: LevelWord): Promise<readonly Sense[]> {
    const outer = senses.filter(({ boundary }) => levelRank(level, boundary) === null)
    const left = outer.length === 0 ? senses : outer
    if (left.length < 2) return left
    const divided: Sense[] = []
    for (const sense of left) if (await this.#places.hasUnits(sense.boundary, level)) divided.push(sense)
    return divided.length === 0 ? left : divided
  }

  /** "The Products may be sold in Norway" is Norway, with the words that name it. */
  async withoutProse(
    text: string,
    level: LevelWord | null,
    inside: Inside,
    isAlone: boolean,
  ): Promise<Meaning | null> {
    if (this.#inThe?.test(text) === true) {
      const rest = text.replace(this.#inThe, '')
      const meaning = await this.of(rest, level, inside, isAlone)
      return meaning === null ? null : { ...meaning, named: rest }
    }
    const count = proseWords(foldName(text), this.#vocabulary) ?? 0
    const { mayDrop, isOfGrantor } = createLeadIns(this.#vocabulary)
    const prose = text.slice(0, text.length - withoutWords(text, count).length)
    // "w/o" is not "o".
    if (
      !mayDrop(prose, true) ||
      isOfGrantor(prose, this.#description.startsWith(text)) ||
      /\p{L}\/\p{L}/u.test(prose)
    )
      return null
    // As few words as can be: in "Licensee may operate within Grant County" the last one is a name.
    for (let cut = 1; cut <= count; cut++) {
      const rest = withoutWords(text, cut)
      const mayBegin = cut === count || /^[\p{Lu}\p{Lo}]/u.test(rest)
      const meaning = rest === '' || !mayBegin ? null : await this.of(rest, level, inside, isAlone)
      if (meaning !== null) return { ...meaning, named: rest }
    }
    return null
  }

  /** "Il territorio italiano", "the entire Spanish territory": the country. */
  async #ofTerritory(text: string, inside: Inside): Promise<Meaning | null> {
    if (inside !== null) return null
    const words = wordsOf(foldName(unelided(text, this.#vocabulary)))
    const at = words.findIndex((word) => territoryNoun(this.#vocabulary.phraseWords).test(word))
    if (at === -1) return null
    const adjective = at === words.length - 1 ? words[at - 1] : words[at + 1]
    const around = words.filter((word, index) => index !== at && word !== adjective).join(' ')
    const id = adjective === undefined ? null : placeOfAdjective(adjective, this.#vocabulary)
    const country = id === null ? null : await this.#places.byId(id)
    return country === null || withoutEdges(around, this.#vocabulary) !== ''
      ? null
      : { senses: [senseOf(country)], isNarrowed: true, every: null, ownLevel: null }
  }

  /**
   * "Holland (the Netherlands)", "Bolivia (Plurinational State of)": the brackets say the name once more, or the rest of it. Null
   * where they say what contains it: "Iowa County (Iowa)".
   */
  async glossed(text: string, level: LevelWord | null, inside: Inside) {
    const match = /^([^()]+)\(([^()]+)\)\s*$/u.exec(text)
    if (match === null) return null
    const [, outside, gloss] = match
    const meaning = await this.of(outside.trim(), level, inside, false)
    const [, code] = /^\s*(\d[\dAB]|[A-Z]{2}(?:-[A-Z\d]{1,3})?)\s*$/u.exec(gloss) ?? []
    // "Utah (UT)" and "Utah (US-UT)" are the state, "Finistère (29)" the department; "Washington County (CO)" says where it lies.
    if (code !== undefined)
      return meaning === null
        ? null
        : ofCode(meaning, code, level !== null || saysLevel(outside, this.#vocabulary))
    const again = await this.of(withoutFormerly(gloss, this.#vocabulary), null, inside, false)
    const named = again?.senses.map(({ boundary }) => boundary) ?? []
    const isInIt = meaning?.senses.some(({ boundary }) => liesStrictlyIn(boundary, named)) ?? false
    if (isInIt && saysLevel(outside, this.#vocabulary)) return null
    const joined = await this.of(`${gloss} ${outside}`.trim(), level, inside, false)
    if (joined !== null && joined.senses.length === 1) return joined
    if (meaning === null) return null
    const ids = new Set(named.map(({ id }) => id))
    const senses = meaning.senses.filter(({ boundary }) => ids.has(boundary.id))
    return senses.length === 0 ? null : { ...meaning, senses }
  }
}

/**
 * The sense that has the code as ISO 3166, alone or behind its country: "UT" in US-UT. Letters behind a name without a level name the largest
 * units only: "Milan (MI)" is the city in the province.
 */
const ofCode = (meaning: Meaning, code: string, isOfLevel: boolean): Meaning | null => {
  const senses = meaning.senses.filter(
    ({ boundary }) =>
      (boundary.iso === code || boundary.iso?.endsWith(`-${code}`) === true) &&
      (isOfLevel || /\d|-/u.test(code) || isLarge(boundary)),
  )
  return senses.length === 0 ? null : { ...meaning, senses, isNarrowed: true }
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

const LATIN = /^[^\p{L}]*(?:\p{Script=Latin}[^\p{L}]*)*$/u

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

/** English has no cases: "the Balkans" are not of the province of Balkan, and "both Samoas" are two. */
const withoutCasesOf = compiledOnce((words: PhraseWords) => wholeWords(words.words_without_cases))

const inThePatterns = compiledOnce((words: PhraseWords) => ({
  words: new RegExp(`^${anyOf(words.in_the)}\\s+`, 'iu'),
  beside: wholeWords(words.in_the_beside),
  apart: wholeWords(words.in_the_apart),
}))

const territoryNoun = compiledOnce(
  (words: PhraseWords) => new RegExp(`^${anyOf(words.territory_nouns.map(foldName))}$`, 'u'),
)

const sharing = (reading: PhraseReading | undefined, level: LevelWord | null): readonly PhraseReading[] =>
  reading === undefined || level === null || reading.level !== null
    ? []
    : [...inFull(reading.name, level), reading.name].map((name) => ({ ...reading, name, level }))
