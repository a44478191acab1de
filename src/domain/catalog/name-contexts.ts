/** Parents named in a query: "Texas" in "Paris, Texas". */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { AbsentNames } from './absent-names.ts'
import { bareNames } from './bare-names.ts'
import { findKnown } from './find.ts'
import { wordsOf } from './fold.ts'
import type { LayerView } from './layers.ts'
import { isOfLevel, type LevelWord } from './level-words.ts'
import { furtherNamesOf, type NameWords } from './name-words.ts'
import { type NameContext, type NameHit, type NameMatch, NO_FILTERS } from './ports.ts'
import type { SimilarWords } from './similar-words.ts'
import { spellingsOf } from './spellings.ts'
import { isAsSureAs, type Standing } from './standing.ts'

export interface ContextOptions {
  /** Take names literally: without level words and further names. */
  readonly isLiteral?: boolean
  /** The least sure boundaries that count; all if absent. */
  readonly least?: Standing
  readonly absent?: AbsentNames
}

export type NameContexts = ReturnType<typeof nameContexts>

export const nameContexts = (
  view: LayerView,
  similar: SimilarWords,
  words: NameWords,
  { isLiteral = false, least = 'fetched', absent }: ContextOptions = {},
) => {
  const known = new Map<string, Promise<NameContext | null>>()
  /** Some boundary that was found did not count. */
  let hasDropped = false

  /**
   * Returns one context for each name; null if a name matches no boundary. `forgiving` accepts misspelt names. What a stranger
   * may have drawn counts where nothing else has the name.
   */
  const of = async (names: readonly string[], forgiving: boolean): Promise<readonly NameContext[] | null> => {
    const contexts: NameContext[] = []
    for (const name of names) {
      const context =
        (await among(name, forgiving, least === 'confirmed' ? 'confirmed' : 'imported')) ??
        (least === 'fetched' && hasDropped ? await among(name, forgiving, 'fetched') : null)
      if (context === null) return null
      contexts.push(context)
    }
    return contexts
  }

  const among = async (name: string, forgiving: boolean, least: Standing): Promise<NameContext | null> =>
    (await named(name, least)) ?? (forgiving ? similarTo(name, least) : null)

  const named = (name: string, least: Standing): Promise<NameContext | null> => {
    const key = `${least} ${name}`
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const context = find(name, least)
    known.set(key, context)
    return context
  }

  const find = async (name: string, least: Standing): Promise<NameContext | null> => {
    const written = await called(name, null, least)
    if (written !== null || isLiteral) return written
    const bare = bareNames(name, words)
    await absent?.learn(bare.map((each) => each.name))
    for (const { name, level } of bare) {
      const context = await called(name, level, least)
      if (context !== null) return context
    }
    return null
  }

  const called = async (
    name: string,
    level: LevelWord | null,
    least: Standing,
  ): Promise<NameContext | null> => {
    const further = await Promise.all(
      (isLiteral ? [] : furtherNamesOf(name, words)).map(({ id }) => findKnown(view, id)),
    )
    const hits = await matching({ by: 'name', spellings: spellingsOf(name, words) }, least)
    const records = [...further.flat(), ...hits.map(({ record }) => record)]
    return contextOf(level === null ? records : records.filter((record) => isOfLevel(level, record)))
  }

  const similarTo = async (name: string, least: Standing): Promise<NameContext | null> => {
    const words = await similar.similarNames(name)
    if (words === null) return null
    const hits = await matching({ by: 'words', words, lastIsPrefix: false }, least)
    const isWhole = ({ forms }: NameHit): boolean =>
      forms.some(({ folded }) => wordsOf(folded).length === words.length)
    return contextOf(hits.filter(isWhole).map(({ record }) => record))
  }

  /** Includes hidden boundaries: their names belong to the boundary that hides them. */
  const matching = async (match: NameMatch, least: Standing): Promise<readonly NameHit[]> => {
    const present = absent === undefined ? match : absent.without(match)
    if (present === null) return []
    const query = { ...NO_FILTERS, match: present, limit: MAX_NAMESAKES }
    const hits: NameHit[] = []
    for (const source of view.sources) hits.push(...(await source.search(query)))
    const counted = hits.filter(({ record }) => isAsSureAs(view.standingOf(record), least))
    if (counted.length < hits.length) hasDropped = true
    return counted
  }

  const contextOf = (records: readonly BoundaryRecord[]): NameContext | null => {
    if (records.length === 0) return null
    const ids = records.flatMap(({ id }) => [id, ...view.idsOf(view.successorOf(id) ?? id)])
    const countries = records.flatMap(({ kind, country }) =>
      kind === 'country' && country !== null ? [country] : [],
    )
    return { ids: [...new Set(ids)], countries: [...new Set(countries)] }
  }

  return { of, ofBoundaries: contextOf }
}

/**
 * Limits the places with one name to the most prominent; a caller who means a smaller parent has to add more than its name.
 */
const MAX_NAMESAKES = 30
