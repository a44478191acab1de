/**
 * Checks every plan against the description, whether rules or a model made it (a description can manipulate a model). A plan that fails
 * is refused with the words at fault; nothing here improves a plan.
 *
 *   1. Every place is in the given country.
 *   2. The words of a part name its boundary at the stated level, and cannot mean another place.
 *   3. Every phrase of a sentence about land is used: by a part, as the place that contains a part, as the name of a list, or as filler.
 *   4. What the text includes is included, and what it excludes is excluded.
 *   5. Exceptions lie inside included places.
 *   6. Every item after "the following states:" is a state.
 *   7. Counts in the text match the plan.
 *   8. A place and a part of it are not both listed, unless the text says that one is added.
 */
import type { YieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { foldName, wordsOf } from '../catalog/fold.ts'
import { type LevelWord, levelRank, levelsIn } from '../catalog/level-words.ts'
import type { Gazetteer } from '../gazetteer/ports.ts'
import { isClaimedBy } from './claimed.ts'
import { type AreaPlan, type ListedPart, liesIn, listParts, type PlanPart, type Unmapped } from './plan.ts'
import type { AreaRequest, PlanningCatalog } from './ports.ts'
import { JOINED, quotableWords, standIn } from './quote.ts'
import { verdictOf } from './rules/choose.ts'
import { Cities } from './rules/cities.ts'
import { Codes } from './rules/codes.ts'
import { unmapped } from './rules/fault.ts'
import { areSiblings, haveOneParent, type Item, mayMean } from './rules/item.ts'
import { Phrases } from './rules/phrases.ts'
import { Places } from './rules/places.ts'
import { readSentences } from './rules/read-sentences.ts'
import { Towns } from './rules/towns.ts'
import { type Clause, createClauseReader, type Phrase } from './text/clauses.ts'
import { countsIn, withoutCounts } from './text/counts.ts'
import { proseWords, withoutEdges } from './text/edges.ts'
import { placeOfAdjective } from './text/levels.ts'
import { announcesList, groupAndMember, isOnlyLevel } from './text/listed.ts'
import { createSentenceReader } from './text/sentences.ts'
import { anyOf, compiledOnce } from './text/word-pattern.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { PhraseWords } from './word-lists.ts'

export interface PlanValidatorOptions {
  readonly catalog: PlanningCatalog
  readonly gazetteer: Pick<Gazetteer, 'named'>
  readonly vocabulary: Vocabulary
  readonly yieldToEventLoop: YieldToEventLoop
}

/** The phrases at fault, each with the reason; empty for a valid plan. */
export type PlanValidator = (request: AreaRequest, plan: AreaPlan) => Promise<readonly Unmapped[]>

export const createPlanValidator = (options: PlanValidatorOptions): PlanValidator => {
  const sentencesOf = createSentenceReader(options.vocabulary)
  const clausesOf = createClauseReader(options.vocabulary)
  return async (request, plan) => {
    const places = new Places(options.catalog, options.vocabulary, request.country)
    const phrases = new Phrases(places, options.vocabulary, options.yieldToEventLoop, request.text)
    const { territorial } = await readSentences(sentencesOf(request.text), phrases, options.vocabulary)
    const towns = new Towns(options.gazetteer, options.catalog, options.vocabulary, request.country)
    const cities = new Cities(towns, options.vocabulary)
    const validation = new Validation({ ...options, phrases, places, cities, request, plan })
    return validation.breaches(territorial, clausesOf(territorial))
  }
}

interface ValidationOptions extends PlanValidatorOptions {
  readonly phrases: Phrases
  readonly places: Places
  readonly cities: Cities
  readonly request: AreaRequest
  readonly plan: AreaPlan
}

class Validation {
  readonly #options: ValidationOptions
  readonly #parts: readonly ListedPart[]
  readonly #codes: Codes

  constructor(options: ValidationOptions) {
    this.#options = options
    this.#parts = listParts(options.plan)
    this.#codes = new Codes(options.places, options.vocabulary)
  }

  async breaches(territorial: string, clauses: readonly Clause[]): Promise<readonly Unmapped[]> {
    const byParts = await Promise.all(this.#parts.map((part) => this.#breachOfPart(part)))
    const ofParts = byParts.filter((breach) => breach !== null)
    if (ofParts.length > 0) return ofParts
    return [
      ...(await this.#breachesOfPhrases(clauses)),
      ...this.#offLevel(clauses),
      ...(await this.#miscounted(territorial, clauses)),
      ...(await this.#exceptionsOutside()),
      ...this.#listedTwice(clauses),
    ]
  }

  async #breachOfPart(part: ListedPart): Promise<Unmapped | null> {
    const { text, boundary } = part
    const { country } = this.#options.request
    if (country !== null && boundary.country !== country)
      return breach(text, `${boundary.name} is not in the given country (${country}).`, boundary)
    if (announcesList(text, this.#options.vocabulary)) return breach(text, ANNOUNCED, boundary)
    const word = otherLevelWord(text, boundary, this.#options.vocabulary.phraseWords)
    if (word !== null) return breach(text, `${boundary.name} is not a "${word}".`, boundary)
    return (await this.#isNamed(text, boundary))
      ? this.#otherMeaning(part)
      : breach(text, `These words do not name ${boundary.name}.`, boundary)
  }

  /** A namesake or a city that the words may also mean, if the text does not decide. */
  async #otherMeaning({ text, boundary, role }: ListedPart): Promise<Unmapped | null> {
    const { phrases, cities, vocabulary, request } = this.#options
    const item = await phrases.understand({ text, after: 'break', joint: '', level: null }, null, true)
    const sense = item.senses.find(({ boundary: { id } }) => id === boundary.id)
    if (item.group !== null || sense === undefined || request.seed !== null || role === 'exclude') return null
    const others = this.#parts.filter((each) => each.boundary.id !== boundary.id).map((each) => each.boundary)
    const isTold =
      others.some((each) => areSiblings(each, boundary) || liesIn(each, boundary.id)) ||
      (others.some((each) => areOfOneSort(each, boundary)) &&
        item.senses.filter((each) => areOfOneSort(each.boundary, boundary)).length === 1) ||
      (await this.#namesParentOf(boundary))
    const verdict = verdictOf(text, [sense], vocabulary.verdicts)
    const isReviewed = verdict?.means === boundary.id || verdict?.means === `iso:${boundary.iso}`
    const isOutermost =
      (boundary.kind === 'municipality' || boundary.kind === 'city') &&
      item.senses.every((each) => liesIn(each.boundary, boundary.id))
    if (isTold || isReviewed || isOutermost) return null
    const own = item.senses.filter(({ isOwn }) => isOwn)
    const meant = own.length > 0 ? own : item.senses
    if (meant.length > 1 || verdict?.isAlwaysAsked === true || !meant.includes(sense))
      return breach(text, `${SEVERAL} ${verdict?.reason ?? ''}`.trim(), ...meant.map((each) => each.boundary))
    const city = await cities.meant(item, sense, [], null)
    return city === null ? null : unmapped(text, city, [boundary])
  }

  /** Whether the text names a place that contains the boundary, by a name, a code or an adjective. */
  async #namesParentOf({ parents }: BoundaryRecord): Promise<boolean> {
    const { request, vocabulary, catalog } = this.#options
    const words = quotableWords(request.text)
    const row = ` ${words.join(' ')} `
    const outer = [...(await catalog.records(parents.map(({ id }) => id))).values()]
    const isCoded = (code: string, id: string): boolean =>
      outer.some(({ iso }) => id === `iso:${iso}`) &&
      new RegExp(`(?<!\\p{L})${code}(?!\\p{L})`, 'u').test(request.text)
    return (
      outer.some(({ name, names }) =>
        [name, ...Object.values(names)].some((each) => row.includes(` ${foldName(each)} `)),
      ) ||
      outer.some(({ iso }) => iso !== null && isCoded(iso, `iso:${iso}`)) ||
      vocabulary.codeLists.some(({ codes }) => [...codes].some(([code, id]) => isCoded(code, id))) ||
      words.some((word) => outer.some(({ iso }) => placeOfAdjective(word, vocabulary) === `iso:${iso}`)) ||
      [...vocabulary.furtherNames].some(
        ([name, places]) =>
          row.includes(` ${name} `) && outer.some(({ iso }) => places.some(({ id }) => id === `iso:${iso}`)),
      )
    )
  }

  /** Whether the words, alone or within a containing place, are a name, code or group of the boundary. */
  async #isNamed(text: string, boundary: BoundaryRecord): Promise<boolean> {
    const { phrases, places, vocabulary } = this.#options
    if (text === this.#options.request.text && isOnlyLevel(text, vocabulary))
      return (await places.ownCountry())?.id === boundary.id
    const [phrase] = this.#codes.bare([{ text, after: 'break', joint: '', level: null }])
    const coded = (await this.#codes.meanings([phrase])).get(phrase.text) ?? []
    if (coded.some((sense) => sense.boundary.id === boundary.id)) return true
    const alone = await phrases.understand(phrase, null, true)
    if (this.#means(alone, boundary)) return true
    if (isOnlyLevel(text, vocabulary)) return (await places.ownCountry())?.id === boundary.id
    if (this.#isNameWithLevel(text, boundary)) return true
    const parents = await this.#options.catalog.records(boundary.parents.map(({ id }) => id))
    const inside = await phrases.understand(phrase, [...parents.values()])
    return this.#means(inside, boundary)
  }

  /** "Mersch" of "the cantons of Remich and Mersch" is Canton Mersch on the map. */
  #isNameWithLevel(text: string, { name, names }: BoundaryRecord): boolean {
    const { vocabulary } = this.#options
    const bare = withoutEdges(foldName(text), vocabulary)
    return [name, ...Object.values(names)].some((each) =>
      levelsIn(foldName(each), vocabulary).some(
        ({ before, after }) =>
          (before === '' || after === '') && withoutEdges(`${before}${after}`.trim(), vocabulary) === bare,
      ),
    )
  }

  #means(item: Item, { id }: BoundaryRecord): boolean {
    const { group } = item
    return (
      mayMean(item).some((each) => each.id === id) || group?.except.some((each) => each.id === id) === true
    )
  }

  async #breachesOfPhrases(clauses: readonly Clause[]): Promise<readonly Unmapped[]> {
    const breaches: Unmapped[] = []
    for (const [at, clause] of clauses.entries())
      for (const [index, phrase] of clause.phrases.entries()) {
        const reason = await this.#misuse(clause, index, clauses.slice(at + 1, at + 3))
        if (reason !== null) breaches.push(breach(phrase.text, reason))
      }
    return breaches
  }

  /** Why the plan misreads a phrase; null if it does not. */
  async #misuse(clause: Clause, index: number, next: readonly Clause[]): Promise<string | null> {
    const phrase = clause.phrases[index]
    const words = quotableWords(phrase.text)
    const used = this.#parts.filter(({ text }) => this.#quotes(text, clause.phrases, index))
    if (used.length === 0) return (await this.#isWithoutPart(clause, index, next)) ? null : UNUSED
    if (clause.from === 'everything' && !used.some(({ role }) => role === clause.role)) {
      const isList =
        index === clause.phrases.length - 1 && next[0] !== undefined && next[0].listedBy !== 'nothing'
      const isElsewhere = (isList || phrase.after === 'comma') && (await this.#isOuter(phrase.text))
      if (!isElsewhere && !this.#goesOn(clause, index, used))
        return clause.role === 'include' ? LET_IN : LEFT_OUT
    }
    const quoted = used.flatMap(({ text }) => quotableWords(text))
    const isBegun = /\p{L}-$/u.test(phrase.text) && quoted.some((word) => word.startsWith(words.at(-1) ?? ''))
    const rest = isBegun ? [] : words.filter((word) => !quoted.includes(word) && !this.#isJoint(word, quoted))
    const isExplained =
      rest.length === 0 ||
      this.#isPlain(rest.join(' ')) ||
      (await this.#isOuter(rest.join(' '))) ||
      (await this.#isGroupOfList(phrase.text, used))
    return isExplained ? null : UNUSED
  }

  /** "The Baltic States of Estonia, …": the group that all of the list is of. */
  async #isGroupOfList(text: string, used: readonly ListedPart[]): Promise<boolean> {
    const [head] = groupAndMember(text, this.#options.vocabulary) ?? []
    if (head === undefined) return false
    const { group } = await this.#options.phrases.understand(
      { text: head, after: 'break', joint: '', level: null },
      null,
    )
    return used.every(({ boundary }) => group?.members.some(({ id }) => id === boundary.id) === true)
  }

  /** "Germany except Bavaria, France" goes on with the list, "Except for Bavaria, Germany" begins with the exception. */
  #goesOn({ role, isTurned, phrases }: Clause, index: number, used: readonly ListedPart[]): boolean {
    const isBeside = (part: ListedPart): boolean =>
      this.#parts.some((each) => each.role === 'include' && areSiblings(each.boundary, part.boundary)) ||
      this.#parts.some((each) => each.role === 'exclude' && liesIn(each.boundary, part.boundary.id))
    const isAfterComma = phrases.slice(0, index + 1).some(({ joint }) => joint.includes(','))
    return role === 'exclude' && !isTurned && isAfterComma && used.every(isBeside)
  }

  /** What is left of "法国和德国" without the names. */
  #isJoint(word: string, quoted: readonly string[]): boolean {
    if (!JOINED.test(word)) return false
    const rest = quoted.reduce((left, each) => left.replaceAll(each, ''), word)
    return rest.length <= 1 || this.#options.vocabulary.weakAnd.includes(rest)
  }

  /** "New England without Maine": an excluded member is removed from the group. */
  async #isMemberLeftOut(text: string): Promise<boolean> {
    const wanted = quotableWords(text)
    for (const quote of new Set(this.#parts.map((part) => part.text))) {
      const { group } = await this.#options.phrases.understand(
        { text: quote, after: 'break', joint: '', level: null },
        null,
      )
      const gone =
        group?.members.filter(({ id }) => !this.#parts.some(({ boundary }) => boundary.id === id)) ?? []
      const item =
        gone.length === 0
          ? null
          : await this.#options.phrases.understand({ text, after: 'break', joint: '', level: null }, null)
      const isMeant = gone.some(
        ({ id, name, names }) =>
          (item !== null && mayMean(item).some((each) => each.id === id)) ||
          [name, ...Object.values(names)].some((each) => standIn(wanted, quotableWords(each))),
      )
      if (isMeant) return true
    }
    return false
  }

  /** Whether a phrase needs no part: a level, prose, the name of a list, or a containing place. */
  async #isWithoutPart(clause: Clause, index: number, [next, behind]: readonly Clause[]): Promise<boolean> {
    const { after } = clause.phrases[index]
    const text = clause.phrases[index].text.replace(locatedPattern(this.#options.vocabulary.phraseWords), '')
    if (this.#isPlain(text)) return true
    if (clause.role === 'exclude' && (await this.#isMemberLeftOut(text))) return true
    if (await this.#isRepeated(text, clause.role)) return true
    const isLast = index === clause.phrases.length - 1
    if (next !== undefined && next.listedBy !== 'nothing' && (isLast || next.listedBy === 'only'))
      return (
        (await this.#isOuter(text)) ||
        behind?.isBehindBrackets === true ||
        this.#options.phrases.isContested(text) ||
        !(await this.#options.phrases.isName(text))
      )
    const isBeside = after === 'and' || clause.phrases[index + 1]?.after === 'and'
    if (clause.listedBy === 'brackets' && (await this.#isGloss(text))) return true
    return !(isBeside && index > 0 && after === 'and') && this.#isOuter(text)
  }

  /** Whether the words say nothing about land. */
  #isPlain(text: string): boolean {
    const { vocabulary } = this.#options
    const folded = foldName(text)
    const words = wordsOf(folded)
    const isMixed = /\p{Ll}/u.test(this.#options.request.text)
    // "LA" is a state; in lower case it is an article.
    const isCoded = isMixed || this.#parts.some((part) => /^[A-Z]{2}$/.test(part.text))
    if (isCoded && text.split(/\s+/u).some((word) => /^[A-Z]{2}$/.test(word) && this.#codes.isCode(word)))
      return false
    return (
      isOnlyLevel(text, vocabulary) ||
      proseWords(folded, vocabulary) === words.length ||
      words.every((word) => this.#isPlainWord(word))
    )
  }

  #isPlainWord(word: string): boolean {
    const { fillers, inside, every, levels, trailing, prose, glosses, phraseWords } = this.#options.vocabulary
    return (
      fillers.has(word) ||
      inside.includes(word) ||
      every.includes(word) ||
      levels.has(word) ||
      trailing.has(word) ||
      prose.has(word) ||
      glosses.includes(word) ||
      phraseWords.plain.includes(word) ||
      /^\d{1,3}$/.test(word)
    )
  }

  /** Whether the words name a place that contains a part. */
  async #isOuter(text: string): Promise<boolean> {
    const { phrases } = this.#options
    const [phrase] = this.#codes.bare([{ text, after: 'break', joint: '', level: null }])
    const coded = (await this.#codes.meanings([phrase])).get(phrase.text) ?? []
    const item = await phrases.understand(phrase, null, true)
    const outer = [...mayMean(item), ...coded.map(({ boundary }) => boundary)]
    const adjective = await this.#options.places.contexts([foldName(text)], null)
    return [...outer, ...(adjective ?? [])].some(({ id }) =>
      this.#parts.some(({ boundary }) => liesIn(boundary, id)),
    )
  }

  /** "The lower 48 and the District of Columbia": the second is already included. */
  async #isRepeated(text: string, role: Clause['role']): Promise<boolean> {
    const item = await this.#options.phrases.understand(
      { text, after: 'break', joint: '', level: null },
      null,
    )
    const meant = mayMean(item)
    return (
      meant.length === 1 && this.#parts.some((part) => part.role === role && part.boundary.id === meant[0].id)
    )
  }

  async #isGloss(text: string): Promise<boolean> {
    const item = await this.#options.phrases.understand(
      { text, after: 'break', joint: '', level: null },
      null,
    )
    return mayMean(item).some(({ id }) => this.#parts.some(({ boundary }) => boundary.id === id))
  }

  /** "The following states in Mississippi: Cluster 1: Lamar and Holmes": they are counties. */
  #offLevel(clauses: readonly Clause[]): readonly Unmapped[] {
    const { vocabulary } = this.#options
    const breaches: Unmapped[] = []
    let announced: readonly LevelWord[] = []
    for (const [at, { phrases, listedBy, isGoingOn, role }] of clauses.entries()) {
      if (listedBy === 'nothing' && !isGoingOn) announced = []
      const off = this.#parts.filter(
        ({ text, boundary, role: partRole }) =>
          announced.length > 0 &&
          listedBy === 'colon' &&
          partRole === role &&
          announced.every((level) => levelRank(level, boundary) === null) &&
          !levelsIn(foldName(text), vocabulary).some((level) => level.before === '' || level.after === '') &&
          phrases.some((_, index) => this.#quotes(text, phrases, index)),
      )
      for (const { text, boundary } of off)
        breaches.push(
          breach(
            text,
            `The list announces ${announced[0]?.word}, and ${boundary.name} is not one of them.`,
            boundary,
          ),
        )
      const last = phrases.at(-1)?.text ?? ''
      if (clauses[at + 1]?.listedBy === 'colon' && announcesList(last, this.#options.vocabulary))
        announced = levelsIn(foldName(last), vocabulary)
          .filter(({ level, before }) => level.many && listLevel(vocabulary.phraseWords).test(before))
          .map(({ level }) => level)
    }
    return breaches
  }

  /** "The three Baltic states", "all 88 counties of Ohio", "six counties in …, two counties in …": as many as the plan has. */
  async #miscounted(territorial: string, clauses: readonly Clause[]): Promise<readonly Unmapped[]> {
    const breaches: Unmapped[] = []
    const listed = new Map<string, { readonly texts: string[]; count: number }>()
    for (const { text, count, word } of countsIn(territorial, this.#options.vocabulary)) {
      if (count === null) return [breach(text, 'The number in words and the number in digits differ.')]
      const wanted = quotableWords(withoutCounts(text, this.#options.vocabulary))
      const counted = this.#parts.find((part) => standIn(wanted, quotableWords(part.text)))
      const found = counted === undefined ? null : await this.#numberIn(counted, word)
      if (found === null) {
        const same = listed.get(foldName(word)) ?? { texts: [], count: 0 }
        listed.set(foldName(word), { texts: [...same.texts, text], count: same.count + count })
      } else if (found !== count) breaches.push(breach(text, `The catalog has ${found}.`))
    }
    for (const [word, { texts, count }] of listed) {
      const levels = this.#options.vocabulary.levels.get(word) ?? []
      const fitting = this.#parts.filter(({ boundary }) =>
        levels.some((level) => levelRank(level, boundary) !== null),
      )
      const lists = clauses.filter(({ phrases }) =>
        fitting.some(({ text }) => phrases.some((_, at) => this.#quotes(text, phrases, at))),
      )
      const isMore = count < fitting.length && lists.length <= texts.length
      if (count > fitting.length || isMore)
        breaches.push(...texts.map((text) => breach(text, `The text names ${fitting.length}.`)))
    }
    return breaches
  }

  /** How many units of the level the words of a part mean; null if they begin a list. */
  async #numberIn({ text, boundary }: ListedPart, word: string): Promise<number | null> {
    const { phrases, catalog, vocabulary } = this.#options
    const { group } = await phrases.understand({ text, after: 'break', joint: '', level: null }, null)
    if (group !== null) return group.members.length
    const levels = vocabulary.levels.get(foldName(word)) ?? []
    const isOfLevel = (each: Pick<BoundaryRecord, 'kind' | 'country'>): boolean =>
      levels.some((level) => levelRank(level, each) !== null)
    const { children } = await catalog.children(boundary, null)
    const units = children.some(isOfLevel)
      ? children
      : (await catalog.children(boundary, COUNTY_LEVEL)).children
    const count = units.filter(isOfLevel).length
    return count === 0 ? null : count
  }

  async #exceptionsOutside(): Promise<readonly Unmapped[]> {
    const { plan, catalog } = this.#options
    const included = plan.parts.map(({ boundary }) => boundary)
    const outside: Unmapped[] = []
    const look = async ({ boundary, except }: PlanPart): Promise<void> => {
      for (const part of except) {
        const inner = part.boundary
        const isInside = liesIn(inner, boundary.id) || included.some(({ id }) => liesIn(inner, id))
        const isSafe = inner.kind === 'country' || included.some((each) => haveOneParent(each, inner))
        if (!isInside && !isSafe && !(await isClaimedBy(inner, [boundary, ...included], catalog)))
          outside.push(breach(part.text, OUTSIDE, inner))
        await look(part)
      }
    }
    for (const part of plan.parts) await look(part)
    return outside
  }

  #quotes(quote: string, phrases: readonly Phrase[], index: number): boolean {
    return quotes(quote, phrases, index, this.#options.vocabulary.phraseWords)
  }

  /** "Ohio. Lake": in a separate sentence, without a word such as "including". */
  #isUnexplained(text: string, outer: string, clauses: readonly Clause[]): boolean {
    const { request, vocabulary } = this.#options
    const at = request.text.indexOf(text)
    const before =
      at === -1 ? '' : foldName(request.text.slice(0, at).replace(endingThe(vocabulary.phraseWords), ''))
    const isToldIn = vocabulary.operators.include.some((each) => ` ${before}`.endsWith(` ${foldName(each)}`))
    const isApart = clauses.some(
      ({ role, phrases }) =>
        role === 'include' &&
        this.#quotes(text, phrases, 0) &&
        !phrases.some((_, index) => this.#quotes(outer, phrases, index)),
    )
    return isApart && !isToldIn
  }

  /** "Fengyang County, China" with both included: one only locates the other. */
  #listedTwice(clauses: readonly Clause[]): readonly Unmapped[] {
    const { parts } = this.#options.plan
    return parts.flatMap((inner) =>
      parts.some(
        (outer) =>
          // Territories are listed beside their countries: "China, Hong Kong and Macau".
          inner.boundary.kind !== 'country' &&
          outer.boundary.id !== inner.boundary.id &&
          outer.text !== inner.text &&
          liesIn(inner.boundary, outer.boundary.id) &&
          !outer.except.some(({ boundary }) => liesIn(inner.boundary, boundary.id)) &&
          (clauses.some(({ phrases }) => areOneListItem(phrases, inner.text, outer.text)) ||
            this.#isUnexplained(inner.text, outer.text, clauses)),
      )
        ? [breach(inner.text, TWICE, inner.boundary)]
        : [],
    )
  }
}

/** Provinces of one country: the rest of the list tells which Toledo is meant. */
const areOfOneSort = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.kind === b.kind && a.country === b.country

/** The level word of the text that contradicts the boundary's own name; null if they agree. */
const otherLevelWord = (
  text: string,
  { name }: BoundaryRecord,
  { exclusiveLevels }: Pick<PhraseWords, 'exclusiveLevels'>,
): string | null => {
  const has = (named: string, word: string): boolean =>
    JOINED.test(word) ? named.endsWith(word) : wordsOf(foldName(named)).includes(word)
  for (const words of exclusiveLevels) {
    const own = words.find((word) => has(name, word))
    const written = words.find((word) => has(text, word))
    if (own !== undefined && written !== undefined && !has(text, own)) return written
  }
  return null
}

/** Counties, departments and districts below states and regions. */
const COUNTY_LEVEL = 6

const ANNOUNCED = 'The list that it announces could not be read. Name the places in the list.'

const breach = (text: string, reason: string, ...candidates: readonly BoundaryRecord[]): Unmapped => ({
  text,
  reason,
  candidates,
})

/** Whether the quote belongs to the phrase: inside it, or spanning it and its neighbours ("North and South Dakota"). */
const quotes = (
  quote: string,
  phrases: readonly Phrase[],
  index: number,
  { quote_joints: joints }: Pick<PhraseWords, 'quote_joints'>,
): boolean => {
  const wanted = quotableWords(quote)
  const own = quotableWords(phrases[index].text)
  if (standIn(wanted, own)) return true
  // "Ober- und Niederösterreich".
  if (/\p{L}-$/u.test(phrases[index].text) && own.length === 1 && wanted[0]?.startsWith(own[0]) === true)
    return true
  // "American Samoa and Samoa": the quote of one does not belong to the other.
  const isElsewhere = phrases.some((each, at) => at !== index && standIn(wanted, quotableWords(each.text)))
  if (isElsewhere || !standIn(own, wanted)) return false
  const around = phrases
    .slice(Math.max(0, index - SPAN), index + SPAN + 1)
    .flatMap(({ text, joint }) => quotableWords(joint + text))
  return (
    standIn(wanted, around) ||
    standIn(
      wanted.filter((word) => !joints.includes(word)),
      around,
    )
  )
}

/** As many phrases to each side as the longest names have commas and "and". */
const SPAN = 2

/** Side by side with nothing but a comma between them. */
const areOneListItem = (phrases: readonly Phrase[], inner: string, outer: string): boolean => {
  const [one, other] = [inner, outer].map((quote) =>
    phrases.findIndex(({ text }) => standIn(quotableWords(quote), quotableWords(text))),
  )
  if (one === -1 || other === -1 || one === other) return one === other && one !== -1
  return phrases[other].after === 'comma' &&
    !/\p{L}/u.test(phrases[other].joint) &&
    Math.abs(one - other) > 0 &&
    other > 0
    ? true
    : other === 0 && phrases[1]?.after === 'comma'
}

const listLevel = compiledOnce(
  ({ list_levels }: PhraseWords) => new RegExp(`(?:^|\\s)${anyOf(list_levels)}$`, 'u'),
)

const endingThe = compiledOnce(({ the }: PhraseWords) => new RegExp(`(?<!\\p{L})${anyOf(the)}\\s*$`, 'iu'))

/** "Both in Germany", "all located in Ohio". */
const locatedPattern = compiledOnce(
  ({ both_located, located, located_in }: PhraseWords) =>
    new RegExp(`^${anyOf(both_located)}\\s+(?:${anyOf(located)}\\s+)?${anyOf(located_in)}\\s+`, 'iu'),
)

const SEVERAL = 'Several places have this name. Add the country or region, or give a point inside.'
const UNUSED = 'These words match no part of the area. Remove them, or say which place they mean.'
const LET_IN = 'The text includes it, but the plan excludes it.'
const LEFT_OUT = 'The text excludes it, but the plan includes it.'
const OUTSIDE =
  'It lies outside the area that it is excluded from. Name a place inside, or remove the exception.'
const TWICE =
  'It lies inside another place in the list. Write "only" if nothing else is meant, or "including" if it is named for emphasis.'
