/** The towns that a reading of a query may mean, and other towns of the name. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Town } from '../gazetteer/ports.ts'
import type { Position } from '../geometry/rings.ts'
import { foldName } from './fold.ts'
import type { Lexicon } from './lexicon.ts'
import { ownNames, townsMeant } from './meant-town.ts'
import type { NameContexts } from './name-contexts.ts'
import type { NameWords } from './name-words.ts'
import type { NameContext } from './ports.ts'
import type { NameReading } from './readings.ts'
import type { SearchQuestion } from './search-question.ts'

export type SearchedFor = Pick<SearchQuestion, 'text' | 'countries' | 'kind' | 'adminLevel' | 'near'>

/** Returns the boundaries around a point. */
export type Reverse = (point: Position) => Promise<readonly BoundaryRecord[]>

/**
 * Returns the towns of the name, the likeliest first; of a reading with parents only the likeliest that lies in all of them. Empty also
 * where the filters of the question want something else than a town.
 */
export const townsOf = async (
  { name, level, context }: NameReading,
  question: SearchedFor,
  contexts: NameContexts,
  { towns, words }: Lexicon,
  reverse: Reverse,
): Promise<readonly Town[]> => {
  const { kind, adminLevel } = question
  if (level !== null && !level.kinds.includes('city')) return []
  if ((kind !== null && !TOWN_KINDS.has(kind)) || (adminLevel !== null && adminLevel <= MAX_REGION_LEVEL))
    return []
  const meant = townsMeant(name, towns, question, words)
  if (meant.length === 0 || context.length === 0) return meant
  const parents = await contexts.of(context, false)
  if (parents === null) return []
  for (const town of meant.slice(0, MAX_PLACED)) if (await townLiesIn(town, parents, reverse)) return [town]
  return []
}

const townLiesIn = async (
  { position }: Town,
  parents: readonly NameContext[],
  reverse: Reverse,
): Promise<boolean> => {
  const containing = await reverse(position)
  return parents.every(({ ids, countries }) =>
    containing.some(
      ({ id, kind, country }) =>
        ids.includes(id) || (kind === 'country' && country !== null && countries.includes(country)),
    ),
  )
}

const TOWN_KINDS: ReadonlySet<Kind> = new Set(['city', 'municipality'])
/** Levels of countries, states and provinces. */
const MAX_REGION_LEVEL = 4

/** Limits the lookups of towns with the same name. */
const MAX_PLACED = 30

/** Returns the other towns of the name that people may mean: large ones and capitals, unless the query says where the town is. */
export const othersOf = (
  told: Town,
  towns: readonly Town[],
  { name, context }: NameReading,
  { near }: SearchedFor,
  words: NameWords,
): readonly Town[] => {
  if (near !== null || context.length > 0) return []
  const named = ownNames(name, words)
  return towns
    .filter((town) => town !== told && named.has(foldName(town.name)) && isWellKnown(town))
    .slice(0, MAX_OTHERS)
}

const MAX_OTHERS = 3

const isWellKnown = ({ population, seatOrder }: Town): boolean => population >= LARGE || seatOrder === 0

/** Population above which most people know a town. */
export const LARGE = 100_000
