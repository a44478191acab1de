import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { BBox, Position } from '../../domain/geometry/rings.ts'

/** The fields of an object that are compared with known boundaries. */
export interface Compared {
  readonly id: BoundaryId
  readonly name: string
  readonly adminLevel: number | null
  readonly areaKm2: number
  readonly bbox: BBox
  readonly centroid: Position
  /** Sample points on its land, in units. */
  readonly samples: Float64Array
  readonly wikidata: string | null
  readonly isoCodes: readonly string[]
  /** Every name that would find it, folded. */
  foldedNames(): readonly string[]
  /** Encoded rings. */
  rings(): Uint8Array
}
