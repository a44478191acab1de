/** Plans an area by rules: no model, no network, deterministic. It refuses whatever it does not understand. */
import { SERVICE } from '../../../util/work-owner.ts'
import type { YieldToEventLoop } from '../../../util/yield-to-event-loop.ts'
import { factsOfFormer, factsOfPhrase } from '../../catalog/code-hint.ts'
import type { Gazetteer } from '../../gazetteer/ports.ts'
import { agreed } from '../agree.ts'
import type { ReadBy, Reading, ReadPhrase } from '../explanation.ts'
import { listParts, type Unmapped } from '../plan.ts'
import type { CatalogFor, Planned, Planner } from '../ports.ts'
import { createClauseReader } from '../text/clauses.ts'
import { createSentenceReader, type Sentence, type SentenceReading } from '../text/sentences.ts'
import { vaguenessOf } from '../text/vague.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { Cities } from './cities.ts'
import { planOf, refusedPlan } from './draft.ts'
import { unmapped } from './fault.ts'
import { type Item, isUnderstood, mayMean } from './item.ts'
import { ListedCodes } from './listed-codes.ts'
import { Lists } from './lists.ts'
import { PhraseContexts } from './phrase-contexts.ts'
import { Phrases } from './phrases.ts'
import { Places } from './places.ts'
import { readSentences } from './read-sentences.ts'
import { divided, scopesOf } from './scopes.ts'
import { Towns, UNKNOWN } from './towns.ts'

export interface RulePlannerOptions {
  readonly catalogFor: CatalogFor
  readonly gazetteer: Pick<Gazetteer, 'named'>
  readonly vocabulary: Vocabulary
  /** Called before every phrase, also one that is answered from memory. */
  readonly yieldToEventLoop: YieldToEventLoop
  /** Readings that are compared at most; a description with more is too ambiguous. */
  readonly maxReadings?: number
}

export const createRulePlanner = ({
  catalogFor,
  gazetteer,
  vocabulary,
  yieldToEventLoop,
  maxReadings = MAX_READINGS,
}: RulePlannerOptions): Planner => {
  const sentencesOf = createSentenceReader(vocabulary)
  const readClauses = createClauseReader(vocabulary)
  // Regular expressions compile on first use; a sample compiles these large ones before a caller waits.
  for (const { text } of sentencesOf(SAMPLE).open.sentences) readClauses(text)
  return {
    plan: async (request, { signal, owner = SERVICE } = {}) => {
      const catalog = catalogFor(owner)
      const towns = new Towns(gazetteer, catalog, vocabulary, request.country)
      const places = new Places(catalog, vocabulary, request.country)
      const cities = new Cities(towns, vocabulary)
      const phrases = new Phrases(
        places,
        vocabulary,
        () => yieldToEventLoop(owner.processorTime),
        request.text,
      )
      const planText = async (
        territorial: string,
        onRead: (phrases: Reading['phrases'], givenUp: Reading['givenUp']) => void,
      ) => {
        const written = readClauses(territorial)
        const texts = written.flatMap((clause) => clause.phrases.map(({ text }) => text))
        if (texts.length > MAX_PHRASES)
          return refusedPlan([{ text: request.text, reason: TOO_MANY, candidates: [] }])
        const tooLong = texts.filter((text) => text.length > MAX_PHRASE_LENGTH)
        if (tooLong.length > 0)
          return refusedPlan(tooLong.map((text) => ({ text, reason: TOO_LONG, candidates: [] })))
        const contexts = new PhraseContexts(phrases, towns, cities, vocabulary)
        const codes = new ListedCodes(places, vocabulary)
        const clauses = await new Lists(phrases, contexts, codes, vocabulary).read(written, signal)
        onRead(
          clauses.flatMap(({ role, items }) => items.map((item) => readPhrase(role, item))),
          [],
        )
        const unclear = clauses.flatMap(({ items }) => items.filter((item) => !isUnderstood(item)))
        if (unclear.length > 0)
          return refusedPlan(
            await Promise.all(unclear.map((item) => notFound(item, places, towns, vocabulary))),
          )
        const containing = request.seed === null ? [] : await catalog.reverse(request.seed)
        const options = {
          catalog,
          cities,
          verdicts: vocabulary.verdicts,
          territories: vocabulary.territories,
          seedIds: new Set(containing.map(({ id }) => id)),
        }
        const scopes = scopesOf(clauses, maxReadings)
        if (scopes === null)
          return refusedPlan([{ text: request.text, reason: TOO_AMBIGUOUS, candidates: [] }])
        const [said] = scopes
        onRead(
          said.flatMap(({ as, items }) =>
            items.map((item) => readPhrase(as === 'out' ? 'exclude' : 'include', item)),
          ),
          scopes.length > 1
            ? []
            : said.flatMap(({ items: [item], because }) =>
                because === null ? [] : [{ text: item.text, reason: because }],
              ),
        )
        const plans: Planned[] = []
        for (const statements of scopes) plans.push(await planOf(statements, request, options))
        return agreed(plans, () => divided(scopes))
      }
      const readings: Reading[] = []
      const planReading = async ({ by, sentences }: SentenceReading): Promise<Planned> => {
        const { territorial, notes } = await readSentences(sentences, phrases, towns, vocabulary)
        let read: Pick<Reading, 'phrases' | 'givenUp'> = { phrases: [], givenUp: [] }
        const planned = await planText(territorial, (phrases, givenUp) => {
          read = { phrases, givenUp }
        })
        readings.push({ ...readingOf(by, sentences, planned), ...read })
        return withNotes(planned, notes)
      }
      const { strict, open } = sentencesOf(request.text)
      const planned: Planned[] = []
      for (const reading of strict) planned.push(await planReading(reading))
      if (planned.some(({ ok }) => ok)) return { ...agreed(planned), readings }
      const opened = await planReading(open)
      return { ...(opened.ok ? opened : agreed(planned)), readings }
    },
  }
}

