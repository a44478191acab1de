/**
 * A sentence that names a place, and does not say that it is about something else, is refused: "Tyrol, however, goes to Mr Huber" may leave
 * Tyrol out, and "Customers are served in Tyrol", beside no definition, may add it. A place that is left out already changes nothing.
 */
import { liesIn, type Unmapped } from '../plan.ts'
import { mayMean } from '../rules/item.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const nothingPassedOver: PlanRule = async (subject) => {
  const breaches: Unmapped[] = []
  for (const { text, about } of subject.passedOver)
    for (const name of await placesIn(text, about === 'doubtful', subject))
      breaches.push(breach(text, `${name}: ${UNCLEAR}`))
  return breaches
}

/** Each name in its longest form: "Northern Ireland" does not name Ireland. */
const placesIn = async (
  sentence: string,
  isDoubtful: boolean,
  subject: PlanSubject,
): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { 0: run } of sentence.matchAll(CAPITALS)) {
    const words = run.split(/\s+/u).slice(0, MAX_WORDS)
    for (let from = 0; from < words.length; from++)
      for (let to = words.length; to > from; to--) {
        const name = words.slice(from, to).join(' ').replace(/[.,]$/u, '')
        if (subject.isPlain(name) || !(await subject.phrases.isName(name))) continue
        if (await isInOrOut(name, isDoubtful, subject)) found.push(name)
        from = to
      }
  }
  return found
}

const isInOrOut = async (
  name: string,
  isDoubtful: boolean,
  { understand, parts }: PlanSubject,
): Promise<boolean> =>
  mayMean(await understand(name)).some((each) => {
    const around = parts.filter(({ boundary }) => liesIn(each, boundary.id))
    return around.every(({ role }) => role === 'include') && (isDoubtful || around.length > 0)
  })

const CAPITALS = /(?<!\p{L})\p{Lu}[\p{L}’'.-]*(?:\s+\p{Lu}[\p{L}’'.-]*)*/gu
const MAX_WORDS = 6

const UNCLEAR = 'The sentence may say that this place is in or out.'
