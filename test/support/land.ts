/** Land tiles as plain areas. */
import type { LandMask, LandTile } from '../../src/domain/area/ports.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { ringsOfBox, type Tile } from '../../src/domain/geometry/tiles.ts'
import { tilesNear } from '../../src/domain/geometry/tiles-near.ts'

/** The land of each tile, apart from tiles without any. */
export const landOfTiles = (tiles: readonly LandTile[]): readonly Rings[] =>
  piecesOfTiles(
    tiles.map(({ box, area }) => ({ box, area: typeof area === 'string' ? area : decodeRings(area) })),
  )

export const piecesOfTiles = (tiles: readonly Tile[]): readonly Rings[] =>
  tiles.flatMap(({ box, area }) => {
    if (area === 'none') return []
    return [area === 'all' ? ringsOfBox(box) : area]
  })

/** The land of the mask around these areas. */
export const landNear = async (mask: LandMask, areas: readonly Rings[]): Promise<readonly Rings[]> => {
  const { tiles } = await mask.landIn(areas.map(bboxOf))
  const boxes = tiles.map(({ box }) => box)
  const near = new Set(areas.flatMap((rings) => tilesNear(rings, boxes)))
  return landOfTiles(tiles.filter((_, tile) => near.has(tile)))
}

/** A mask without any sea. */
export const ALL_LAND: LandMask = {
  landIn: async () => ({
    tiles: [{ box: [-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000], area: 'all' }],
    sources: [],
  }),
}
