/** Finds boundaries by name in any language, and by every code and id. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryReference } from '../boundary/id.ts'
import { COUNTRY_LEVEL, type Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'
import { absentNames } from './absent-names.ts'
import { bareNames, withoutArticles } from './bare-names.ts'
import { isNameOfTown } from './city-names.ts'
import { formerCountry, isLaterUnit } from './code-book.ts'
import { isCode } from './code-forms.ts'
import { findKnown, findReference } from './find.ts'
import { foldName, wordsOf } from './fold.ts'
import { foldedForms, foldedNames } from './folded-names.ts'
import type { LayerView } from './layers.ts'
import { isOfLevel, type LevelWord } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { fitOfGrade, type Grade, joinsOnly, type NameFit, wantedName } from './match.ts'
import { nameContexts } from './name-contexts.ts'
import { type FurtherName, furtherNamesOf } from './name-words.ts'
import type { NameContext, NameForm, NameHit, NameMatch } from './ports.ts'
import { NO_CODES, queryCodesOf } from './query-codes.ts'
import { createRanking, type FoundByName } from './ranking.ts'
import { type NameReading, readingsOf } from './readings.ts'
import {
  itsWords,
  nameOfAnyLevel,
  nameOfLevel,
  type SearchStrategy,
  sameWords,
  similarWords,
  wholeName,
  wordsOfPart,
} from './search-strategies.ts'
import { similarWordsOf } from './similar-words.ts'
import { spellingsOf } from './spellings.ts'
import { isAsSureAs, type Standing } from './standing.ts'

export interface SearchQuestion {
  /**
   * As typed by the caller: a name in any language and script, followed by parents if it is ambiguous; or a code, or an id.
   */
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly kind: Kind | null
  readonly adminLevel: number | null
  readonly near: Position | null
  readonly limit: number
  /** The caller's languages, the best first; they decide between equals. */
  readonly languages?: readonly string[]
  /** Also search the live map. */
  readonly isLive?: boolean
  /** Treat the text as one name, and return only exact matches. */
  readonly isWholeName?: boolean
  /** Say what decided the place of each. */
  readonly isExplained?: boolean
  /** The least sure boundaries to return; all if absent. */
  readonly least?: Standing
}

/**
 * Ids, whole names and codes come first. If they do not fill the answer, names that begin with the query or contain its
 * words follow; only an empty answer falls back to similar names. A query is read as written, then without articles and with
 * level words taken as levels, then split into a name and its parents; a later reading counts only if no earlier one is a
 * name. What a stranger may have drawn counts as nothing found: the object "Paris, Texas" does not hide Paris in Texas.
 * `containing`: the boundaries that contain the point `near`.
 */
