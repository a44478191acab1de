/** The distinct edges of many areas, for an index of them: plain data in memory that threads can share. */

import type { Box } from './arrangement/cells.ts'
import type { Rings } from './rings.ts'
import { AreaSets } from './stacked/area-sets.ts'
import { boxesOfRuns } from './stacked/edge-runs.ts'
import { edgesIn } from './stacked/edges-in-box.ts'

export interface StackedEdges {
  /** Box of the points; its borders lie at half units. */
  readonly box: Box
  readonly areaCount: number
  /** `[lon, lat, lon, lat]` of each edge that may touch the box. */
  readonly segments: Int32Array
  /** Set of the areas that have each edge. */
  readonly owners: Int32Array
  /** `[west, south, east, north]` of each run. */
  readonly runBoxes: Int32Array
  /** Set of the areas that contain the lower left corner of the box. */
  readonly corner: number
  /** Areas of each set, as their indexes in the input. */
  readonly sets: readonly (readonly number[])[]
}

export const stackEdges = (areas: readonly Rings[], box: Box): StackedEdges => {
  const sets = new AreaSets()
  const { segments, owners, corner } = edgesIn(areas, box, sets)
  return {
    box,
    areaCount: areas.length,
    segments: shared(segments),
    owners: shared(owners),
    runBoxes: shared(boxesOfRuns(segments)),
    corner,
    sets: sets.lists,
  }
}

export const bytesOfEdges = ({ segments, owners, runBoxes }: StackedEdges): number =>
  segments.byteLength + owners.byteLength + runBoxes.byteLength

const shared = (numbers: Int32Array): Int32Array => {
  const copy = new Int32Array(new SharedArrayBuffer(numbers.byteLength))
  copy.set(numbers)
  return copy
}
