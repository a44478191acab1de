/** Finds the boundary of a reference. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type BoundaryReference, canonicalId, parseBoundaryReference } from '../boundary/id.ts'
import type { LayerView } from './layers.ts'
import { haveSameExtent } from './same-extent.ts'

export type FindAnswer =
  | {
      readonly found: true
      readonly record: BoundaryRecord
      readonly alternatives: readonly BoundaryRecord[]
    }
  /** `deleted`: an import removed it, because its source no longer has it. */
  | {
      readonly found: false
      readonly deleted: boolean
      /** Boundaries in different places that all have the code. */
      readonly carriers?: readonly BoundaryRecord[]
      /** True if the live map was asked and does not have it either. */
      readonly askedMap?: boolean
      /** Set if every caller is the operator, who can import what is missing. */
      readonly reader?: 'operator'
    }

/**
 * Returns the best match of the highest source. The id of a superseded boundary leads to its replacement. The number of an
 * object leads to nothing else than this object, even if another source is used for its place.
 */
export const findReference = async (view: LayerView, reference: BoundaryReference): Promise<FindAnswer> => {
  const id = canonicalId(reference)
  const hidden: BoundaryRecord[] = []
  const carriers: BoundaryRecord[] = []
  for (const [layer, source] of view.sources.entries()) {
    const all = await source.find(reference)
    const records = await view.visible(layer, all)
    if (isTagged(reference)) carriers.push(...records)
    else if (records.length > 0) return found(await view.withCurrentParents(records))
    hidden.push(...all.filter((record) => record.id === id))
  }
  if (carriers.length > 0) return holderAmong(await view.withCurrentParents(carriers))
  const successor = view.successorOf(id)
  const records = successor === null ? new Map() : await view.records([successor])
  if (records.size > 0) return found([...records.values()])
  const deleted = await Promise.all(view.sources.map((source) => source.isDeleted?.(id) ?? false))
  if (deleted.includes(true)) return { found: false, deleted: true }
  return 'number' in reference && hidden.length > 0
    ? found(await view.withCurrentParents(hidden.slice(0, 1)))
    : { found: false, deleted: false }
}

/** Codes that only tags give, which nothing confirms. */
const isTagged = ({ by }: BoundaryReference): boolean => by === 'fips' || by === 'geonames' || by === 'nuts'

/** The one that has all others in it, as a region has its city; if there is none, nothing decides. */
const holderAmong = (carriers: readonly BoundaryRecord[]): FindAnswer => {
  const [first, ...others] = carriers.toSorted(
    (a, b) => (a.adminLevel ?? Infinity) - (b.adminLevel ?? Infinity) || b.areaKm2 - a.areaKm2,
  )
  return others.every(
    (other) => other.parents.some(({ id }) => id === first.id) || haveSameExtent(other, first),
  )
    ? found([first, ...others])
    : { found: false, deleted: false, carriers }
}

/** Returns the boundaries for an id from this service's own data, the best first; none if no source has it. */
export const findKnown = async (view: LayerView, id: string): Promise<readonly BoundaryRecord[]> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference)
    throw new Error(`A data file of this service contains an invalid id. ${reference.problem}`)
  const answer = await findReference(view, reference)
  return answer.found ? [answer.record, ...answer.alternatives] : []
}

const found = ([record, ...alternatives]: readonly BoundaryRecord[]): FindAnswer => ({
  found: true,
  record,
  alternatives,
})
