/** Parents named in a query: "Texas" in "Paris, Texas". */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { bareNames } from './bare-names.ts'
import { findKnown } from './find.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'
import { isOfLevel, type LevelWord } from './level-words.ts'
import { furtherNamesOf, type NameWords } from './name-words.ts'
import type { NameContext, NameHit, NameMatch } from './ports.ts'
import type { SimilarWords } from './similar-words.ts'
import { spellingsOf } from './spellings.ts'
import { isAsSureAs, type Standing } from './standing.ts'

export interface ContextOptions {
  /** Take names literally: without level words and further names. */
  readonly isLiteral?: boolean
  /** The least sure boundaries that count; all if absent. */
  readonly least?: Standing
}

export class NameContexts {
  readonly #view: LayerView
  readonly #similar: SimilarWords
  readonly #words: NameWords
  readonly #isLiteral: boolean
  readonly #least: Standing
  readonly #known = new Map<string, Promise<NameContext | null>>()
  /** Some boundary that was found did not count. */
  #hasDropped = false

  constructor(
    view: LayerView,
    similar: SimilarWords,
    words: NameWords,
    { isLiteral = false, least = 'fetched' }: ContextOptions = {},
  ) {
    this.#view = view
    this.#similar = similar
    this.#words = words
    this.#isLiteral = isLiteral
    this.#least = least
  }

  /**
   * Returns one context for each name; null if a name matches no boundary. `forgiving` accepts misspelt names. What a stranger
   * may have drawn counts where nothing else has the name.
   */
  async of(names: readonly string[], forgiving: boolean): Promise<readonly NameContext[] | null> {
    const contexts: NameContext[] = []
    for (const name of names) {
      const context =
        (await this.#among(name, forgiving, this.#least === 'confirmed' ? 'confirmed' : 'imported')) ??
        (this.#least === 'fetched' && this.#hasDropped ? await this.#among(name, forgiving, 'fetched') : null)
      if (context === null) return null
      contexts.push(context)
    }
    return contexts
  }

  async #among(name: string, forgiving: boolean, least: Standing): Promise<NameContext | null> {
    return (await this.#named(name, least)) ?? (forgiving ? this.#similarTo(name, least) : null)
  }

  #named(name: string, least: Standing): Promise<NameContext | null> {
    const key = `${least} ${name}`
    const kept = this.#known.get(key)
    if (kept !== undefined) return kept
    const context = this.#find(name, least)
    this.#known.set(key, context)
    return context
  }

  async #find(name: string, least: Standing): Promise<NameContext | null> {
    const written = await this.#called(name, null, least)
    if (written !== null || this.#isLiteral) return written
    for (const bare of bareNames(name, this.#words)) {
      const context = await this.#called(bare.name, bare.level, least)
      if (context !== null) return context
    }
    return null
  }

  async #called(name: string, level: LevelWord | null, least: Standing): Promise<NameContext | null> {
    const further = await Promise.all(
      (this.#isLiteral ? [] : furtherNamesOf(name, this.#words)).map(({ id }) => findKnown(this.#view, id)),
    )
    const hits = await this.#matching({ by: 'name', spellings: spellingsOf(name, this.#words) }, least)
    const records = [...further.flat(), ...hits.map(({ record }) => record)]
    return this.#contextOf(level === null ? records : records.filter((record) => isOfLevel(level, record)))
  }

  async #similarTo(name: string, least: Standing): Promise<NameContext | null> {
    const words = await this.#similar.similarNames(name)
    if (words === null) return null
    const hits = await this.#matching({ by: 'words', words, lastIsPrefix: false }, least)
    const isWhole = ({ forms }: NameHit): boolean =>
      forms.some(({ folded }) => wordsOf(folded).length === words.length)
    return this.#contextOf(hits.filter(isWhole).map(({ record }) => record))
  }

  /** Includes hidden boundaries: their names belong to the boundary that hides them. */
  async #matching(match: NameMatch, least: Standing): Promise<readonly NameHit[]> {
    const query = { match, countries: [], kind: null, adminLevel: null, within: null, limit: MAX_NAMESAKES }
    const hits: NameHit[] = []
    for (const source of this.#view.sources) hits.push(...(await source.search(query)))
    const counted = hits.filter(({ record }) => isAsSureAs(this.#view.standingOf(record), least))
    if (counted.length < hits.length) this.#hasDropped = true
    return counted
  }

  #contextOf(records: readonly BoundaryRecord[]): NameContext | null {
    if (records.length === 0) return null
    const ids = records.flatMap(({ id }) => [id, ...this.#view.idsOf(this.#view.successorOf(id) ?? id)])
    const countries = records.flatMap(({ kind, country }) =>
      kind === 'country' && country !== null ? [country] : [],
    )
    return { ids: [...new Set(ids)], countries: [...new Set(countries)] }
  }
}

/**
 * Limits the places with one name to the most prominent; a caller who means a smaller parent has to add more than its name.
 */
const MAX_NAMESAKES = 30
