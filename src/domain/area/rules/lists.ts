/** Turns clauses into items: shares levels and contexts along a list, and separates labels from what they label. */
import type { BoundaryRecord, ParentRef } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { isFirstLevel, type LevelWord, levelRank } from '../../catalog/level-words.ts'
import { liesIn } from '../plan.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { proseWords, withoutEdges, withoutProse } from '../text/edges.ts'
import { createLeadIns } from '../text/lead-ins.ts'
import { levelOfList, placeOfAdjective } from '../text/levels.ts'
import {
  announcesList,
  groupAndMember,
  isOnlyLevel,
  type ListedPhrase,
  saysWithin,
  sharingTails,
  withLevels,
  withoutBoth,
  withPlaceApart,
} from '../text/listed.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { placedByJoints } from './in-or-and.ts'
import { type Item, isUnderstood, mayMean, NO_MEANING, type ReadClause } from './item.ts'
import type { ListedCodes } from './listed-codes.ts'
import { Names } from './names.ts'
import { narrowed, placedWithin } from './narrow.ts'
import type { PhraseContexts } from './phrase-contexts.ts'
import type { Phrases } from './phrases.ts'

export class Lists {
  readonly #phrases: Phrases
  readonly #contexts: PhraseContexts
  readonly #codes: ListedCodes
  readonly #names: Names
  readonly #vocabulary: Vocabulary

  constructor(phrases: Phrases, contexts: PhraseContexts, codes: ListedCodes, vocabulary: Vocabulary) {
    this.#phrases = phrases
    this.#contexts = contexts
    this.#codes = codes
    this.#names = new Names(phrases, codes, vocabulary)
    this.#vocabulary = vocabulary
  }

