/** What the rules of plans look at: the plan, the description, and what its words mean. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type AreaPlan, type ListedPart, liesIn, listParts } from '../plan.ts'
import type { AreaRequest, PlanningCatalog } from '../ports.ts'
import { quotableWords, standIn } from '../quote.ts'
import type { Cities } from '../rules/cities.ts'
import { type Item, mayMean } from '../rules/item.ts'
import { ListedCodes } from '../rules/listed-codes.ts'
import type { Phrases } from '../rules/phrases.ts'
import type { Places } from '../rules/places.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { proseWords } from '../text/edges.ts'
import { isOnlyLevel } from '../text/listed.ts'
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
  /** The sentences about land. */
  readonly territorial: string
  readonly clauses: readonly Clause[]
}

export class PlanSubject {
  readonly catalog: PlanningCatalog
  readonly vocabulary: Vocabulary
  readonly phrases: Phrases
  readonly places: Places
  readonly cities: Cities
  readonly codes: ListedCodes
  readonly request: AreaRequest
  readonly plan: AreaPlan
  readonly parts: readonly ListedPart[]
  readonly territorial: string
  readonly clauses: readonly Clause[]

  constructor(given: PlanSubjectParts) {
    this.catalog = given.catalog
    this.vocabulary = given.vocabulary
    this.phrases = given.phrases
    this.places = given.places
    this.cities = given.cities
    this.codes = new ListedCodes(given.places, given.vocabulary)
    this.request = given.request
    this.plan = given.plan
    this.parts = listParts(given.plan)
    this.territorial = given.territorial
    this.clauses = given.clauses
  }

  /** What the words mean by themselves. */
  understand(text: string): Promise<Item> {
    return this.phrases.understand({ text, after: 'break', joint: '', level: null }, null)
  }

  /** Whether the words say nothing about land. */
  isPlain(text: string): boolean {
    const { vocabulary } = this
    const folded = foldName(text)
    const words = wordsOf(folded)
    const isMixed = /\p{Ll}/u.test(this.request.text)
    // "LA" is a state; in lower case it is an article.
    const isCoded = isMixed || this.parts.some((part) => /^[A-Z]{2}$/.test(part.text))
    if (isCoded && text.split(/\s+/u).some((word) => /^[A-Z]{2}$/.test(word) && this.codes.isCode(word)))
      return false
    return (
      isOnlyLevel(text, vocabulary) ||
      proseWords(folded, vocabulary) === words.length ||
      words.every((word) => this.#isPlainWord(word))
    )
  }

  #isPlainWord(word: string): boolean {
    const { fillers, inside, every, levels, trailing, prose, glosses, phraseWords } = this.vocabulary
    return (
      fillers.has(word) ||
      inside.includes(word) ||
      every.includes(word) ||
      levels.has(word) ||
      trailing.has(word) ||
      prose.has(word) ||
      glosses.includes(word) ||
      phraseWords.plain.includes(word) ||
      /^\d{1,3}$/.test(word)
    )
  }

  /** Whether the words name a place that contains a part. */
  async isOuter(text: string): Promise<boolean> {
    const { phrases } = this
    const [phrase] = this.codes.bare([{ text, after: 'break', joint: '', level: null }])
    const coded = (await this.codes.meanings([phrase])).get(phrase.text) ?? []
    const item = await phrases.understand(phrase, null, true)
    const outer = [...mayMean(item), ...coded.map(({ boundary }) => boundary)]
    const adjective = await this.places.contexts([foldName(text)], null)
    return [...outer, ...(adjective ?? [])].some(({ id }) =>
      this.parts.some(({ boundary }) => liesIn(boundary, id)),
    )
  }

  quotes(quote: string, phrases: readonly Phrase[], index: number): boolean {
    return quotes(quote, phrases, index, this.vocabulary.phraseWords)
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
