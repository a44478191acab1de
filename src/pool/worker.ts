/** What runs in a thread of the pool, by name. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { StoredGeometry } from '../domain/catalog/ports.ts'
import { gridBuffers } from '../domain/geometry/grid-buffers.ts'
import { indexGeometry as index } from '../domain/render/locate-points.ts'

export { drawArea } from '../domain/area/draw-area.ts'
export { locateDisputes } from '../domain/render/locate-disputes.ts'
export { locatePoints } from '../domain/render/locate-points.ts'
export { renderFile } from '../domain/render/render-file.ts'
export { renderGeometry } from '../domain/render/render-geometry.ts'
export { unite } from '../domain/render/unite.ts'

/** A copy is made faster than a smaller buffer changes hands. */
const MIN_MOVED_BYTES = 16 * 1024

/** Handed over rather than copied: an index is several times as large as its polygon. */
export const indexGeometry = (geometry: StoredGeometry): unknown => {
  const grid = index(geometry)
  const moved = gridBuffers(grid).filter(({ byteLength }) => byteLength >= MIN_MOVED_BYTES)
  return move({ [transferableSymbol]: moved, [valueSymbol]: grid })
}
