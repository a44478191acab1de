/**
 * A sentence that names a place, and does not say that it is about something else, is refused: "Tyrol, however, goes to Mr Huber" may leave
 * Tyrol out, and "Customers are served in Tyrol", beside no definition, may add it. A place that is left out already changes nothing.
 */
import { liesIn, type Unmapped } from '../plan.ts'
import { mayMean } from '../rules/item.ts'
import { namesInCapitals } from '../rules/names-in-capitals.ts'
import { createLeadIns } from '../text/lead-ins.ts'
import { breach, type PlanRule } from './breach.ts'
import type { PlanSubject } from './plan-subject.ts'

export const nothingPassedOver: PlanRule = async (subject) => {
  const breaches: Unmapped[] = []
  for (const { text, about } of subject.passedOver)
    for (const name of await placesIn(text, about === 'doubtful', subject))
      breaches.push(breach(text, `${name}: ${UNCLEAR}`))
  return breaches
}

const placesIn = async (
  sentence: string,
  isDoubtful: boolean,
  subject: PlanSubject,
): Promise<readonly string[]> => {
  const { isTopic } = createLeadIns(subject.vocabulary)
  const isName = async (name: string): Promise<boolean> =>
    // "Wir übernehmen das Porto" speaks of postage.
    !subject.isPlain(name) && !isTopic(name) && (await subject.phrases.isName(name))
  const names = /\p{Lu}/u.test(sentence)
    ? await namesInCapitals(sentence, isName)
    : await namesInSmallLetters(sentence, isName)
  const isUnclear = await Promise.all(names.map((name) => isInOrOut(name, isDoubtful, subject)))
  return names.filter((_, at) => isUnclear[at])
}

/** In a text without capitals any words may be a name. */
const namesInSmallLetters = async (
  sentence: string,
  isName: (name: string) => Promise<boolean>,
): Promise<readonly string[]> => {
  const words = sentence.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? []
  const runs = words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join(' ')))
  const isNamed = await Promise.all(runs.map((run) => (run.length < MIN_NAME ? false : isName(run))))
  return runs.filter((_, at) => isNamed[at])
}

/** Shorter ones are words. */
const MIN_NAME = 4

const isInOrOut = async (
  name: string,
  isDoubtful: boolean,
  { understand, parts }: PlanSubject,
): Promise<boolean> =>
  mayMean(await understand(name)).some((each) => {
    const around = parts.filter(({ boundary }) => liesIn(each, boundary.id))
    return around.every(({ role }) => role === 'include') && (isDoubtful || around.length > 0)
  })

const UNCLEAR = 'The sentence may say that this place is in or out.'
