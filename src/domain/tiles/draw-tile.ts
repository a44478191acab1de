/** Puts tiles together: the boundaries of a set, with their attributes. */
import { defineWork } from '../../compute/work.ts'
import type { TileAttributes } from './feature-tags.ts'
import { EXTENT } from './tile-grid.ts'
import { TileWriter } from './vector-tile.ts'
import type { ZoomTiles } from './zoom-tiles.ts'

/** The one layer of every tile. */
export const TILE_LAYER = 'boundaries'

export interface TilesTask {
  readonly zoom: ZoomTiles
  /** Places among the tiles of the zoom: `placeInBlock`. */
  readonly places: readonly number[]
  /** In the order of drawing: the number of each boundary in the block, and its attributes. */
  readonly features: readonly { readonly member: number; readonly attributes: TileAttributes }[]
}

/** Each tile's bytes; null for a tile without any boundary. O(t·f + n) in the tiles, at most 1,024, the features, and the bytes. */
export const drawTiles = ({ zoom, places, features }: TilesTask): readonly (Uint8Array | null)[] => {
  const { tileEnds, members, byteEnds, bytes } = zoom
  const writer = new TileWriter({
    name: TILE_LAYER,
    extent: EXTENT,
    attributes: features.map(({ attributes }) => attributes),
  })
  const numbers = Int32Array.from(features, ({ member }) => member)
  /** For each boundary its part in the tile, counted from 1; 0 for those that have none. */
  const partOf = new Uint32Array(1 + numbers.reduce((a, b) => Math.max(a, b), 0))
  return places.map((place) => {
    const first = place === 0 ? 0 : tileEnds[place - 1]
    for (let part = first; part < tileEnds[place]; part++)
      if (members[part] < partOf.length) partOf[members[part]] = part + 1
    writer.begin()
    for (let feature = 0; feature < numbers.length; feature++) {
      const part = partOf[numbers[feature]] - 1
      if (part >= 0) writer.add(feature, bytes, part === 0 ? 0 : byteEnds[part - 1], byteEnds[part])
    }
    for (let feature = 0; feature < numbers.length; feature++) partOf[numbers[feature]] = 0
    return writer.end()
  })
}

export const drawTilesWork = defineWork({ module: import.meta.url, name: 'drawTilesWork', run: drawTiles })
