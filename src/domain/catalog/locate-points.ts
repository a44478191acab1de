/** Prepares stored polygons for point tests. */
import { defineWork } from '../../compute/work.ts'
import { decodeRings } from '../geometry/codec.ts'
import { buildGrid, type Grid } from '../geometry/contains-grid.ts'
import { locateManyOnce } from '../geometry/contains-once.ts'
import { gridBuffers } from '../geometry/grid-buffers.ts'
import type { StoredGeometry } from './ports.ts'

export interface PointsTask {
  readonly geometry: StoredGeometry
  /** `[lon, lat, …]` in degrees. */
  readonly points: Float64Array
}

/** For a polygon that is tested once: OUTSIDE, INSIDE or BORDER for each point. */
const locatePoints = ({ geometry, points }: PointsTask): Uint8Array =>
  locateManyOnce(decodeRings(geometry.rings), points)

export const locateWork = defineWork({ module: import.meta.url, name: 'locateWork', run: locatePoints })

/** For a polygon that will be tested again. */
const indexGeometry = ({ rings }: StoredGeometry): Grid => buildGrid(decodeRings(rings))

/** Smaller buffers are copied faster than transferred. */
const MIN_MOVED_BYTES = 16 * 1024

/** Transfers the index instead of copying it, because it is several times as large as its polygon. */
export const indexWork = defineWork({
  module: import.meta.url,
  name: 'indexWork',
  run: indexGeometry,
  movedFromResult: (grid) => gridBuffers(grid).filter(({ byteLength }) => byteLength >= MIN_MOVED_BYTES),
})
