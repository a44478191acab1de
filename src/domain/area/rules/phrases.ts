/** What one phrase means: a group, a code, a name with or without a level and a context, the whole of something. */

import type { GiveWay } from '../../../util/give-way.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { proseWords, withoutEdges } from '../text/edges.ts'
import { CODE, type ListedPhrase } from '../text/listed.ts'
import { createPhraseReader, inFull, type PhraseReader, type PhraseReading } from '../text/phrase.ts'
import type { LevelWord, Region, Vocabulary } from '../vocabulary.ts'
import type { Group, Item } from './item.ts'
import type { Places, Way } from './places.ts'
import type { Sense } from './sense.ts'
import { isOnlyVague } from './vague.ts'

/** Where it must lie: in one of these, or anywhere. */
type Inside = readonly BoundaryRecord[] | null

export class Phrases {
  readonly #places: Places
  readonly #vocabulary: Vocabulary
  readonly #readings: PhraseReader
  readonly #giveWay: GiveWay

  constructor(places: Places, vocabulary: Vocabulary, giveWay: GiveWay) {
    this.#giveWay = giveWay
    this.#places = places
    this.#vocabulary = vocabulary
    this.#readings = remembering(createPhraseReader(vocabulary))
  }

  async understand(phrase: ListedPhrase, inside: Inside): Promise<Item> {
    // What is remembered of the catalog waits for nothing.
    await this.#giveWay()
    const { text, after, joint, level } = phrase
    const item: Item = { text, after, joint, level, senses: [], group: null, isNarrowed: false, every: null }
    if (inside === null) {
      const group = await this.#group(text)
      if (group !== null) return { ...item, group, isNarrowed: true }
      const coded = CODE.test(text) ? await this.#places.coded(text) : []
      if (coded.length > 0) return { ...item, senses: coded, isNarrowed: true }
    }
    if (!HAS_CAPITAL.test(text) && isOnlyVague(text, this.#vocabulary)) return item
    const meaning =
      (await this.#meaning(text, level, inside)) ?? (await this.#withoutProse(text, level, inside))
    if (meaning !== null) return { ...item, ...meaning }
    if (inside !== null) return item
    return { ...item, senses: await this.#places.corrected(withoutEdges(foldName(text), this.#vocabulary)) }
  }

  /** "All parishes" of the country that the author gave. */
  async everyOne(phrase: ListedPhrase): Promise<readonly Item[]> {
    const country = phrase.level === null ? null : await this.#places.ownCountry()
    if (country === null) return []
    return [{ ...phrase, senses: [senseOf(country)], group: null, isNarrowed: true, every: phrase.level }]
  }

  /** Whether the text as it stands is the name of a place or a group. */
  async isName(text: string): Promise<boolean> {
    if (this.#region(text) !== undefined) return true
    const folded = foldName(text)
    for (const name of new Set([folded, withoutEdges(folded, this.#vocabulary)]))
      if (await this.#places.isName(name)) return true
    return false
  }

  async #meaning(
    text: string,
    level: LevelWord | null,
    inside: Inside,
    depth = 0,
  ): Promise<Pick<Item, 'senses' | 'isNarrowed' | 'every'> | null> {
    const readings = this.#readings(text)
    const shared = sharing(readings[0], level)
    for (const [rank, way] of this.#places.ways(!ENGLISH.test(text)).entries()) {
      for (const reading of [...shared, ...readings]) {
        const { every } = reading
        // The whole of something is understood by every way in itself.
        if (every !== null && (rank > 0 || depth >= MOST_WHOLES)) continue
        const senses =
          every === null
            ? await this.#senses(way, reading, inside)
            : divided(await this.#whole(reading.name, inside, depth), every)
        if (senses.length === 0 || isOtherwiseCode(text, senses)) continue
        const isNarrowed = reading.kinds !== null || reading.context.length > 0 || inside !== null
        return { senses, isNarrowed, every }
      }
    }
    return null
  }

  async #senses(way: Way, reading: PhraseReading, inside: Inside): Promise<readonly Sense[]> {
    const { context } = reading
    const outer = context.length === 0 ? inside : await this.#places.contexts(context, inside)
    return outer === null && context.length > 0 ? [] : way({ ...reading, inside: outer })
  }

  /** "The counties of Minnesota" are Minnesota, "all Swiss cantons" are Switzerland. */
  async #whole(name: string, inside: Inside, depth: number): Promise<readonly Sense[]> {
    // Swiss cantons are not those of a place called "Swiss"; "Indiana" only resembles an adjective.
    const id = this.#vocabulary.adjectives.get(name)
    const country = id === undefined ? null : await this.#places.byId(id)
    if (country !== null && inside === null) return [senseOf(country)]
    const meaning = await this.#meaning(name, null, inside, depth + 1)
    if (meaning !== null) return meaning.senses
    const places = inside === null ? await this.#places.contexts([name], null) : null
    return (places ?? []).map(senseOf)
  }

  /** "The Products may be sold in Norway" is Norway. */
  async #withoutProse(text: string, level: LevelWord | null, inside: Inside) {
    const count = proseWords(foldName(text), this.#vocabulary)
    const rest = count === null ? '' : withoutWords(text, count)
    return rest === '' ? null : this.#meaning(rest, level, inside)
  }

  async #group(text: string): Promise<Group | null> {
    const region = this.#region(text)
    if (region === undefined) return null
    const [members, except] = await Promise.all([this.#records(region.members), this.#records(region.except)])
    return members === null || except === null ? null : { region, members, except }
  }

  #region(text: string): Region | undefined {
    return this.#readings(text)
      .filter(({ context }) => context.length === 0)
      .map(({ name }) => this.#vocabulary.regionsByName.get(name))
      .find((region) => region !== undefined)
  }

  /** Null when the catalog lacks one: half a group is not the group. */
  async #records(ids: readonly string[]): Promise<readonly BoundaryRecord[] | null> {
    const records = await Promise.all(ids.map((id) => this.#places.byId(id)))
    return records.every((record) => record !== null) ? records : null
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
  isCorrected: false,
})

/** "All counties of Texas" are the state's: Texas County has none. */
const divided = (senses: readonly Sense[], { kinds }: LevelWord): readonly Sense[] => {
  const outer = senses.filter(({ boundary }) => boundary.kind !== kinds[0])
  return outer.length === 0 ? senses : outer
}

/** "All communes in the cantons of Wiltz and Clervaux" is nested once. */
const MOST_WHOLES = 2

/** Abbreviations are written in capitals: "Oz" is not OZ, a province. */
const isOtherwiseCode = (text: string, senses: readonly Sense[]): boolean =>
  /^\p{Lu}\p{Ll}$/u.test(text) && senses.every(({ matchedName }) => /^\p{Lu}{2}$/u.test(matchedName))

/** English has no cases: "the Balkans" are not of the province of Balkan. */
const ENGLISH = /^the\s/iu

/** Names have one in the scripts that have any; "the coast" is not the Coast Region of Kenya. */
const HAS_CAPITAL = /\p{Lu}|\p{Lo}/u

const sharing = (reading: PhraseReading | undefined, level: LevelWord | null): readonly PhraseReading[] =>
  reading === undefined || level === null || reading.kinds !== null
    ? []
    : [...inFull(reading.name, level), reading.name].map((name) => ({ ...reading, name, kinds: level.kinds }))

/** Without the first folded words: one that is written may be several, as "D'Encamp" is in some languages. */
const withoutWords = (text: string, count: number): string => {
  const words = text.split(/\s+/)
  let left = count
  while (left > 0 && words.length > 0) left -= wordsOf(foldName(words.shift()!)).length
  return left < 0 ? '' : words.join(' ')
}
