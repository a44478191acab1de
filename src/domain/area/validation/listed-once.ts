/** A place and a part of it are not both listed, unless the text says that one is added. */
import { foldName } from '../../catalog/fold.ts'
import { liesIn } from '../plan.ts'
import { quotableWords, standIn } from '../quote.ts'
import type { Phrase } from '../text/clauses.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const listedOnce: PlanRule = (subject) => {
  const { parts } = subject.plan
  return parts.flatMap((inner) =>
    parts.some(
      (outer) =>
        // Territories are listed beside their countries: "China, Hong Kong and Macau".
        inner.boundary.kind !== 'country' &&
        outer.boundary.id !== inner.boundary.id &&
        outer.text !== inner.text &&
        liesIn(inner.boundary, outer.boundary.id) &&
        !outer.except.some(({ boundary }) => liesIn(inner.boundary, boundary.id)) &&
        (subject.clauses.some(({ phrases }) => areOneListItem(phrases, inner.text, outer.text)) ||
          isUnexplained(inner.text, outer.text, subject)),
    )
      ? [breach(inner.text, TWICE, inner.boundary)]
      : [],
  )
}

/** "Ohio. Lake": in a separate sentence, without a word such as "including". */
const isUnexplained = (text: string, outer: string, subject: PlanSubject): boolean => {
  const { request, vocabulary } = subject
  const at = request.text.indexOf(text)
  const before =
    at === -1 ? '' : foldName(request.text.slice(0, at).replace(endingThe(vocabulary.phraseWords), ''))
  const { including, include } = vocabulary.operators
  const isToldIn = [...including, ...include].some((each) => ` ${before}`.endsWith(` ${foldName(each)}`))
  const isApart = subject.clauses.some(
    ({ role, phrases }) =>
      role === 'include' &&
      subject.quotes(text, phrases, 0) &&
      !phrases.some((_, index) => subject.quotes(outer, phrases, index)),
  )
  return isApart && !isToldIn
}

/** Side by side with nothing but a comma between them. */
const areOneListItem = (phrases: readonly Phrase[], inner: string, outer: string): boolean => {
  const [one, other] = [inner, outer].map((quote) =>
    phrases.findIndex(({ text }) => standIn(quotableWords(quote), quotableWords(text))),
  )
  if (one === -1 || other === -1) return false
  if (one === other) return true
  if (other === 0) return phrases[1]?.after === 'comma'
  return phrases[other].after === 'comma' && !/\p{L}/u.test(phrases[other].joint)
}

const endingThe = compiledOnce(({ the }: PhraseWords) => new RegExp(`(?<!\\p{L})${anyOf(the)}\\s*$`, 'iu'))

const TWICE =
  'It lies inside another place in the list. Write "only" if nothing else is meant, or "including" if it is named for emphasis.'
