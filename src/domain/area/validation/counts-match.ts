/** Counts in the text match the plan. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'
import { levelRank } from '../../catalog/level-words.ts'
import type { ListedPart, Unmapped } from '../plan.ts'
import { quotableWords, standIn } from '../quote.ts'
import { countsIn, withoutCounts } from '../text/counts.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const countsMatch: PlanRule = async (subject) => {
  const breaches: Unmapped[] = []
  const listed = new Map<string, { readonly texts: string[]; count: number }>()
  for (const { text, count, word } of countsIn(subject.written, subject.vocabulary)) {
    if (count === null) return [breach(text, 'The number in words and the number in digits differ.')]
    const wanted = quotableWords(withoutCounts(text, subject.vocabulary))
    const counted = subject.parts.find((part) => standIn(wanted, quotableWords(part.text)))
    const found = counted === undefined ? null : await membersMeant(counted, word, subject)
    if (found === null) {
      const same = listed.get(foldName(word)) ?? { texts: [], count: 0 }
      listed.set(foldName(word), { texts: [...same.texts, text], count: same.count + count })
    } else if (found !== count) breaches.push(breach(text, wrongNumber(found)))
  }
  for (const [word, { texts, count }] of listed) {
    const levels = subject.vocabulary.levels.get(word) ?? []
    const fitting = subject.parts.filter(({ boundary }) =>
      levels.some((level) => levelRank(level, boundary) !== null),
    )
    const lists = subject.clauses.filter(({ phrases }) =>
      fitting.some(({ text }) => phrases.some((_, at) => subject.quotes(text, phrases, at))),
    )
    const isMore = count < fitting.length && lists.length <= texts.length
    if (count > fitting.length || isMore)
      breaches.push(...texts.map((text) => breach(text, `The text names ${fitting.length}.`)))
  }
  return breaches
}

const wrongNumber = (found: number): string =>
  `The catalog has ${found}, including units of the same rank such as a federal district. Correct the number, or omit it and name the exceptions.`

/** How many units of the level the words of a part mean; null if they begin a list. */
const membersMeant = async (
  { text, boundary }: ListedPart,
  word: string,
  subject: PlanSubject,
): Promise<number | null> => {
  const { catalog, vocabulary } = subject
  const { group } = await subject.understand(text)
  // "All US states" is a group of one: the country without its territories.
  if (group !== null && group.members.length > 1) return group.members.length
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

/** Counties, departments and districts below states and regions. */
const COUNTY_LEVEL = 6
