/** Parents that a query names: "Texas" of "Paris, Texas". */
import type { BoundaryId } from '../boundary/id.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'
import type { NameContext, NameHit, NameMatch } from './ports.ts'
import type { Vocabulary } from './similar.ts'
import { spellingsOf } from './spellings.ts'

export class Contexts {
  readonly #view: LayerView
  readonly #vocabulary: Vocabulary
  readonly #known = new Map<string, Promise<NameContext | null>>()

  constructor(view: LayerView, vocabulary: Vocabulary) {
    this.#view = view
    this.#vocabulary = vocabulary
  }

  /** One for each name; null when one of them is nobody's name. `forgiving` takes misspelt names as well. */
  async of(names: readonly string[], forgiving: boolean): Promise<readonly NameContext[] | null> {
    const contexts: NameContext[] = []
    for (const name of names) {
      const context = (await this.#named(name)) ?? (forgiving ? await this.#similarTo(name) : null)
      if (context === null) return null
      contexts.push(context)
    }
    return contexts
  }

  #named(name: string): Promise<NameContext | null> {
    const kept = this.#known.get(name)
    if (kept !== undefined) return kept
    const context = this.#matching({ by: 'name', spellings: spellingsOf(name) }, () => true)
    this.#known.set(name, context)
    return context
  }

  async #similarTo(name: string): Promise<NameContext | null> {
    const words = await this.#vocabulary.similarNames(name)
    if (words === null) return null
    const isWhole = ({ forms }: NameHit): boolean =>
      forms.some(({ folded }) => wordsOf(folded).length === words.length)
    return this.#matching({ by: 'words', words, lastIsBegun: false }, isWhole)
  }

  /** Hidden boundaries count too: their names are names of what hides them. */
  async #matching(match: NameMatch, fits: (hit: NameHit) => boolean): Promise<NameContext | null> {
    const ids = new Set<BoundaryId>()
    const countries = new Set<string>()
    for (const source of this.#view.sources) {
      const query = {
        match,
        countries: [],
        kind: null,
        adminLevel: null,
        within: null,
        limit: MOST_NAMESAKES,
      }
      for (const hit of await source.search(query)) {
        if (!fits(hit)) continue
        const { id, kind, country } = hit.record
        for (const known of this.#view.idsOf(this.#view.successorOf(id) ?? id)) ids.add(known)
        ids.add(id)
        if (kind === 'country' && country !== null) countries.add(country)
      }
    }
    return ids.size === 0 ? null : { ids: [...ids], countries: [...countries] }
  }
}

/** Of the places with a name the most prominent: whoever means a smaller one as a parent says more than its name. */
const MOST_NAMESAKES = 30
