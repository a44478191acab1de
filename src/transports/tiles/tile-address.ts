/** Reads the address of a tile. What does not exist is not found, before any work is done. */
import { MAX_ZOOM, type TileAddress } from '../../domain/tiles/tile-grid.ts'
import { isTileSet, type TileSet } from '../../domain/tiles/tile-set.ts'
import { problem } from '../../op/problem/problem.ts'

/** @throws not_found */
export const readTileSet = (text: string): TileSet => {
  if (isTileSet(text)) return text
  throw problem('not_found', { what: 'set of tiles', id: text })
}

/** @throws not_found for numbers that no tile from the coarsest zoom up to the finest has. */
export const readTileAddress = ({ z, x, y }: Readonly<Record<string, string>>, minZoom = 0): TileAddress => {
  const [zoom, column, row] = [z, x, y].map(wholeNumber)
  if (zoom >= minZoom && zoom <= MAX_ZOOM && column < 2 ** zoom && row < 2 ** zoom)
    return { z: zoom, x: column, y: row }
  throw problem('not_found', { what: 'tile', id: `${z}/${x}/${y}` })
}

const wholeNumber = (text: string): number => (/^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : Number.NaN)
