/** Looks for readings of a question in all sources, one after the other, and ranks what it finds. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryReference } from '../boundary/id.ts'
import { absentNames } from './absent-names.ts'
import { bareNames } from './bare-names.ts'
import { isNameOfTown } from './city-names.ts'
import { findKnown, findReference } from './find.ts'
import { foldedForms, foldedNames } from './folded-name-cache.ts'
import { isLaterUnit } from './iso-code-book.ts'
import type { LayerView } from './layers.ts'
import { isOfLevel } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { fitOfGrade, type Grade, type NameFit, wantedName } from './match-quality.ts'
import { nameContexts } from './name-contexts.ts'
import { type FurtherName, furtherNamesOf } from './name-words.ts'
import type { NameContext, NameForm, NameHit, NameMatch } from './ports.ts'
import { createRanking, type FoundByName } from './ranking.ts'
import { type NameReading, readingsOf } from './readings.ts'
import { passesFilters, type SearchQuestion } from './search-question.ts'
import { nameOfAnyLevel, type SearchStrategy, similarWords, wholeName } from './search-strategies.ts'
import { similarWordsOf } from './similar-words.ts'
import { spellingsOf } from './spellings.ts'
import { isAsSureAs } from './standing.ts'

/** `containing`: the boundaries that contain the point `near`. */
export const readingSearch = (
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

  /** What the question itself says, beside the names of parents in its text. */
  const stated = around.ofBoundaries(question.within ?? [])

  const isFull = (): boolean => ranking.size >= question.limit

  const addReference = async (reference: BoundaryReference, grade: Grade): Promise<void> => {
    const answer = await findReference(view, reference)
    if (!answer.found) return
    for (const record of [answer.record, ...answer.alternatives]) {
      // Ids of earlier atlases lead to the larger unit that has absorbed theirs; its code is not the one asked for.
      const isOther = reference.by === 'iso' && isLaterUnit(record.iso, reference.code, lexicon.words.codes)
      const fit = fitOfGrade({ folded: '', name: question.text.trim() }, isOther ? 'words' : grade)
      if (passesFilters(record, question) && (stated === null || hitLiesIn(record, [stated])))
        add(record, fit)
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
      const task = readingSearch(view, lexicon, { ...question, text, limit: MAX_NAMESAKES }, containing)
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
    const named = await around.of(reading.context, strategy === similarWords)
    if (named === null) return
    const contexts = stated === null ? named : [stated, ...named]
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
    const { least, isWanted } = question
    if (isWanted?.(record) === false) return
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
