/**
 * A sentence that names a place of the area, and does not say that it is about something else, is refused: "Tyrol, however, is handled by
 * our office" may leave Tyrol out.
 */
import { liesIn } from '../plan.ts'
import { mayMean } from '../rules/item.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const nothingPassedOver: PlanRule = async (subject) => {
  const breaches = []
  for (const sentence of subject.passedOver)
    for (const name of await placesIn(sentence, subject))
      breaches.push(breach(sentence, `${name}: ${UNCLEAR}`))
  return breaches
}

/** Each name in its longest form: "Northern Ireland" does not name Ireland. */
const placesIn = async (sentence: string, subject: PlanSubject): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { 0: run } of sentence.matchAll(CAPITALS)) {
    const words = run.split(/\s+/u).slice(0, MAX_WORDS)
    for (let from = 0; from < words.length; from++)
      for (let to = words.length; to > from; to--) {
        const name = words.slice(from, to).join(' ').replace(/[.,]$/u, '')
        if (subject.isPlain(name) || !(await subject.phrases.isName(name))) continue
        if (await isOfArea(name, subject)) found.push(name)
        from = to
      }
  }
  return found
}

const isOfArea = async (name: string, { understand, parts }: PlanSubject): Promise<boolean> =>
  mayMean(await understand(name)).some((each) => {
    const around = parts.filter(({ boundary }) => liesIn(each, boundary.id))
    return around.length > 0 && around.every(({ role }) => role === 'include')
  })

const CAPITALS = /(?<!\p{L})\p{Lu}[\p{L}’'.-]*(?:\s+\p{Lu}[\p{L}’'.-]*)*/gu
const MAX_WORDS = 6

const UNCLEAR = 'The sentence may say that this place is in or out.'