export const search = async (
  view: LayerView,
  lexicon: Lexicon,
  question: SearchQuestion,
  containing: readonly BoundaryRecord[],
): Promise<readonly FoundByName[]> => {
  const task = nameSearch(view, lexicon, question, containing)
  const { written, turned, names, listed, understood, guessed } = readingsOf(question.text, lexicon.words)
  if (question.isWholeName === true) {
    await task.tryAll(written, wholeName)
    return task.best()
  }
  const { text } = question
  const folded = foldName(text)
  const mayBeCode = text === text.toUpperCase() || !joinsOnly(folded, lexicon.words)
  const { references, areCertain, form } = mayBeCode ? queryCodesOf(text) : NO_CODES
  const isTown = lexicon.towns.named(folded).length > 0
  for (const { reference, grade, isWord } of references)
    if (isWord !== true || !isTown) await task.addReference(reference, grade)
  if (areCertain === 'always' || (areCertain === 'where known' && task.hasFound)) return task.best()
  // A code is a code: a part of it is no name.
  if (form !== null && isCode(form, lexicon.words.codes)) {
    await task.tryAll(written.slice(-1), wholeName)
    return task.best()
  }
  // The code of a former country: what begins with its letters is another place.
  if (formerCountry(text, lexicon.words.codes) !== null) {
    await task.tryAll(written.slice(-1), wholeName)
    return task.best()
  }
  // "the of and" begins no name.
  if (folded.includes(' ') && joinsOnly(folded, lexicon.words)) {
    await task.tryAll(written, wholeName)
    return task.best()
  }
  const towns = written.map(({ name }) => name).filter((name) => lexicon.towns.named(name).length > 0)
  // "La Paz" is a town, not Paz with an article; but "la France" is the country.
  const shortened = new Set(towns.flatMap((name) => withoutArticles(name, lexicon.words)))
  const bare = understood
    // "Statele Unite" is not the state of Unité: a plural is no level of one boundary.
    .filter(({ level }) => level === null || level.mayBeOne)
    .map((reading) =>
      reading.level === null && shortened.has(reading.name) ? { ...reading, level: A_COUNTRY } : reading,
    )
  if (await task.hasAllNames(names)) return task.best()
  const [split, whole] = [written.slice(0, -1), written.slice(-1)]
  const inOrder = turned === null ? [] : [turned]
  const asOne = [...new Set([...whole, ...inOrder])]
  const namesLevel = split.some(({ level }) => level !== null)
  // "Congo, Republic" is not the Congo with the longer name, although both are republics.
  let meant = namesLevel
    ? ((await task.tryUntilFound(asOne, wholeName)) ?? (await task.tryUntilFound(inOrder, sameWords)))
    : null
  meant ??= await task.tryUntilFound(namesLevel ? split : [...split, ...asOne], wholeName)
  if (meant === null && (await task.hasAllNames(listed))) return task.best()
  if (meant === null)
    await task.absent.learn([...bare, ...guessed].flatMap(({ name, context }) => [name, ...context]))
  meant ??=
    (await task.tryUntilFound(namesLevel ? [] : inOrder, sameWords)) ??
    (await task.tryUntilFound(bare, wholeName)) ??
    (await task.tryUntilFound(bare, nameOfLevel)) ??
    (await task.tryUntilFound(guessed, wholeName))
  if (meant !== null) {
    // A query with a level or a parent is specific enough.
    if (meant.level === null && meant.context.length === 0) await task.tryAll([meant], itsWords)
    return task.best()
  }
  await task.tryAll(written, itsWords)
  // "United Stats" is not the first word of the United Provinces: only what is typed last may be a beginning.
  const parts = [...bare, ...guessed].filter(
    ({ name, level }) => level === null || name.includes(' ') || !folded.endsWith(` ${level.word}`),
  )
  if (!task.hasFound) await task.tryUntilFound(parts, wordsOfPart)
  // "Belgique België": nothing separates the names.
  for (const names of task.hasFound ? [] : halvesOf(folded))
    if (await task.hasAllNames(names)) return task.best()
  if (!task.hasFound && towns.length === 0) await task.tryUntilFound(bare, nameOfAnyLevel)
  if (!task.hasFound && towns.length === 0)
    await task.tryUntilFound([...written, ...bare, ...guessed], similarWords)
  return task.best()
}

/** Two names of a few words, at each place between them. */
const halvesOf = (folded: string): readonly (readonly string[])[] => {
  const words = wordsOf(folded)
  return words.length > MAX_WORDS_OF_TWO
    ? []
    : words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
}

const MAX_WORDS_OF_TWO = 4

const A_COUNTRY: LevelWord = {
  word: '',
  inNames: '',
  many: false,
  mayBeOne: true,
  kinds: ['country'],
  where: new Map(),
  partialIn: new Set(),
}

