/** Fetches subdivisions of a boundary, level by level: first their number, then the boundaries themselves. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { COUNTRY_LEVEL } from '../../domain/boundary/kind.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import { LiveMapFailed } from '../../domain/live/ports.ts'
import type { AnswerSection } from '../overpass/answer.ts'
import type { IsAskedFor } from '../overpass/ask-for-parts.ts'
import type { Overpass } from '../overpass/client.ts'
import { type QueryLimits, queryOfChildren, queryOfLevelCounts } from '../overpass/queries.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import { KEPT_MS } from './answer-memory.ts'
import type { FetchedBy } from './parents-on-map.ts'

/** Maximum number of subdivisions in one list; larger lists need an import. */
const MAX_CHILDREN = 2_000
const FINEST_LEVEL = 11

export const createSubdivisions = (
  overpass: Pick<Overpass, 'ask'>,
  store: Pick<BoundaryStore, 'children' | 'nextLevel'>,
  take: (query: (limits: QueryLimits) => string, isAskedFor: IsAskedFor, by: FetchedBy) => Promise<unknown>,
) => {
  /** Returns the levels that have boundaries in the area of the parent, with their numbers. */
  const countsOf = async (
    parent: BoundaryRecord,
    levels: readonly number[],
  ): Promise<readonly LevelCount[]> => {
    if (levels.length === 0) return []
    const counts = await overpass.ask(
      (limits) => queryOfLevelCounts(parent.id, levels, limits),
      ({ sections }) => levels.map((level, index) => ({ level, count: countIn(sections.at(index)) })),
    )
    return counts.filter(({ count }) => count > 0)
  }

  const takeLevel = async (
    parent: BoundaryRecord,
    { level, count }: LevelCount,
    by: FetchedBy,
  ): Promise<void> => {
    if (count > MAX_CHILDREN)
      throw new LiveMapFailed(
        'too large',
        `${parent.id} has ${count} subdivisions of level ${level}; at most ${MAX_CHILDREN} are fetched at once.`,
        KEPT_MS / 1000,
      )
    await take(
      (limits) => queryOfChildren(parent.id, level, limits),
      (_, tags) => tags === null || tags.admin_level === String(level),
      by,
    )
  }

  /**
   * Finds the next level: the first with a boundary that the parent contains. Neighbours that share a river with the parent
   * also lie in its area.
   */
  const takeNextLevel = async (parent: BoundaryRecord): Promise<void> => {
    for (const each of await countsOf(parent, levelsToAsk(parent))) {
      await takeLevel(parent, each, { parent: parent.id })
      if ((await store.children([parent.id], each.level)).length > 0) return
    }
  }

  return {
    /** Returns the stored ones; a null level is the next one that has any. */
    known: async (parent: BoundaryRecord, adminLevel: number | null): Promise<readonly BoundaryId[]> => {
      const level = adminLevel ?? (await store.nextLevel([parent.id], parent.adminLevel ?? COUNTRY_LEVEL))
      return level === null ? [] : (await store.children([parent.id], level)).map(({ id }) => id)
    },
    /** Fetches and stores them. */
    take: async (parent: BoundaryRecord, adminLevel: number | null): Promise<void> => {
      if (adminLevel === null) await takeNextLevel(parent)
      else for (const each of await countsOf(parent, [adminLevel])) await takeLevel(parent, each, 'name')
    },
  }
}

interface LevelCount {
  readonly level: number
  readonly count: number
}

const levelsToAsk = (parent: BoundaryRecord): readonly number[] => {
  const first = (parent.adminLevel ?? COUNTRY_LEVEL) + 1
  return Array.from({ length: Math.max(0, FINEST_LEVEL - first + 1) }, (_, index) => first + index)
}

/** @throws UnusableAnswer if the answer ends early: an absent count is not 0 */
const countIn = (section: AnswerSection | undefined): number => {
  if (section === undefined || section.count === null)
    throw new UnusableAnswer('The answer ends before its last count.')
  return section.count
}
