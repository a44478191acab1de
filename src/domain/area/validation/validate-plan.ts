/**
 * Checks every plan against the description, whether rules or a model made it (a description can manipulate a model). A plan that fails
 * is refused with the words at fault; nothing here improves a plan.
 */
import type { WorkOwner } from '../../../util/work-owner.ts'
import type { YieldToEventLoop } from '../../../util/yield-to-event-loop.ts'
import type { Gazetteer } from '../../gazetteer/ports.ts'
import type { AreaPlan, Unmapped } from '../plan.ts'
import type { AreaRequest, CatalogFor } from '../ports.ts'
import { Cities } from '../rules/cities.ts'
import { Phrases } from '../rules/phrases.ts'
import { Places } from '../rules/places.ts'
import { readSentences } from '../rules/read-sentences.ts'
import { Towns } from '../rules/towns.ts'
import { createClauseReader } from '../text/clauses.ts'
import { createSentenceReader } from '../text/sentences.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { announcedLevel } from './announced-level.ts'
import type { PlanRule } from './breach.ts'
import { countsMatch } from './counts-match.ts'
import { exceptionsInside } from './exceptions-inside.ts'
import { limitsNotNegated } from './limits-not-negated.ts'
import { listedOnce } from './listed-once.ts'
import { marksRead } from './marks-read.ts'
import { namedBoundaries } from './named-boundaries.ts'
import { noAlternatives } from './no-alternatives.ts'
import { notAQuestion } from './not-a-question.ts'
import { notLeftOpen } from './not-left-open.ts'
import { nothingPassedOver } from './nothing-passed-over.ts'
import { phrasesUsed } from './phrases-used.ts'
import { type PlanSubject, planSubject } from './plan-subject.ts'
import { rolesAgree } from './roles-agree.ts'

export interface PlanValidatorOptions {
  readonly catalogFor: CatalogFor
  readonly gazetteer: Pick<Gazetteer, 'named'>
  readonly vocabulary: Vocabulary
  readonly yieldToEventLoop: YieldToEventLoop
}

/** The phrases at fault, each with the reason; empty for a valid plan. */
export type PlanValidator = (
  request: AreaRequest,
  plan: AreaPlan,
  owner: WorkOwner,
) => Promise<readonly Unmapped[]>

export const createPlanValidator = (options: PlanValidatorOptions): PlanValidator => {
  const sentencesOf = createSentenceReader(options.vocabulary)
  const clausesOf = createClauseReader(options.vocabulary)
  return async (request, plan, owner) => {
    const { vocabulary } = options
    const catalog = options.catalogFor(owner)
    const yieldToEventLoop = () => options.yieldToEventLoop(owner.processorTime)
    const places = new Places(catalog, vocabulary, request.country)
    const phrases = new Phrases(places, vocabulary, yieldToEventLoop, request.text)
    const towns = new Towns(options.gazetteer, catalog, vocabulary, request.country)
    const cities = new Cities(towns, vocabulary)
    let breaches: readonly Unmapped[] = []
    // The plan is of one of the readings.
    const { strict, open } = sentencesOf(request.text)
    for (const { sentences } of [...strict, open]) {
      const read = await readSentences(sentences, phrases, towns, vocabulary)
      const clauses = clausesOf(read.territorial)
      const subject = planSubject({
        catalog,
        vocabulary,
        request,
        plan,
        phrases,
        places,
        cities,
        clauses,
        ...read,
      })
      // The other rules would only repeat what is wrong with a part.
      const misnamed = await namedBoundaries(subject)
      breaches = misnamed.length > 0 ? misnamed : await breachesOf(subject)
      if (breaches.length === 0) break
    }
    return breaches
  }
}

const breachesOf = async (subject: PlanSubject): Promise<readonly Unmapped[]> => {
  const breaches: Unmapped[] = []
  for (const rule of RULES) breaches.push(...(await rule(subject)))
  return breaches
}

const RULES: readonly PlanRule[] = [
  marksRead,
  noAlternatives,
  limitsNotNegated,
  notAQuestion,
  notLeftOpen,
  rolesAgree,
  phrasesUsed,
  nothingPassedOver,
  announcedLevel,
  countsMatch,
  exceptionsInside,
  listedOnce,
]