const nameSearch = (
  view: LayerView,
  lexicon: Lexicon,
  question: SearchQuestion,
  containing: readonly BoundaryRecord[],
) => {
  const ranking = createRanking(question.near, question.languages ?? [], containing)
  const similar = similarWordsOf(view)
  const absent = absentNames(view, lexicon.words)
  const around = nameContexts(view, similar, lexicon.words, {
    absent,
    isLiteral: question.isWholeName === true,
    ...(question.least === undefined ? {} : { least: question.least }),
  })

  const isFull = (): boolean => ranking.size >= question.limit

  const addReference = async (reference: BoundaryReference, grade: Grade): Promise<void> => {
    const answer = await findReference(view, reference)
    if (!answer.found) return
    for (const record of [answer.record, ...answer.alternatives]) {
      // Ids of earlier atlases lead to the larger unit that has absorbed theirs; its code is not the one asked for.
      const isOther = reference.by === 'iso' && isLaterUnit(record.iso, reference.code, lexicon.words.codes)
      const fit = fitOfGrade({ folded: '', name: question.text.trim() }, isOther ? 'words' : grade)
      if (passesFilters(record, question)) add(record, fit)
    }
  }

  /** Returns the reading that matched. */
  const tryUntilFound = async (
    readings: readonly NameReading[],
    strategy: SearchStrategy,
  ): Promise<NameReading | null> => {
    const before = ranking.size
    for (const reading of readings) {
      await tryReading(reading, strategy)
      if (ranking.size > before) return reading
    }
    return null
  }

  /** Finds the boundary that has all of the names, at least one of them whole: "België / Belgique / Belgien", "東京 Tokyo". */
  const hasAllNames = async (names: readonly string[]): Promise<boolean> => {
    let common: readonly FoundByName[] = []
    const exact = new Set<string>()
    for (const [index, text] of [...new Set(names)].entries()) {
      const task = nameSearch(view, lexicon, { ...question, text, limit: MAX_NAMESAKES }, containing)
      const { written, understood } = readingsOf(text, lexicon.words)
      await task.tryUntilFound([...written, ...understood], wholeName)
      const named = await task.best()
      for (const { match, record } of named) if (match === 'exact') exact.add(record.id)
      const isOne = ({ record }: FoundByName) => named.some((other) => other.record.id === record.id)
      common = index === 0 ? named : common.filter(isOne)
      if (common.length === 0) return false
    }
    const meant = common.filter(({ record }) => exact.has(record.id))
    for (const { record, matchedName } of meant)
      add(record, fitOfGrade({ folded: '', name: matchedName }, 'name'))
    return meant.length > 0
  }

  const tryAll = async (readings: readonly NameReading[], strategy: SearchStrategy): Promise<void> => {
    for (const reading of readings) await tryReading(reading, strategy)
  }

  const best = async (): Promise<readonly FoundByName[]> => {
    const ranked = ranking.best(question.limit, question.isExplained)
    const records = await view.withCurrentParents(ranked.map(({ record }) => record))
    return ranked.map((found, index) => ({ ...found, record: records[index] }))
  }

  const tryReading = async (reading: NameReading, strategy: SearchStrategy): Promise<void> => {
    const isWhole = strategy === wholeName
    const all = await strategy.matches(reading, lexicon.words, similar)
    const matches = all.flatMap((match) => absent.without(match) ?? [])
    const further = isWhole && question.isWholeName !== true ? furtherNames(reading) : []
    const mayContain = isWhole && containing.length > 0
    if (matches.length === 0 && further.length === 0 && !mayContain) return
    const contexts = await around.of(reading.context, strategy === similarWords)
    if (contexts === null) return
    if (mayContain) addContaining(reading, contexts)
    await addFurtherNames(further, reading, contexts)
    for (const match of matches) {
      if (isFull() && match.by === 'words' && match.lastIsPrefix) return
      const areAll = await addHits(match, reading, strategy, contexts)
      // Prefix matches include whole words; a word such as "county" may match more than the limit.
      if (areAll && match.by === 'words' && match.lastIsPrefix) return
    }
  }

  /** Returns true if no source has more hits. */
  const addHits = async (
    match: NameMatch,
    reading: NameReading,
    strategy: SearchStrategy,
    contexts: readonly NameContext[],
  ): Promise<boolean> => {
    const wanted = wantedName(reading.name, question, lexicon.words)
    const query = { ...filters(), match, within: contexts[0] ?? null }
    let areAll = true
    for (const [layer, source] of view.sources.entries()) {
      const hits = await source.search(query)
      if (hits.length >= query.limit) areAll = false
      if (hits.length === 0) continue
      const visible = new Set(
        await view.visible(
          layer,
          hits.map(({ record }) => record),
        ),
      )
      for (const hit of hits) {
        if (!visible.has(hit.record)) continue
        if (!isMeant(hit.record, strategy === nameOfAnyLevel ? ANY_LEVEL : reading, contexts)) continue
        const fit = strategy.fit(hit, reading, wanted, lexicon)
        if (fit !== null) add(hit.record, fit)
      }
    }
    return areAll
  }

  /** Inside a boundary its name needs no level word: in Orange County, "Orange" is the county. */
  const addContaining = (reading: NameReading, contexts: readonly NameContext[]): void => {
    const spellings = spellingsOf(reading.name, lexicon.words)
    for (const record of containing) {
      if (!passesFilters(record, question) || !isMeant(record, reading, contexts)) continue
      // Few names have the letters, and splitting one takes longer than looking for them.
      const folded = [...foldedNames(record)]
        .filter((each) => spellings.some((spelling) => each.includes(spelling)))
        .find((each) =>
          bareNames(each, lexicon.words).some(
            ({ level, name }) => level !== null && spellings.includes(name),
          ),
        )
      if (folded !== undefined) add(record, fitOfGrade(formOf(record, folded), 'name'))
    }
  }

  /** Returns the boundaries of this name that the sources do not know by it. */
  const furtherNames = ({ name }: NameReading): readonly FurtherName[] =>
    spellingsOf(name, lexicon.words).flatMap((spelling) => furtherNamesOf(spelling, lexicon.words))

  const addFurtherNames = async (
    further: readonly FurtherName[],
    reading: NameReading,
    contexts: readonly NameContext[],
  ): Promise<void> => {
    for (const { id, name } of further) {
      const grade = gradeOfFurtherName(name, question.text)
      if (grade === null) continue
      const form = { folded: reading.name, name }
      for (const record of await findKnown(view, id)) {
        if (!passesFilters(record, question) || !isMeant(record, reading, contexts)) continue
        const isTown = isNameOfTown(form, record, question.languages ?? [], lexicon)
        add(record, fitOfGrade(form, isTown ? 'name without level' : grade))
      }
    }
  }

  const add = (record: BoundaryRecord, fit: NameFit): void => {
    const standing = view.standingOf(record)
    const { least } = question
    if (least === undefined || isAsSureAs(standing, least)) ranking.add(record, fit, standing)
  }

  const isMeant = (
    record: BoundaryRecord,
    { level }: Pick<NameReading, 'level'>,
    contexts: readonly NameContext[],
  ): boolean => {
    return (level === null || isOfLevel(level, record)) && hitLiesIn(record, contexts)
  }

  const filters = () => {
    const { countries, kind, adminLevel, near, limit } = question
    // Read spare hits: duplicates are merged afterwards, and a near place need not be prominent.
    return { countries, kind, adminLevel, limit: near === null ? 2 * limit + SPARE_HITS : HITS_WHEN_NEAR }
  }

  return {
    get hasFound(): boolean {
      return ranking.size > 0
    },
    absent,
    addReference,
    tryUntilFound,
    hasAllNames,
    tryAll,
    best,
  }
}

