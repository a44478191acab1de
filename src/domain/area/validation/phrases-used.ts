/**
 * Every phrase of a sentence about land is used: by a part, as the place that contains a part, as the name of a list, or as filler. What
 * the text includes is included, and what it excludes is excluded.
 */
import { type ListedPart, liesIn, type Unmapped } from '../plan.ts'
import { JOINED, quotableWords, standIn } from '../quote.ts'
import { jointMeaning } from '../rules/in-or-and.ts'
import { areSiblings, mayMean } from '../rules/item.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { groupAndMember } from '../text/listed.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const phrasesUsed: PlanRule = async (subject) => {
  const { clauses } = subject
  const breaches: Unmapped[] = []
  for (const [at, clause] of clauses.entries())
    for (const [index, phrase] of clause.phrases.entries()) {
      const reason = await misuse(clause, index, clauses.slice(at + 1, at + 3), subject)
      if (reason !== null) breaches.push(breach(phrase.text, reason))
    }
  return breaches
}

/** Why the plan misreads a phrase; null if it does not. */
const misuse = async (
  clause: Clause,
  index: number,
  next: readonly Clause[],
  subject: PlanSubject,
): Promise<string | null> => {
  const phrase = clause.phrases[index]
  const words = quotableWords(phrase.text)
  const used = subject.parts.filter(({ text }) => subject.quotes(text, clause.phrases, index))
  if (used.length === 0) return (await isWithoutPart(clause, index, next, subject)) ? null : UNUSED
  if (clause.from === 'everything' && !used.some(({ role }) => role === clause.role)) {
    const isList =
      index === clause.phrases.length - 1 && next[0] !== undefined && next[0].listedBy !== 'nothing'
    const isElsewhere = (isList || phrase.after === 'comma') && (await subject.isOuter(phrase.text))
    if (!isElsewhere && !goesOn(clause, index, next[0], used, subject))
      return clause.role === 'include' ? LET_IN : LEFT_OUT
  }
  const quoted = used.flatMap(({ text }) => quotableWords(text))
  const isBegun = /\p{L}-$/u.test(phrase.text) && quoted.some((word) => word.startsWith(words.at(-1) ?? ''))
  const rest = isBegun
    ? []
    : words.filter((word) => !quoted.includes(word) && !isJoint(word, quoted, subject))
  const isExplained =
    rest.length === 0 ||
    subject.isPlain(rest.join(' ')) ||
    (await subject.isOuter(rest.join(' '))) ||
    (await isGroupOfList(phrase.text, used, subject))
  return isExplained ? null : UNUSED
}

/** "The Baltic States of Estonia, …": the group that all of the list is of. */
const isGroupOfList = async (
  text: string,
  used: readonly ListedPart[],
  subject: PlanSubject,
): Promise<boolean> => {
  const [head] = groupAndMember(text, subject.vocabulary) ?? []
  if (head === undefined) return false
  const { group } = await subject.understand(head)
  return used.every(({ boundary }) => group?.members.some(({ id }) => id === boundary.id) === true)
}

/** "Germany except Bavaria, France" goes on with the list, "Except for Bavaria, Germany" begins with the exception. */
const goesOn = (
  { role, isTurned, phrases }: Clause,
  index: number,
  next: Clause | undefined,
  used: readonly ListedPart[],
  subject: PlanSubject,
): boolean => {
  const isBeside = (part: ListedPart): boolean =>
    subject.parts.some((each) => each.role === 'include' && areSiblings(each.boundary, part.boundary)) ||
    subject.parts.some((each) => each.role === 'exclude' && liesIn(each.boundary, part.boundary.id))
  const isAfterComma = phrases.slice(0, index + 1).some(({ joint }) => joint.includes(','))
  // "France excl. Brittany + Spain excl. Catalonia".
  const hasOwnException = index === phrases.length - 1 && next?.from === 'exceptions'
  return role === 'exclude' && !isTurned && (isAfterComma || hasOwnException) && used.every(isBeside)
}

/** What is left of "法国和德国" without the names. */
const isJoint = (word: string, quoted: readonly string[], subject: PlanSubject): boolean => {
  if (!JOINED.test(word)) return false
  const rest = quoted.reduce((left, each) => left.replaceAll(each, ''), word)
  return rest.length <= 1 || subject.vocabulary.weakAnd.includes(rest)
}

/** "New England without Maine": an excluded member is removed from the group. */
const isMemberLeftOut = async (text: string, subject: PlanSubject): Promise<boolean> => {
  const wanted = quotableWords(text)
  for (const quote of new Set(subject.parts.map((part) => part.text))) {
    const { group } = await subject.understand(quote)
    const gone =
      group?.members.filter(({ id }) => !subject.parts.some(({ boundary }) => boundary.id === id)) ?? []
    const item = gone.length === 0 ? null : await subject.understand(text)
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
const isWithoutPart = async (
  clause: Clause,
  index: number,
  [next, behind]: readonly Clause[],
  subject: PlanSubject,
): Promise<boolean> => {
  const phrase = clause.phrases[index]
  const { after } = phrase
  const text = phrase.text.replace(locatedPattern(subject.vocabulary.phraseWords), '')
  if (subject.isPlain(text)) return true
  if (clause.role === 'exclude' && (await isMemberLeftOut(text, subject))) return true
  if (await isRepeated(text, clause.role, subject)) return true
  const isLast = index === clause.phrases.length - 1
  if (next !== undefined && next.listedBy !== 'nothing' && (isLast || next.listedBy === 'only'))
    return (
      (await subject.isOuter(text)) ||
      behind?.isBehindBrackets === true ||
      subject.phrases.isContested(text) ||
      !(await subject.phrases.isName(text))
    )
  const isBeside = after === 'and' || clause.phrases[index + 1]?.after === 'and'
  if (clause.listedBy === 'brackets' && (await isGloss(text, subject))) return true
  return (
    !(isBeside && index > 0 && after === 'and' && !(await isPlacing(phrase, subject))) &&
    subject.isOuter(text)
  )
}

/** "Cataluña en España". */
const isPlacing = async (phrase: Phrase, { understand, vocabulary }: PlanSubject): Promise<boolean> =>
  jointMeaning(phrase, mayMean(await understand(phrase.text)), vocabulary.phraseWords) === 'in'

/** "The lower 48 and the District of Columbia": the second is already included. */
const isRepeated = async (text: string, role: Clause['role'], subject: PlanSubject): Promise<boolean> => {
  const item = await subject.understand(text)
  const meant = mayMean(item)
  return (
    meant.length === 1 && subject.parts.some((part) => part.role === role && part.boundary.id === meant[0].id)
  )
}

const isGloss = async (text: string, subject: PlanSubject): Promise<boolean> => {
  const item = await subject.understand(text)
  return mayMean(item).some(({ id }) => subject.parts.some(({ boundary }) => boundary.id === id))
}

/** "Both in Germany", "all located in Ohio". */
const locatedPattern = compiledOnce(
  ({ both_located, located, located_in }: PhraseWords) =>
    new RegExp(`^${anyOf(both_located)}\\s+(?:${anyOf(located)}\\s+)?${anyOf(located_in)}\\s+`, 'iu'),
)

const UNUSED = 'These words match no part of the area. Remove them, or state which place they mean.'
const LET_IN = 'The text includes it, but the plan excludes it.'
const LEFT_OUT = 'The text excludes it, but the plan includes it.'
