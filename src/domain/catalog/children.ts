/** The direct subdivisions of a boundary. */
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { foldName } from './fold.ts'
import type { LayerView } from './layers.ts'
import { haveSameExtent } from './same-extent.ts'

export interface Children {
  /** The level of the children; null when there are none. */
  readonly adminLevel: number | null
  /** Ordered by name. */
  readonly children: readonly BoundarySummary[]
}

/**
 * Of the asked level; else of the next one below the parent that has any. Which one that is differs from place to place (level 5
 * exists in four states of Germany), so the data are asked. A twin of the parent at another level is not its child.
 */
export const childrenOf = async (
  view: LayerView,
  parent: BoundaryRecord,
  adminLevel: number | null,
): Promise<Children> => {
  const ids = view.idsOf(parent.id)
  if (adminLevel !== null) return answer(adminLevel, await ofLevel(view, parent, ids, adminLevel))
  const first = await belowLevel(view, parent, ids, parent.adminLevel)
  if (!first.children.every(hasCountryCode)) return first
  return (
    (await besideTerritories(view, first, await belowLevel(view, parent, ids, first.adminLevel))) ?? first
  )
}

/**
 * Territories at a level of their own do not divide their country: New Caledonia and Metropolitan France are at level 3, the regions of
 * France beside them.
 */
const hasCountryCode = ({ iso }: BoundarySummary): boolean => iso !== null && !iso.includes('-')

/** What of the next level lies in no territory; null when all of it lies in what is above, as in the Kingdom of the Netherlands. */
const besideTerritories = async (
  view: LayerView,
  above: Children,
  { adminLevel, children }: Children,
): Promise<Children | null> => {
  const found = [...(await view.records(children.map(({ id }) => id))).values()]
  const records = new Map((await view.withCurrentParents(found)).map((record) => [record.id, record]))
  const liesInAny = ({ id }: BoundarySummary, outer: readonly BoundarySummary[]): boolean =>
    records.get(id)?.parents.some((each) => outer.some((other) => other.id === each.id)) === true
  const territories = above.children.filter(({ kind }) => kind === 'country')
  return children.every((child) => liesInAny(child, above.children))
    ? null
    : { adminLevel, children: children.filter((child) => !liesInAny(child, territories)) }
}

const belowLevel = async (
  view: LayerView,
  parent: BoundaryRecord,
  ids: readonly BoundaryId[],
  above: number | null,
): Promise<Children> => {
  let level = above
  while (level !== null) {
    level = await nextLevel(view, ids, level)
    const children = level === null ? [] : await ofLevel(view, parent, ids, level)
    if (children.length > 0) return answer(level, children)
  }
  return answer(null, [])
}

const answer = (adminLevel: number | null, children: readonly BoundarySummary[]): Children => ({
  adminLevel: children.length === 0 ? null : adminLevel,
  children: sortedByName(children),
})

const nextLevel = async (
  view: LayerView,
  ids: readonly BoundaryId[],
  above: number,
): Promise<number | null> => {
  const levels = await Promise.all(view.sources.map((source) => source.nextLevel(ids, above)))
  const known = levels.filter((level) => level !== null)
  return known.length === 0 ? null : Math.min(...known)
}

const ofLevel = async (
  view: LayerView,
  parent: BoundaryRecord,
  ids: readonly BoundaryId[],
  adminLevel: number,
): Promise<readonly BoundarySummary[]> => {
  const found = await Promise.all(
    view.sources.map(async (source, layer) => view.visible(layer, await source.children(ids, adminLevel))),
  )
  return found.flat().filter((child) => !haveSameExtent(child, parent))
}

const sortedByName = (children: readonly BoundarySummary[]): readonly BoundarySummary[] =>
  children
    .map((child) => ({ child, folded: foldName(child.name) }))
    .sort((a, b) => compare(a.folded, b.folded) || compare(a.child.id, b.child.id))
    .map(({ child }) => child)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