/** True if the boundary passes the filters of the question. */
export const passesFilters = (
  { country, kind, alsoKinds = [], adminLevel }: BoundaryRecord,
  wanted: Pick<SearchQuestion, 'countries' | 'kind' | 'adminLevel'>,
): boolean =>
  (wanted.countries.length === 0 || (country !== null && wanted.countries.includes(country))) &&
  (wanted.kind === null || kind === wanted.kind || alsoKinds.includes(wanted.kind)) &&
  (wanted.adminLevel === null ||
    adminLevel === wanted.adminLevel ||
    (wanted.adminLevel === COUNTRY_LEVEL && kind === 'country'))

/** Names of one or two letters need their accents, "Mỹ", and abbreviations their capitals before other names, "VS". */
const gradeOfFurtherName = (name: string, text: string): Grade | null => {
  const typed = text.trim().normalize('NFC')
  if (name.length <= 2 && typed.toLowerCase() !== name.toLowerCase()) return null
  return /^[A-Z]{2,3}$/.test(name) && typed !== name ? 'code' : 'name'
}

const ANY_LEVEL = { level: null }
const SPARE_HITS = 20
/** Places with one of several names. */
const MAX_NAMESAKES = 30
const HITS_WHEN_NEAR = 300

/** The folded name with how it is written. */
const formOf = ({ name, names }: BoundaryRecord, folded: string): NameForm => ({
  folded,
  name: [name, ...Object.values(names)].find((each) => foldedForms(each).includes(folded)) ?? name,
})

const hitLiesIn = (record: NameHit['record'], contexts: readonly NameContext[]): boolean =>
  contexts.every(
    ({ ids, countries }) =>
      (record.kind !== 'country' && record.country !== null && countries.includes(record.country)) ||
      record.parents.some(({ id }) => ids.includes(id)),
  )
