/** Every place is in the given country, and the words of a part name its boundary and cannot mean another place. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { foldedNames } from '../../catalog/folded-name-cache.ts'
import { levelsIn } from '../../catalog/level-words.ts'
import { type ListedPart, liesIn, type Unmapped } from '../plan.ts'
import { JOINED, quotableWords, standIn } from '../quote.ts'
import { verdictOf } from '../rules/choose.ts'
import { unmapped } from '../rules/fault.ts'
import { areSiblings, type Item, mayMean } from '../rules/item.ts'
import { withoutEdges } from '../text/edges.ts'
import { placeOfAdjective, saysLevel } from '../text/levels.ts'
import { announcesList, isOnlyLevel, lonePhrase } from '../text/listed.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const namedBoundaries: PlanRule = async (subject) => {
  const breaches = await Promise.all(subject.parts.map((part) => breachOfPart(part, subject)))
  return breaches.filter((breach) => breach !== null)
}

const breachOfPart = async (part: ListedPart, subject: PlanSubject): Promise<Unmapped | null> => {
  const { text, boundary } = part
  const { country } = subject.request
  if (country !== null && boundary.country !== country)
    return breach(text, `${boundary.name} is not in the given country (${country}).`, boundary)
  if (announcesList(text, subject.vocabulary)) return breach(text, ANNOUNCED, boundary)
  const word = otherLevelWord(text, boundary, subject.vocabulary.phraseWords)
  if (word !== null) return breach(text, `${boundary.name} is not a "${word}".`, boundary)
  if (!(await isNamed(text, boundary, subject)))
    return breach(text, `These words do not name ${boundary.name}.`, boundary)
  return (await otherWhole(part, subject)) ?? otherMeaning(part, subject)
}

/** "The State of Georgia", of which a plan quotes "Georgia" for the country: the whole phrase means something else. */
const otherWhole = async (
  { text, boundary }: ListedPart,
  { clauses, phrases, vocabulary }: PlanSubject,
): Promise<Unmapped | null> => {
  if (saysLevel(text, vocabulary)) return null
  const wanted = quotableWords(text)
  const written = clauses.flatMap((clause) => clause.phrases)
  const around = written.filter(
    (phrase) =>
      saysLevel(withoutEdges(foldName(phrase.text), vocabulary), vocabulary) &&
      standIn(wanted, quotableWords(phrase.text)),
  )
  // "Virginia and West Virginia".
  if (written.some((phrase) => quotableWords(phrase.text).join(' ') === wanted.join(' '))) return null
  for (const phrase of around) {
    const whole = await phrases.understand(lonePhrase(phrase.text), null)
    const meant = mayMean(whole)
    const isOther = meant.length > 0 && meant.every(({ id }) => id !== boundary.id && !liesIn(boundary, id))
    if (isOther && whole.group === null)
      return breach(text, `"${phrase.text}" does not mean ${boundary.name}.`, ...meant)
  }
  return null
}

/** A namesake or a city that the words may also mean, if the text does not decide. */
const otherMeaning = async (
  { text, boundary, role }: ListedPart,
  subject: PlanSubject,
): Promise<Unmapped | null> => {
  const { phrases, cities, vocabulary, request } = subject
  const item = await phrases.understand(lonePhrase(text), null, true)
  const sense = item.senses.find(({ boundary: { id } }) => id === boundary.id)
  if (item.group !== null || sense === undefined || request.seed !== null || role === 'exclude') return null
  const others = subject.parts.filter((each) => each.boundary.id !== boundary.id).map((each) => each.boundary)
  const isTold =
    others.some((each) => areSiblings(each, boundary) || liesIn(each, boundary.id)) ||
    (others.some((each) => areOfOneSort(each, boundary)) &&
      item.senses.filter((each) => areOfOneSort(each.boundary, boundary)).length === 1) ||
    (await namesParentOf(boundary, subject))
  // "Georgia, Alabama and Florida" are no country and two states.
  const beside = item.senses.filter((each) => others.some((other) => areSiblings(other, each.boundary)))
  const isOffList =
    boundary.kind === 'country' &&
    beside.length > 0 &&
    !beside.includes(sense) &&
    !others.some((each) => liesIn(each, boundary.id)) &&
    !(await namesParentOf(boundary, subject))
  if (isOffList) return breach(text, SEVERAL, ...beside.map((each) => each.boundary))
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
const namesParentOf = async ({ parents }: BoundaryRecord, subject: PlanSubject): Promise<boolean> => {
  const { request, vocabulary, catalog } = subject
  const words = quotableWords(request.text)
  const row = ` ${words.join(' ')} `
  const outer = [...(await catalog.records(parents.map(({ id }) => id))).values()]
  const isCoded = (code: string, id: string): boolean =>
    outer.some(({ iso }) => id === `iso:${iso}`) &&
    new RegExp(`(?<!\\p{L})${code}(?!\\p{L})`, 'u').test(request.text)
  return (
    outer.some((record) =>
      foldedNames(record)
        .values()
        .some((each) => row.includes(` ${each} `)),
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
const isNamed = async (text: string, boundary: BoundaryRecord, subject: PlanSubject): Promise<boolean> => {
  const { phrases, places, vocabulary } = subject
  if (text === subject.request.text && isOnlyLevel(text, vocabulary))
    return (await places.ownCountry())?.id === boundary.id
  const [phrase] = subject.codes.bare([lonePhrase(text)])
  const coded = (await subject.codes.meanings([phrase])).get(phrase.text) ?? []
  if (coded.some((sense) => sense.boundary.id === boundary.id)) return true
  const alone = await phrases.understand(phrase, null, true)
  if (means(alone, boundary)) return true
  if (isOnlyLevel(text, vocabulary)) return (await places.ownCountry())?.id === boundary.id
  if (isNameWithLevel(text, boundary, subject)) return true
  const parents = await subject.catalog.records(boundary.parents.map(({ id }) => id))
  const inside = await phrases.understand(phrase, [...parents.values()])
  return means(inside, boundary)
}

/** "Mersch" of "the cantons of Remich and Mersch" is Canton Mersch on the map. */
const isNameWithLevel = (text: string, boundary: BoundaryRecord, subject: PlanSubject): boolean => {
  const { vocabulary } = subject
  const bare = withoutEdges(foldName(text), vocabulary)
  return foldedNames(boundary)
    .values()
    .some((each) =>
      levelsIn(each, vocabulary).some(
        ({ before, after }) =>
          (before === '' || after === '') && withoutEdges(`${before}${after}`.trim(), vocabulary) === bare,
      ),
    )
}

const means = (item: Item, { id }: BoundaryRecord): boolean => {
  const { group } = item
  return mayMean(item).some((each) => each.id === id) || group?.except.some((each) => each.id === id) === true
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

const ANNOUNCED = 'The list that it announces could not be read. Name the places in the list.'
const SEVERAL = 'Several places have this name. Add the country or region, or give a point inside.'
