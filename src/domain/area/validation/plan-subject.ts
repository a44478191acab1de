/** What the rules of plans look at: the plan, the description, and what its words mean. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type AreaPlan, liesIn, listParts } from '../plan.ts'
import type { AreaRequest, PlanningCatalog } from '../ports.ts'
import { quotableWords, standIn } from '../quote.ts'
import type { Cities } from '../rules/cities.ts'
import { type Item, mayMean } from '../rules/item.ts'
import { ListedCodes } from '../rules/listed-codes.ts'
import type { Phrases } from '../rules/phrases.ts'
import type { Places } from '../rules/places.ts'
import type { SentencesRead } from '../rules/read-sentences.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { proseWords } from '../text/edges.ts'
import { isPlainWord } from '../text/lead-ins.ts'
import { isOnlyLevel, lonePhrase } from '../text/listed.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'

interface PlanSubjectParts {
  readonly catalog: PlanningCatalog
  readonly vocabulary: Vocabulary
  readonly phrases: Phrases
  readonly places: Places
  readonly cities: Cities
  readonly request: AreaRequest
  readonly plan: AreaPlan
  /** The sentences about land, and the same as written, with the words of forms and before places. */
  readonly territorial: string
  readonly written: string
  /** Sentences that are set aside although they do not say what they are about. */
  readonly passedOver: SentencesRead['passedOver']
  readonly clauses: readonly Clause[]
}

export type PlanSubject = ReturnType<typeof planSubject>

export const planSubject = (given: PlanSubjectParts) => {
  const { vocabulary, phrases, places, request } = given
  const parts = listParts(given.plan)
  const codes = new ListedCodes(places, vocabulary)
  return {
    ...given,
    parts,
    codes,

    /** What the words mean by themselves. */
    understand: (text: string): Promise<Item> => phrases.understand(lonePhrase(text), null),

    /** Whether the words say nothing about land. */
    isPlain: (text: string): boolean => {
      const folded = foldName(text)
      const words = wordsOf(folded)
      const isMixed = /\p{Ll}/u.test(request.text)
      // "LA" is a state; in lower case it is an article.
      const isCoded = isMixed || parts.some((part) => /^[A-Z]{2}$/.test(part.text))
      if (isCoded && text.split(/\s+/u).some((word) => /^[A-Z]{2}$/.test(word) && codes.isCode(word)))
        return false
      return (
        isOnlyLevel(text, vocabulary) ||
        proseWords(folded, vocabulary) === words.length ||
        words.every((word) => isPlainWord(word, vocabulary))
      )
    },

    /** Whether the words name a place that contains a part. */
    isOuter: async (text: string): Promise<boolean> => {
      const [phrase] = codes.bare([lonePhrase(text)])
      const coded = (await codes.meanings([phrase])).get(phrase.text) ?? []
      const item = await phrases.understand(phrase, null, true)
      const outer = [...mayMean(item), ...coded.map(({ boundary }) => boundary)]
      const adjective = await places.contexts([foldName(text)], null)
      return [...outer, ...(adjective ?? [])].some(({ id }) =>
        parts.some(({ boundary }) => liesIn(boundary, id)),
      )
    },

    quotes: (quote: string, phrases: readonly Phrase[], index: number): boolean =>
      quotes(quote, phrases, index, vocabulary.phraseWords),
  }
}

/** Whether the quote belongs to the phrase: inside it, or spanning it and its neighbours ("North and South Dakota"). */
const quotes = (
  quote: string,
  phrases: readonly Phrase[],
  index: number,
  { quote_joints: joints }: Pick<PhraseWords, 'quote_joints'>,
): boolean => {
  const wanted = quotableWords(quote)
  const own = quotableWords(phrases[index].text)
  if (standIn(wanted, own)) return true
  // "Ober- und Niederösterreich".
  if (/\p{L}-$/u.test(phrases[index].text) && own.length === 1 && wanted[0]?.startsWith(own[0]) === true)
    return true
  // "American Samoa and Samoa": the quote of one does not belong to the other.
  const isElsewhere = phrases.some((each, at) => at !== index && standIn(wanted, quotableWords(each.text)))
  if (isElsewhere || !standIn(own, wanted)) return false
  const around = phrases
    .slice(Math.max(0, index - SPAN), index + SPAN + 1)
    .flatMap(({ text, joint }) => quotableWords(joint + text))
  return (
    standIn(wanted, around) ||
    standIn(
      wanted.filter((word) => !joints.includes(word)),
      around,
    )
  )
}

/** As many phrases to each side as the longest names have commas and "and". */
const SPAN = 2
