/** Plans an area by rules: no model, no network, and the same answer every time. What it does not understand it refuses. */
import type { GiveWay } from '../../../util/give-way.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Unmapped } from '../plan.ts'
import type { Planner } from '../ports.ts'
import { createClauseReader } from '../text/clauses.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { Draft, refused } from './draft.ts'
import { type Item, isUnderstood } from './item.ts'
import { Lists } from './lists.ts'
import { withExceptionsBehind } from './order.ts'
import { Phrases } from './phrases.ts'
import { Places } from './places.ts'
import { vaguenessOf } from './vague.ts'

export interface RulePlannerOptions {
  readonly catalog: Pick<Catalog, 'find' | 'search' | 'reverse'>
  readonly vocabulary: Vocabulary
  /** Asked before every phrase. */
  readonly giveWay: GiveWay
}

export const createRulePlanner = ({ catalog, vocabulary, giveWay }: RulePlannerOptions): Planner => {
  const readClauses = createClauseReader(vocabulary)
  return {
    plan: async (request, { signal } = {}) => {
      const written = readClauses(request.text)
      const phrases = written.flatMap((clause) => clause.phrases.map(({ text }) => text))
      if (phrases.length > MOST_PHRASES)
        return refused([{ text: request.text, reason: TOO_MANY, candidates: [] }])
      const tooLong = phrases.filter((text) => text.length > LONGEST_PHRASE)
      if (tooLong.length > 0)
        return refused(tooLong.map((text) => ({ text, reason: TOO_LONG, candidates: [] })))
      const places = new Places(catalog, vocabulary, request.country)
      const clauses = await new Lists(new Phrases(places, vocabulary, giveWay), vocabulary).read(
        written,
        signal,
      )
      const unclear = clauses.flatMap(({ items }) => items.filter((item) => !isUnderstood(item)))
      if (unclear.length > 0) return refused(await Promise.all(unclear.map((item) => notFound(item, places))))
      const containing = request.seed === null ? [] : await catalog.reverse(request.seed)
      return new Draft(withExceptionsBehind(clauses), new Set(containing.map(({ id }) => id))).finish(request)
    },
  }
}

/** More than any contract lists; each costs a few searches. */
const MOST_PHRASES = 100
const TOO_MANY = `The text has more than ${MOST_PHRASES} phrases. Describe the area in several calls, and unite the results.`

/** The longest names of the world have some 150 letters; sentences of contracts around a name have as many. */
const LONGEST_PHRASE = 300
const TOO_LONG = 'This is too long to be the name of a place. Part what is listed by commas or lines.'

const notFound = async ({ text }: Item, places: Places): Promise<Unmapped> => {
  const vague = vaguenessOf(text)
  return {
    text: vague?.text ?? text,
    reason: vague?.reason ?? 'No boundary of this name is known here.',
    candidates: await places.similar(text),
  }
}
