/** Draws a tile of the base map: a layer for the land, one for its waters, and one for towns. */
import { defineWork } from '../../compute/work.ts'
import { prepareBlock } from './block.ts'
import { pointLayer, type TilePoint } from './point-layer.ts'
import { EXTENT, type TileAddress } from './tile-grid.ts'
import { TileWriter } from './vector-tile.ts'
import { encodeZoom } from './zoom-tiles.ts'

export const LAND_LAYER = 'land'
export const WATER_LAYER = 'water'
export const TOWN_LAYER = 'towns'

export interface BaseTileTask {
  readonly tile: TileAddress
  /** Encoded rings of the tiles of the land mask, in 1e-7 degrees, and those of lakes and rivers. */
  readonly land: readonly Uint8Array[]
  readonly waters: readonly Uint8Array[]
  /** In the order of their importance. */
  readonly towns: readonly TilePoint[]
}

/**
 * Null for a tile without anything. O(n log n) in the positions of the masks: they are simplified in each tile alone, since what a side
 * cuts stays where it is.
 */
const drawBaseTile = ({ tile, land, waters, towns }: BaseTileTask): Uint8Array | null => {
  // A tile is a list of layers, so the bytes of tiles with a layer each are those of a tile with all of them.
  const layers = [
    areaLayer(LAND_LAYER, tile, land),
    areaLayer(WATER_LAYER, tile, waters),
    pointLayer(TOWN_LAYER, tile, towns),
  ].filter((layer) => layer !== null)
  if (layers.length === 0) return null
  const bytes = new Uint8Array(layers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const layer of layers) {
    bytes.set(layer, at)
    at += layer.length
  }
  return bytes
}

export const drawBaseTileWork = defineWork({
  module: import.meta.url,
  name: 'drawBaseTileWork',
  run: drawBaseTile,
})

const areaLayer = (name: string, tile: TileAddress, members: readonly Uint8Array[]): Uint8Array | null => {
  if (members.length === 0) return null
  const coverage = prepareBlock({ block: tile, members, finestZoom: tile.z })
  const { byteEnds, bytes } = encodeZoom({ block: tile, coverage, zoom: tile.z })
  const writer = new TileWriter({ name, extent: EXTENT, attributes: Array.from(byteEnds, () => ({})) })
  writer.begin()
  for (const [part, end] of byteEnds.entries())
    writer.add(part, bytes, part === 0 ? 0 : byteEnds[part - 1], end)
  return writer.end()
}
