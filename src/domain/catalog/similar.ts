/** Words of the catalog that are one or two typing errors away from the words of a query. */
import { editDistance } from '../../util/edit-distance.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'

/** The vocabulary of all sources, looked up once per word. */
export class Vocabulary {
  readonly #view: LayerView
  readonly #asked = new Map<string, Promise<readonly string[]>>()

  constructor(view: LayerView) {
    this.#view = view
  }

  /** For each word itself and the known words near it; null when no word of the name has any. */
  async similarNames(folded: string): Promise<readonly (readonly string[])[] | null> {
    const words = wordsOf(folded)
    if (words.length > MAX_WORDS) return null
    const similar = await Promise.all(words.map((word) => this.#similarTo(word)))
    return similar.some((alternatives) => alternatives.length > 1) ? similar : null
  }

  #similarTo(word: string): Promise<readonly string[]> {
    const asked = this.#asked.get(word) ?? this.#lookUp(word)
    this.#asked.set(word, asked)
    return asked
  }

  async #lookUp(word: string): Promise<readonly string[]> {
    if (word.length < MIN_MISSPELT_LENGTH || word.length > MAX_MISSPELT_LENGTH || /\p{N}/u.test(word))
      return [word]
    const edits = word.length < MIN_WITH_TWO_EDITS_LENGTH ? 1 : 2
    const near = await this.#near(word, 1, edits)
    // Two errors anywhere make a wide search: only where the narrow one finds nothing.
    const nearest = near.length === 0 && edits === 2 ? await this.#near(word, 2, edits) : near
    return [word, ...nearest.slice(0, MAX_ALTERNATIVES)]
  }

  /** The nearest first. */
  async #near(word: string, searched: 1 | 2, edits: number): Promise<readonly string[]> {
    const near = new Map<string, number>()
    for (const source of this.#view.sources) {
      for (const candidate of await source.similarWords(word, searched)) {
        const distance = editDistance(candidate, word, edits)
        if (distance > 0 && distance <= edits) near.set(candidate, distance)
      }
    }
    return [...near]
      .sort(([a, far], [b, further]) => far - further || (a < b ? -1 : 1))
      .map(([candidate]) => candidate)
  }
}

/** Each word costs a lookup in the vocabulary. */
const MAX_WORDS = 8
/** The prominence of the places decides between them; short words have at most this many neighbours. */
const MAX_ALTERNATIVES = 64

/** In three letters an error makes another word; in eight, two errors are still recognisable. */
const MIN_MISSPELT_LENGTH = 4
const MIN_WITH_TWO_EDITS_LENGTH = 8
const MAX_MISSPELT_LENGTH = 40
