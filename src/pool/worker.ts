/** Functions of worker threads, called by name. Each returns its result with the processor time that it took. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { drawArea as draw } from '../domain/area/draw-area.ts'
import type { StoredGeometry } from '../domain/catalog/ports.ts'
import { gridBuffers } from '../domain/geometry/grid-buffers.ts'
import { locateDisputes as locateBorders } from '../domain/render/locate-disputes.ts'
import { indexGeometry as index, locatePoints as locate } from '../domain/render/locate-points.ts'
import { renderFile as writeFile } from '../domain/render/render-file.ts'
import { renderGeometry as render } from '../domain/render/render-geometry.ts'
import { unite as uniteAll } from '../domain/render/unite.ts'
import { type BlockTask, prepareBlock as prepare } from '../domain/tiles/block.ts'
import { drawTiles as drawAll } from '../domain/tiles/draw-tile.ts'
import { encodeZoom as encode, type ZoomTask } from '../domain/tiles/zoom-tiles.ts'
import { measured } from '../util/processor-time.ts'
import { yieldProcessor } from '../util/yield-processor.ts'
import { inSharedMemory } from './shared-memory.ts'

yieldProcessor()

const metered =
  <T>(run: (task: T) => unknown) =>
  (task: T) =>
    measured(() => run(task))

export const drawArea = metered(draw)
export const locateDisputes = metered(locateBorders)
export const locatePoints = metered(locate)
export const renderFile = metered(writeFile)
export const renderGeometry = metered(render)
export const unite = metered(uniteAll)
export const drawTiles = metered(drawAll)

/** Blocks are sent to threads again and again, so their arrays are shared. */
export const prepareBlock = metered((task: BlockTask) => inSharedMemory(prepare(task)))
export const encodeZoom = metered((task: ZoomTask) => inSharedMemory(encode(task)))

/** Smaller buffers are copied faster than transferred. */
const MIN_MOVED_BYTES = 16 * 1024

/** Transfers the index instead of copying it, because it is several times as large as its polygon. */
export const indexGeometry = async (geometry: StoredGeometry): Promise<unknown> => {
  const outcome = await measured(() => index(geometry))
  const buffers = outcome.ok ? gridBuffers(outcome.value) : []
  const moved = buffers.filter(({ byteLength }) => byteLength >= MIN_MOVED_BYTES)
  return move({ [transferableSymbol]: moved, [valueSymbol]: outcome })
}
