/** Draws every tile of a set up to a zoom, block by block. */
import { SERVICE } from '../../util/work-owner.ts'
import type { BBox } from '../geometry/rings.ts'
import { blocksIn, tilesOf, zoomsOf } from './block.ts'
import type { TileAddress } from './tile-grid.ts'
import type { TileSelection, Tiles } from './tiles.ts'

export interface AllTilesProgress {
  /** The zoom that is being drawn. */
  readonly zoom: number
  /** Blocks that are done, of all. */
  readonly blocksDone: number
  readonly blocks: number
  readonly tiles: number
}

export interface AllTilesRequest extends TileSelection {
  /** Where the boundaries of the set are: boxes in degrees. */
  readonly boxes: readonly BBox[]
  readonly maxZoom: number
  /** Blocks at once. */
  readonly atOnce: number
  readonly onProgress: (progress: AllTilesProgress) => void
  readonly signal: AbortSignal
  /** Takes the tiles in any order; empty ones are left out. */
  readonly onTile: (tile: TileAddress, bytes: Uint8Array) => Promise<void>
}

/** Tiles of one task of a thread. */
const TILES_AT_ONCE = 64

export const drawAllTiles = async (tiles: Pick<Tiles, 'draw'>, request: AllTilesRequest): Promise<void> => {
  const { boxes, maxZoom, atOnce, onProgress, signal, onTile } = request
  const blocks = blocksIn(boxes, maxZoom)
  let next = 0
  let blocksDone = 0
  let drawn = 0

  const drawBlock = async (block: TileAddress): Promise<void> => {
    for (const zoom of zoomsOf(block, maxZoom)) {
      const all = tilesOf(block, zoom)
      for (let first = 0; first < all.length; first += TILES_AT_ONCE) {
        signal.throwIfAborted()
        const some = all.slice(first, first + TILES_AT_ONCE)
        const contents = await tiles.draw(some, request, SERVICE)
        for (const [i, bytes] of contents.entries()) {
          if (bytes === null) continue
          await onTile(some[i], bytes)
          drawn++
        }
        onProgress({ zoom, blocksDone, blocks: blocks.length, tiles: drawn })
      }
    }
    blocksDone++
  }
  const drawNext = async (): Promise<void> => {
    while (next < blocks.length) await drawBlock(blocks[next++])
  }
  await Promise.all(Array.from({ length: atOnce }, drawNext))
}
