/** Finds boundaries by name, in any language. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'
import { Contexts } from './contexts.ts'
import { squeeze, wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'
import type { NameContext, NameHit, NameMatch } from './ports.ts'
import { Ranking } from './ranking.ts'
import { type Reading, readingsOf } from './readings.ts'
import { Vocabulary } from './similar.ts'
import { alternativesOf, spellingsOf } from './spellings.ts'

export interface SearchQuestion {
  /** As the caller wrote it: a name in any language and script, parents after it where it is ambiguous. */
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly kind: Kind | null
  readonly adminLevel: number | null
  readonly near: Position | null
  readonly limit: number
  /** The text is one name, and nothing but that name is asked for. */
  readonly isWholeName?: boolean
}

export interface FoundByName {
  readonly record: BoundaryRecord
  /** The name that matched, as written in the source. */
  readonly matchedName: string
}

/**
 * Whole names first; where they do not fill the answer, names that begin with the query or have its words; and only where
 * there is nothing at all, names that it may have been meant to be. Queries without commas are parted into a name and its
 * parents only when they are no name as they stand.
 */
export const search = async (view: LayerView, question: SearchQuestion): Promise<readonly FoundByName[]> => {
  const { written, guessed } = readingsOf(question.text)
  const task = new Search(view, question)
  if (question.isWholeName === true) {
    await task.tryAll(written, wholeName)
    return task.best()
  }
  const understood = await task.tryUntilFound([...written, ...guessed], wholeName)
  if (understood === null) {
    await task.tryAll(written, itsWords)
    if (!task.hasFound) await task.tryUntilFound(guessed, itsWords)
    if (!task.hasFound) await task.tryUntilFound([...written, ...guessed], similarWords)
  } else if (!task.isFull) await task.tryAll([understood], itsWords)
  return task.best()
}

/** How the name of a reading is looked for; several ways are alternatives, none means that this way does not apply. */
type Way = (name: string, vocabulary: Vocabulary) => Promise<readonly NameMatch[]>

const wholeName: Way = async (name) => [{ by: 'name', spellings: spellingsOf(name) }]

/** Whole words first: a word such as "county" begins so many that they are asked for only when they are needed. */
const itsWords: Way = async (name) => {
  const words = wordsOf(name).map(alternativesOf)
  const joined: readonly NameMatch[] =
    words.length === 1 ? [] : [{ by: 'words', words: [[squeeze(name)]], lastIsBegun: false }]
  return [{ by: 'words', words, lastIsBegun: false }, ...joined, { by: 'words', words, lastIsBegun: true }]
}

const similarWords: Way = async (name, vocabulary) => {
  const words = await vocabulary.similarNames(name)
  return words === null ? [] : [{ by: 'words', words, lastIsBegun: false }]
}

class Search {
  readonly #view: LayerView
  readonly #question: SearchQuestion
  readonly #ranking: Ranking
  readonly #vocabulary: Vocabulary
  readonly #contexts: Contexts

  constructor(view: LayerView, question: SearchQuestion) {
    this.#view = view
    this.#question = question
    this.#ranking = new Ranking(question.near)
    this.#vocabulary = new Vocabulary(view)
    this.#contexts = new Contexts(view, this.#vocabulary)
  }

  get hasFound(): boolean {
    return this.#ranking.size > 0
  }

  get isFull(): boolean {
    return this.#ranking.size >= this.#question.limit
  }

  /** The reading that found something. */
  async tryUntilFound(readings: readonly Reading[], way: Way): Promise<Reading | null> {
    for (const reading of readings) {
      await this.#try(reading, way)
      if (this.hasFound) return reading
    }
    return null
  }

  async tryAll(readings: readonly Reading[], way: Way): Promise<void> {
    for (const reading of readings) await this.#try(reading, way)
  }

  async best(): Promise<readonly FoundByName[]> {
    const ranked = this.#ranking.best(this.#question.limit)
    const records = await this.#view.withCurrentParents(ranked.map(({ record }) => record))
    return ranked.map(({ matchedName }, index) => ({ record: records[index], matchedName }))
  }

  async #try(reading: Reading, way: Way): Promise<void> {
    const contexts = await this.#contexts.of(reading.context, way === similarWords)
    if (contexts === null) return
    const matches = await way(reading.name, this.#vocabulary)
    for (const match of matches) {
      if (this.isFull) return
      for (const [layer, source] of this.#view.sources.entries()) {
        const hits = await source.search({ ...this.#filters(), match, within: contexts[0] ?? null })
        const records = hits.map(({ record }) => record)
        const visible = new Set(await this.#view.visible(layer, records))
        const fitting = hits.filter(({ record }) => visible.has(record) && liesIn(record, contexts.slice(1)))
        this.#ranking.add(fitting, reading.name)
      }
    }
  }

  #filters() {
    const { countries, kind, adminLevel, near, limit } = this.#question
    // Twins are put together afterwards, and what is near need not be prominent.
    return { countries, kind, adminLevel, limit: near === null ? 2 * limit + SPARE_HITS : HITS_WHEN_NEAR }
  }
}

const SPARE_HITS = 20
const HITS_WHEN_NEAR = 300

const liesIn = (record: NameHit['record'], contexts: readonly NameContext[]): boolean =>
  contexts.every(
    ({ ids, countries }) =>
      (record.kind !== 'country' && record.country !== null && countries.includes(record.country)) ||
      record.parents.some(({ id }) => ids.includes(id)),
  )
