/**
 * Finds the known boundaries near an object, and limits how many of them an import looks at: a store may have thousands at one place,
 * and the next file as many again. What the limits leave out is reported.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { BoxIndex, PointCandidate, RecordSource } from '../../domain/catalog/ports.ts'
import type { BBox, Position } from '../../domain/geometry/rings.ts'

/**
 * Looked up in a source, and compared with an object. At the centre of a boundary of the atlas are the boxes of at most 13 others, of which
 * 10 are of lower levels and large enough, and 6 of its level.
 */
const LOOKUPS = { each: 100, free: 1_000_000 }
const COMPARISONS = { each: 25, free: 5_000 }

/** What every object may have, and what all objects of an import share beyond that. */
const allowance = ({ each, free }: typeof LOOKUPS) => {
  let left = free
  return {
    /** For the next object. */
    most: (): number => each + left,
    spend: (count: number): void => {
      left -= Math.max(0, count - each)
    },
  }
}

export interface NearbyBoundary {
  readonly record: BoundaryRecord
  /** Changes whenever its polygon may change. */
  readonly revision: number
}

/** One for each import. */
export class KnownNearby {
  /** Objects among more known boundaries than were looked at. */
  readonly crowded = new Set<BoundaryId>()
  readonly #lookups = allowance(LOOKUPS)
  readonly #comparisons = allowance(COMPARISONS)

  /** Returns those whose box contains one of the points. O(n) in them, at most 100 and a share of a million for the whole import. */
  at(
    source: BoxIndex & RecordSource,
    object: BoundaryId,
    points: readonly Position[],
  ): Promise<readonly NearbyBoundary[]> {
    return this.#recordsOf(
      source,
      object,
      points.map((point) => (most) => source.candidates(point, most)),
    )
  }

  /** Returns those whose box meets this one. As costly as `at`. */
  in(source: BoxIndex & RecordSource, object: BoundaryId, box: BBox): Promise<readonly NearbyBoundary[]> {
    return this.#recordsOf(source, object, [(most) => source.candidatesIn(box, most)])
  }

  /**
   * Returns those that are compared with the object: at most 25, and a share of 5,000 for the whole import. The first ones have the
   * lowest ids: what was drawn to exceed the limit is younger than what it surrounds.
   */
  compared<B extends Pick<BoundaryRecord, 'id'>>(object: BoundaryId, boundaries: readonly B[]): readonly B[] {
    const most = this.#comparisons.most()
    this.#comparisons.spend(Math.min(most, boundaries.length))
    if (boundaries.length <= most) return boundaries
    this.crowded.add(object)
    return boundaries.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1)).slice(0, most)
  }

  async #recordsOf(
    source: BoxIndex & RecordSource,
    object: BoundaryId,
    searches: readonly ((most: number) => Promise<readonly PointCandidate[]>)[],
  ): Promise<readonly NearbyBoundary[]> {
    const revisions = new Map<BoundaryId, number>()
    for (const search of searches) {
      const most = this.#lookups.most()
      const found = await search(most)
      this.#lookups.spend(found.length)
      if (found.length === most) this.crowded.add(object)
      for (const { id, revision } of found) revisions.set(id, revision)
    }
    const records = await source.records([...revisions.keys()])
    return records.map((record) => ({ record, revision: revisions.get(record.id)! }))
  }
}
