/** The boundaries of a collection: found, counted and measured before any of them is written. */
import { attributionOf, attributionOfOne, populationCredits } from '../boundary/attribution.ts'
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import { positionsOf } from '../boundary/count-positions.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { joinBBoxes } from '../geometry/bbox.ts'
import type { BBox } from '../geometry/rings.ts'
import type { Located } from './spatial-order.ts'

export type Members = 'children' | 'hierarchy'

/** What of the parent: its direct subdivisions, or those of all levels; of one level or kind alone where these are given. */
export interface MemberSelection {
  readonly members: Members
  readonly adminLevel: number | null
  readonly kind: Kind | null
}

export interface Selected {
  readonly title: string
  readonly ids: readonly BoundaryId[]
  /** Of the list of subdivisions, for the reader. */
  readonly notes: readonly string[]
}

/** The subdivisions of `parent` that the selection names, level by level, without repetitions. */
export const selectWithin = async (
  catalog: Pick<Catalog, 'children' | 'levels'>,
  parent: BoundaryRecord,
  { members, adminLevel, kind }: MemberSelection,
): Promise<Selected> => {
  const isDirect = members === 'children' && kind === null
  const levels = adminLevel !== null ? [adminLevel] : isDirect ? [null] : await catalog.levels(parent)
  const ids = new Set<BoundaryId>()
  const notes = new Set<string>()
  for (const level of levels) {
    const list = await catalog.children(parent, level)
    // Its notes would say that the level is unknown, which nobody asked.
    if (list.children.length === 0 && level !== null && adminLevel === null) continue
    for (const child of list.children) if (kind === null || isOfKind(child, kind)) ids.add(child.id)
    for (const note of list.notes) notes.add(note)
  }
  return { title: collectionTitle(parent, { members, adminLevel, kind }), ids: [...ids], notes: [...notes] }
}

const isOfKind = ({ kind, alsoKinds = [] }: BoundarySummary, wanted: Kind): boolean =>
  kind === wanted || alsoKinds.includes(wanted)

const collectionTitle = ({ name }: BoundaryRecord, { adminLevel, kind }: MemberSelection): string => {
  const what = kind === null ? 'Subdivisions' : `Boundaries of kind ${kind}`
  return `${what} of ${name}${adminLevel === null ? '' : `, level ${adminLevel}`}`
}

/** Facts about a collection that a file needs before its first boundary. */
export interface Survey {
  readonly count: number
  /** Positions of the full polygons, closing ones included. */
  readonly points: number
  /** Bytes of the names in all languages, as JSON has them. */
  readonly nameBytes: number
  readonly bbox: BBox
  readonly attribution: string
  /** Where each boundary is, in the order of the ids. */
  readonly located: readonly Located[]
}

const BATCH = 500

/** Null when there are none. Records are read in batches and not kept. */
export const survey = async (
  catalog: Pick<Catalog, 'records'>,
  ids: readonly BoundaryId[],
  signal: AbortSignal,
): Promise<Survey | null> => {
  let count = 0
  let points = 0
  let nameBytes = 0
  const boxes: BBox[] = []
  const located: Located[] = []
  /** One boundary for each line of credits. */
  const credited = new Map<string, BoundaryRecord>()
  for await (const records of recordBatches(catalog, ids, signal)) {
    count += records.length
    points += positionsOf(records)
    for (const { names } of records) nameBytes += bytesOfNames(names)
    if (records.length > 0) boxes.push(joinBBoxes(records.map(({ bbox }) => bbox)))
    for (const record of records) {
      credited.set(attributionOfOne(record), record)
      located.push({ id: record.id, bbox: record.bbox })
    }
  }
  if (count === 0) return null
  const some = [...credited.values()]
  return {
    count,
    points,
    nameBytes,
    bbox: joinBBoxes(boxes),
    attribution: attributionOf(some, populationCredits(some)),
    located,
  }
}

const bytesOfNames = (names: BoundaryRecord['names']): number => Buffer.byteLength(JSON.stringify(names))

/** The records of these ids in their order. */
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
