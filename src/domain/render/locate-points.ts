/** Prepares stored polygons for point tests. */
import type { StoredGeometry } from '../catalog/ports.ts'
import { decodeRings } from '../geometry/codec.ts'
import { locateManyOnce } from '../geometry/contains-batch.ts'
import { buildGrid, type Grid } from '../geometry/contains-grid.ts'
import type { PointsTask } from './renderer.ts'

/** For a polygon that is tested once. */
export const locatePoints = ({ geometry, points }: PointsTask): Uint8Array =>
  locateManyOnce(decodeRings(geometry.rings), points)

/** For a polygon that will be tested again. */
export const indexGeometry = ({ rings }: StoredGeometry): Grid => buildGrid(decodeRings(rings))