const readingOf = (
  by: ReadBy,
  sentences: readonly Sentence[],
  planned: Planned,
): Omit<Reading, 'phrases' | 'givenUp'> => ({
  by,
  sentences: sentences.map(({ text, about, stated }) => ({
    text,
    isLand: about === 'land',
    form: stated?.form ?? null,
    places: stated?.places ?? [],
  })),
  refused: planned.ok ? null : planned.unmapped,
  chosen: planned.ok ? listParts(planned.plan).map(({ boundary: { id } }) => id) : [],
})

const readPhrase = (role: ReadPhrase['role'], item: Item): ReadPhrase => ({
  role,
  text: item.text,
  level: item.level?.word ?? null,
  candidates: mayMean(item),
})

const SAMPLE =
  '“Territory” means (a) Spain, except Ceuta; and (b) France. Royalties are due quarterly. It is sold in Peru.'

/** Reports the ignored sentences to the author. */
const withNotes = (planned: Planned, notes: readonly string[]): Planned =>
  planned.ok
    ? { ...planned, plan: { ...planned.plan, notes: [...planned.plan.notes, ...notes] } }
    : { ...planned, notes: [...planned.notes, ...notes] }

/** More than any known contract lists; each costs a few searches. */
const MAX_PHRASES = 100
const TOO_MANY = `The text has more than ${MAX_PHRASES} phrases. Describe the area in several requests and combine the results.`

/** The longest place names have about 150 letters, and the contract wording around a name is about as long. */
const MAX_PHRASE_LENGTH = 300
const MAX_READINGS = 32
const TOO_AMBIGUOUS = `The exceptions can be read in too many ways. Write each place that belongs to the area on a line of its own, with its exceptions.`

const TOO_LONG =
  'This is too long for the name of a place. Separate the items of a list with commas or line breaks.'

const MAX_CANDIDATES = 5

/** A smaller town is not meant by the name of a unit that no longer exists. */
const MIN_KNOWN = 20_000

const notFound = async (
  item: Item,
  places: Places,
  towns: Towns,
  vocabulary: Vocabulary,
): Promise<Unmapped> => {
  const { text, fault } = item
  const ofCode = factsOfPhrase(text, vocabulary.codes)
  const isKnown = ofCode?.iso != null && (await places.byId(`iso:${ofCode.iso}`)) !== null
  if (ofCode !== null && !isKnown)
    return unmapped(text, ofCode.isMissing ? { missingHere: ofCode.text } : ofCode.text, [])
  if (fault !== null) return unmapped(text, fault, mayMean(item).slice(0, MAX_CANDIDATES))
  const vague = vaguenessOf(text, vocabulary)
  const town = vague === null ? towns.likeliest(text) : undefined
  const former = vague === null ? factsOfFormer(text, vocabulary.codes) : null
  if (former !== null && (town === undefined || town.population < MIN_KNOWN))
    return unmapped(text, former, [])
  return unmapped(
    vague?.text ?? text,
    vague?.reason ?? (town === undefined ? UNKNOWN : await towns.notDrawn(town)),
    await places.similar(text),
  )
}
