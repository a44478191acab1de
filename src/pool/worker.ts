/** Functions of worker threads, called by name. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { StoredGeometry } from '../domain/catalog/ports.ts'
import { gridBuffers } from '../domain/geometry/grid-buffers.ts'
import { indexGeometry as index } from '../domain/render/locate-points.ts'
import { type BlockTask, prepareBlock as prepare } from '../domain/tiles/block.ts'
import { encodeZoom as encode, type ZoomTask } from '../domain/tiles/zoom-tiles.ts'
import { inSharedMemory } from './shared-memory.ts'

export { drawArea } from '../domain/area/draw-area.ts'
export { locateDisputes } from '../domain/render/locate-disputes.ts'
export { locatePoints } from '../domain/render/locate-points.ts'
export { renderFile } from '../domain/render/render-file.ts'
export { renderGeometry } from '../domain/render/render-geometry.ts'
export { unite } from '../domain/render/unite.ts'
export { drawTiles } from '../domain/tiles/draw-tile.ts'

/** Smaller buffers are copied faster than transferred. */
const MIN_MOVED_BYTES = 16 * 1024

/** Transfers the index instead of copying it, because it is several times as large as its polygon. */
export const indexGeometry = (geometry: StoredGeometry): unknown => {
  const grid = index(geometry)
  const moved = gridBuffers(grid).filter(({ byteLength }) => byteLength >= MIN_MOVED_BYTES)
  return move({ [transferableSymbol]: moved, [valueSymbol]: grid })
}

/** Blocks are sent to threads again and again, so their arrays are shared. */
export const prepareBlock = (task: BlockTask): object => inSharedMemory(prepare(task))
export const encodeZoom = (task: ZoomTask): object => inSharedMemory(encode(task))
