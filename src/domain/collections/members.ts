/** Finds, counts and measures the boundaries of a collection before any of them is written. */
import { attributionOf, attributionOfOne, populationCredits } from '../boundary/attribution.ts'
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import { positionsOf } from '../boundary/positions.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { joinBBoxes } from '../geometry/bbox.ts'
import type { BBox } from '../geometry/rings.ts'

export type Members = 'children' | 'hierarchy'

/** Selects direct subdivisions of the parent or those of all levels, optionally of one level or kind. */
export interface Selection {
  readonly members: Members
  readonly adminLevel: number | null
  readonly kind: Kind | null
}

export interface Selected {
  readonly title: string
  readonly ids: readonly BoundaryId[]
  /** Notes on the list of subdivisions, for the reader. */
  readonly notes: readonly string[]
}

/** Returns the subdivisions of `parent` in the selection, level by level, without repetitions. */
export const selectWithin = async (
  catalog: Pick<Catalog, 'children' | 'levels'>,
  parent: BoundaryRecord,
  { members, adminLevel, kind }: Selection,
): Promise<Selected> => {
  const isDirect = members === 'children' && kind === null
  const levels = adminLevel !== null ? [adminLevel] : isDirect ? [null] : await catalog.levels(parent)
  const ids = new Set<BoundaryId>()
  const notes = new Set<string>()
  for (const level of levels) {
    const list = await catalog.children(parent, level)
    // Skip its notes: they would say that the level is unknown, although the caller did not ask for it.
    if (list.children.length === 0 && level !== null && adminLevel === null) continue
    for (const child of list.children) if (kind === null || isOfKind(child, kind)) ids.add(child.id)
    for (const note of list.notes) notes.add(note)
  }
  return { title: titleOf(parent, { members, adminLevel, kind }), ids: [...ids], notes: [...notes] }
}

const isOfKind = ({ kind, alsoKinds = [] }: BoundarySummary, wanted: Kind): boolean =>
  kind === wanted || alsoKinds.includes(wanted)

const titleOf = ({ name }: BoundaryRecord, { adminLevel, kind }: Selection): string => {
  const what = kind === null ? 'Subdivisions' : `Boundaries of kind ${kind}`
  return `${what} of ${name}${adminLevel === null ? '' : `, level ${adminLevel}`}`
}

/** Facts about a collection that a file needs before its first boundary. */
export interface Survey {
  readonly count: number
  /** Positions of the full polygons, including closing positions. */
  readonly points: number
  readonly bbox: BBox
  readonly attribution: string
}

const BATCH = 500

/** Returns null if there are no boundaries. Records are read in batches and not retained. */
export const survey = async (
  catalog: Pick<Catalog, 'records'>,
  ids: readonly BoundaryId[],
  signal: AbortSignal,
): Promise<Survey | null> => {
  let count = 0
  let points = 0
  const boxes: BBox[] = []
  /** One boundary for each credit line. */
  const credited = new Map<string, BoundaryRecord>()
  for await (const records of recordBatches(catalog, ids, signal)) {
    count += records.length
    points += positionsOf(records)
    if (records.length > 0) boxes.push(joinBBoxes(records.map(({ bbox }) => bbox)))
    for (const record of records) credited.set(attributionOfOne(record), record)
  }
  if (count === 0) return null
  const some = [...credited.values()]
  return {
    count,
    points,
    bbox: joinBBoxes(boxes),
    attribution: attributionOf(some, populationCredits(some)),
  }
}

/** Yields the records of these ids in their order. */
export async function* recordBatches(
  catalog: Pick<Catalog, 'records'>,
  ids: readonly BoundaryId[],
  signal: AbortSignal,
): AsyncGenerator<readonly BoundaryRecord[]> {
  for (let first = 0; first < ids.length; first += BATCH) {
    signal.throwIfAborted()
    const batch = ids.slice(first, first + BATCH)
    const known = await catalog.records(batch)
    yield batch.flatMap((id) => known.get(id) ?? [])
  }
}