  async read(clauses: readonly Clause[], signal?: AbortSignal): Promise<readonly ReadClause[]> {
    const read: ReadClause[] = []
    /** The level of which the last clause includes every unit: its exceptions have that level, too. */
    let every: LevelWord | null = null
    /** The level that the last clause announces: "the following counties: …". */
    let listLevel: LevelWord | null = null
    /** "Only the following counties: …" narrows by the list that follows. */
    let announcedLevel: LevelWord | null = null
    /** "In Missouri: …; …": the place that contains the whole list. */
    let announcedLabel: Item | null = null
    let announced: Clause['listedBy'] = 'nothing'
    /** "The following counties of Texas: Zone 1: …; Zone 2: …": each list has the announced level. */
    let isTitled = false
    let bracketed: { readonly before: ReadClause; readonly items: readonly Item[] } | null = null
    const written = this.#withoutDoubleNegation(this.#withoutPreamble(clauses))
    for (const [at, clause] of written.entries()) {
      const isAnnouncing = (written[at + 1]?.listedBy ?? 'nothing') !== 'nothing'
      signal?.throwIfAborted()
      const { role, from, isTurned, isDetail, isAdded, isGoingOn, isBehindBrackets, phrases } = clause
      const listedBy: Clause['listedBy'] = announced === 'nothing' ? clause.listedBy : announced
      if (listedBy !== 'nothing') announcedLevel = listLevel
      else if (!isGoingOn || written[at - 1]?.role !== role || written[at - 1].phrases.length > 1)
        announcedLevel = null
      const isOfEvery = role === 'exclude' || listedBy !== 'nothing'
      const outer = announcedLevel ?? (isOfEvery ? every : null)
      const { group, members } = await this.#withoutGroup(this.#phrases.withPartsTogether(phrases))
      const listed = await this.#listed(members, outer)
      let items = await this.#items(role, listed, read.length === 0, isAnnouncing)
      if (group !== null) items = await placedWithin(this.#phrases, items, group)
      items = await this.#withinAdjective(listed, items)
      if (
        (clause.listedBy === 'colon' || announcedLabel !== null) &&
        written[at + 1]?.listedBy === 'colon' &&
        this.#isTitle(items)
      ) {
        isTitled = true
        continue
      }
      const last = listed.at(-1)
      // "Louisiana, all parishes other than Jefferson".
      // "Countries and states: …" announces no level.
      const isAll =
        last !== undefined &&
        this.#isLevel(last.text) &&
        listed.every(({ level }) => level === null || level.inNames === last.level?.inNames)
      const whole = items.find((item) => item.every !== null)?.every ?? null
      if (!isTitled) {
        every = whole ?? (isAll && !isAnnouncing ? last.level : null)
        listLevel = whole ?? (isAll ? last.level : null)
      }
      announced = items.length === 0 ? listedBy : 'nothing'
      const before = read.at(-1)
      let label: Item | null = null
      if (isBehindBrackets && bracketed !== null) items = await this.#behindBrackets(bracketed, items, read)
      bracketed = null
      if (isTitled && announcedLabel !== null) {
        items = await placedWithin(this.#phrases, items, announcedLabel)
        label = announcedLabel
      } else if (before?.role === role && listedBy !== 'nothing' && !isTurned && items.length > 0) {
        label = before.items.at(-1) ?? null
        if (listedBy === 'brackets') bracketed = { before, items }
        const list = await narrowed(this.#phrases, before, items, listedBy)
        read[read.length - 1] = list.before
        items = list.items
      }
      if (listedBy === 'colon' && label !== null && items.every(isUnderstood)) announcedLabel = label
      else if (!isGoingOn) announcedLabel = null
      else if (announcedLabel !== null) items = await placedWithin(this.#phrases, items, announcedLabel)
      isTitled = false
      if (items.length > 0) read.push({ role, from, isTurned, isDetail, isAdded, items })
    }
    return read
      .filter(({ items }) => items.length > 0)
      .map((clause) => ({ ...clause, items: clause.items.map(ofItsLevel) }))
  }

  /** "The Baltic States of Estonia, Latvia and Lithuania": the list, and the group that all of it is of. */
  async #withoutGroup(
    phrases: readonly Phrase[],
  ): Promise<{ readonly group: Item | null; readonly members: readonly Phrase[] }> {
    const [first, ...rest] = phrases
    const named = rest.length === 0 ? null : groupAndMember(first.text, this.#vocabulary)
    if (named === null) return { group: null, members: phrases }
    const [head, tail] = named
    const item = await this.#phrases.understand({ ...first, text: head, level: null }, null)
    if (item.group === null) return { group: null, members: phrases }
    const { members } = item.group
    const of = await this.#phrases.understand({ ...first, text: tail, level: null }, null)
    const isMember = mayMean(of).some(({ id }) => members.some((each) => each.id === id))
    return isMember
      ? { group: item, members: [{ ...first, text: tail }, ...rest] }
      : { group: null, members: phrases }
  }

  /** "Die deutschen Bundesländer Bayern, Tirol und Sachsen": all of the list lies in Germany. */
  async #withinAdjective([first]: readonly ListedPhrase[], items: readonly Item[]): Promise<readonly Item[]> {
    if (first === undefined || items.length < 2) return items
    const found = levelOfList(withoutEdges(foldName(first.text), this.#vocabulary), this.#vocabulary)
    if (found === null || found.after === '') return items
    let id: string | null = null
    // "Landurile Bavaria și Hessa": Bavaria is a name.
    for (const word of [wordsOf(found.before).at(-1), wordsOf(found.after)[0]])
      if (id === null && word !== undefined && !(await this.#phrases.isName(word)))
        id = placeOfAdjective(word, this.#vocabulary)
    const outer = id === null ? null : await this.#phrases.place(id)
    if (outer === null) return items
    return items.map((item) =>
      !isUnderstood(item) || mayMean(item).some((each) => liesIn(each, outer.id))
        ? item
        : { ...item, senses: [], group: null, fault: `It does not lie in ${outer.names.en ?? outer.name}.` },
    )
  }

  /** Whether the phrase is only the author's name for the list that follows. */
  #isTitle(items: readonly Item[]): boolean {
    const [title] = items
    return (
      items.length === 1 &&
      !isUnderstood(title) &&
      (title.fault === null ? this.#phrases.isTitle(title.text) : this.#phrases.isContested(title.text))
    )
  }

  /** "Long Island (Nassau and Suffolk Counties), New York": the context of what the brackets list. */
  async #behindBrackets(
    { before, items }: { readonly before: ReadClause; readonly items: readonly Item[] },
    behind: readonly Item[],
    read: ReadClause[],
  ): Promise<readonly Item[]> {
    const [context, ...rest] = behind
    if (context?.after !== 'comma' || before.role !== 'include') return behind
    const placed = await this.#contexts.placed(before.role, [...items, context])
    if (placed.length > items.length || !placed.every(isUnderstood)) return behind
    // The label has its name within the context, or none in the catalog: "Long Island" is not the one in the Bahamas.
    const label = await this.#phrases.understand(before.items.at(-1)!, mayMean(context))
    const list = await narrowed(
      this.#phrases,
      { ...before, items: [...before.items.slice(0, -1), label] },
      placed,
      'brackets',
    )
    read.splice(before.items.length === 0 ? -1 : -2)
    read.push(list.before, { ...before, items: list.items })
    return rest
  }

  /** "The area covered includes …". */
  #withoutPreamble(clauses: readonly Clause[]): readonly Clause[] {
    const [first, ...rest] = clauses
    if (rest.length === 0 || first.phrases.length > 1) return clauses
    const { text } = first.phrases[0]
    const folded = foldName(text)
    // "Exclusive rights for LA plus IN", "IN-AS; IN-HR": abbreviations and no articles.
    if (this.#codes.isCode(text) || this.#codes.bare([first.phrases[0]])[0].text !== text) return clauses
    const isProse = proseWords(folded, this.#vocabulary) === wordsOf(folded).length
    const { mayDrop, isOfGrantor } = createLeadIns(this.#vocabulary)
    return isProse && mayDrop(text, true) && !isOfGrantor(text, true) ? rest : clauses
  }

  /** "Florida, excluding all counties other than Duval and Clay": only those two. */
  #withoutDoubleNegation(clauses: readonly Clause[]): readonly Clause[] {
    return clauses.flatMap((clause, at): readonly Clause[] => {
      if (this.#isAllButNext(clause, clauses[at + 1])) return []
      return at > 0 && this.#isAllButNext(clauses[at - 1], clause)
        ? [{ ...clause, role: 'include', from: 'everything', listedBy: 'only' }]
        : [clause]
    })
  }

  #isAllButNext({ role, isTurned, phrases }: Clause, next: Clause | undefined): boolean {
    const { every } = this.#vocabulary
    return (
      next?.from === 'exceptions' &&
      role === 'exclude' &&
      !isTurned &&
      phrases.every(
        ({ text }) => this.#isLevel(text) && wordsOf(foldName(text)).some((word) => every.includes(word)),
      )
    )
  }

  #listed(phrases: readonly Phrase[], outer: LevelWord | null): Promise<readonly ListedPhrase[]> {
    const each = withoutBoth(this.#codes.bare(phrases), this.#vocabulary)
    const apart = withPlaceApart(sharingTails(each, this.#vocabulary), this.#vocabulary)
    return withLevels(apart, outer, this.#vocabulary, (text) => this.#phrases.isName(text))
  }

  async #items(
    role: Clause['role'],
    listed: readonly ListedPhrase[],
    isFirst: boolean,
    isAnnouncing: boolean,
  ): Promise<readonly Item[]> {
    const named = await this.#named(listed)
    if (named.length === 0 && role === 'exclude' && !isAnnouncing)
      return listed
        .filter(({ text }) => withoutEdges(foldName(text), this.#vocabulary) !== '')
        .map((phrase) => ({ ...phrase, ...NO_MEANING, fault: ALL_OF_A_LEVEL }))
    if (named.length === 0)
      return isFirst && !isAnnouncing && !announcesList(listed[0].text, this.#vocabulary)
        ? this.#phrases.everyOne(listed[0])
        : []
    const items = placesApart(besideLevel(await this.#names.read(named)), this.#vocabulary)
    // "Except for Bavaria, all of Germany": Germany does not locate Bavaria.
    const placed = isFirst && role === 'exclude' ? items : await this.#contexts.placed(role, items)
    return placedByJoints(this.#phrases, placed, this.#vocabulary.phraseWords)
  }

  /** Whether the phrase is only a level; prose may come before it if it announces a list: "sell in the following counties". */
  #isLevel(text: string): boolean {
    const isAnnouncing = announcesList(text, this.#vocabulary)
    return isOnlyLevel(isAnnouncing ? withoutProse(text, this.#vocabulary) : text, this.#vocabulary)
  }

  /** Without "the following counties"; "Landes" is a name all the same. */
  async #named(phrases: readonly ListedPhrase[]): Promise<readonly ListedPhrase[]> {
    const named: ListedPhrase[] = []
    for (const phrase of phrases) {
      const isLevel = this.#isLevel(phrase.text)
      // "Landes" and "Van" are names; "the following states" and "the states" are not the States.
      const mayBeName =
        (/\p{Lu}|\p{Lo}/u.test(phrase.text) || this.#phrases.isGroup(phrase.text)) &&
        !announcesList(phrase.text, this.#vocabulary)
      if (!isLevel || (mayBeName && (await this.#phrases.isName(phrase.text)))) named.push(phrase)
    }
    return named
  }
}

/** "Ohio and the counties of Lake and Porter": Ohio is not a county if it can be something else. */
const besideLevel = (items: readonly Item[]): readonly Item[] =>
  items.map((item, index) => {
    const next = items.slice(index + 1).find(({ level }) => level !== null)?.level ?? null
    if (item.level !== null || next === null) return item
    const senses = item.senses.filter(({ boundary }) => levelRank(next, boundary) === null)
    return senses.length === 0 ? item : { ...item, senses }
  })

/** "Lincoln County in Nevada, Wyoming and Montana": three counties, or one county and two states. */
const placesApart = (items: readonly Item[], vocabulary: Vocabulary): readonly Item[] => {
  /** Where the items before lie, according to "in". */
  let outer: readonly ParentRef[] = []
  return items.map((item, index) => {
    const isPair =
      index === items.length - 1 && item.joint === ', and ' && saysWhere(items[index - 1], vocabulary)
    const isBeside = item.senses.some(
      ({ boundary }) =>
        (boundary.kind === 'country' || isFirstLevel(boundary)) &&
        outer.some((each) => isUnitBeside(each, boundary)),
    )
    if (isBeside && item.level === null && !item.isNarrowed && !isPair)
      return { ...item, senses: [], fault: PLACE_OR_OUTER }
    if (saysWhere(item, vocabulary))
      outer = mayMean(item).flatMap((each) => (item.isOuter === true ? [each] : parentsIn(item.text, each)))
    else if (!isBeside) outer = []
    return item
  })
}

const saysWhere = (item: Item | undefined, vocabulary: Vocabulary): boolean =>
  item?.isOuter === true || (item?.isNarrowed === true && saysWithin(item.text, vocabulary))

/** The direct parent, where the text names it: "Lake County in Indiana", not "operate within the State of Ohio". */
const parentsIn = (text: string, { parents }: BoundaryRecord): readonly ParentRef[] =>
  parents.slice(-1).filter(({ name }) => foldName(text).endsWith(` ${foldName(name)}`))

const isUnitBeside = ({ kind, id }: ParentRef, boundary: BoundaryRecord): boolean =>
  kind === boundary.kind && id !== boundary.id

const ALL_OF_A_LEVEL = 'Name the places that are left out, or remove these words.'
const PLACE_OR_OUTER =
  'It may be a separate place, or the place that contains the items before it. List it separately, or add its level.'

/** "The following states: Elko and Clark" names no state: level words are never ignored. */
const ofItsLevel = (item: Item): Item =>
  item.isOffLevel && item.fault === null
    ? {
        ...item,
        fault: `The list is of the level "${item.level?.word}", and none in the catalog has this name.`,
      }
    : item
