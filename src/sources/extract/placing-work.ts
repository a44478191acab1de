/**
 * The geometry that placing an object needs, as work of a thread: it takes as long as the polygons are large, and anyone may have
 * drawn them.
 */
import { defineWork } from '../../compute/work.ts'
import { shareInside } from '../../domain/boundary/hierarchy.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { RayIndex } from '../../domain/geometry/ray-index.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { compareLand, type LandAgreement, type LandComparison } from '../../domain/identity/land-agreement.ts'
import { sharedLand } from './land-share.ts'

/** A polygon that is asked about again: its index stays in the thread. */
export interface KnownPolygon {
  readonly key: string
  /** Encoded. */
  readonly rings: Uint8Array
}

/** Which shares of areas, given by sample points in units, lie in a polygon. The key is null for one that is asked about once. */
export interface SharesTask {
  readonly polygon: KnownPolygon | { readonly key: null; readonly rings: Uint8Array }
  readonly samples: readonly Float64Array[]
}

/** The land that an area has in common with others, in square degrees. Rings are encoded. */
export interface SharedLandTask {
  readonly area: Uint8Array
  readonly bbox: BBox
  readonly others: readonly Uint8Array[]
}

export interface PlacingWork {
  readonly compare: (task: LandComparison) => Promise<LandAgreement>
  readonly shares: (task: SharesTask) => Promise<readonly number[]>
  readonly sharedLand: (task: SharedLandTask) => Promise<readonly number[]>
}

export const compareWork = defineWork({ module: import.meta.url, name: 'compareWork', run: compareLand })

export const sharesWork = defineWork({
  module: import.meta.url,
  name: 'sharesWork',
  run: ({ polygon, samples }: SharesTask): readonly number[] => {
    const index = rayIndexOf(polygon)
    return samples.map((each) => shareInside(each, index))
  },
})

export const sharedLandWork = defineWork({
  module: import.meta.url,
  name: 'sharedLandWork',
  run: ({ area, bbox, others }: SharedLandTask): readonly number[] => {
    const rings = decodeRings(area)
    return others.map((other) => sharedLand(rings, bbox, decodeRings(other)))
  },
})

const MAX_INDEXES = 64
const indexes = new Map<string, RayIndex>()

const rayIndexOf = ({ key, rings }: SharesTask['polygon']): RayIndex => {
  const known = key === null ? undefined : indexes.get(key)
  if (known !== undefined) return known
  const index = new RayIndex(decodeRings(rings))
  if (key === null) return index
  if (indexes.size >= MAX_INDEXES) indexes.delete(indexes.keys().next().value!)
  indexes.set(key, index)
  return index
}
