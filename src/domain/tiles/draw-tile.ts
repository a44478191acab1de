/** Cuts tiles out of a zoom's coverage and encodes them. */
import { arrange } from '../geometry/arrange.ts'
import { strandsOfRings } from '../geometry/arrangement/strands.ts'
import { clipToBox } from '../geometry/clip-to-box.ts'
import { cutToBox } from '../geometry/cut-to-box.ts'
import { positive } from '../geometry/repair.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { BUFFER, boxOfTile, EXTENT, type TileAddress, tilesMeeting, unitOf } from './tile-grid.ts'
import { encodeTile, type TileFeature } from './vector-tile.ts'
import { boxOfMember, ringRangeOf, ringsNear, type ZoomCoverage } from './zoom-coverage.ts'

/** The one layer of every tile. */
export const TILE_LAYER = 'boundaries'

export interface TilesTask {
  readonly coverage: ZoomCoverage
  /** All of one zoom. */
  readonly tiles: readonly TileAddress[]
  /** In the order of drawing: the number of each boundary in the coverage, and its attributes. */
  readonly features: readonly { readonly member: number; readonly attributes: TileFeature['attributes'] }[]
}

/** Each tile's bytes; null for a tile without any boundary. */
export const drawTiles = ({ coverage, tiles, features }: TilesTask): readonly (Uint8Array | null)[] => {
  const drawn = tiles.map((): TileFeature[] => [])
  const boxes = tiles.map((tile) => boxOfTile(tile, BUFFER))
  const meeting = tilesMeeting(tiles)
  for (const { member, attributes } of features) {
    for (const tile of meeting(boxOfMember(coverage, member))) {
      const part = partWithin(coverage, member, boxes[tile], unitOf(tiles[tile].z))
      if (part.endRing > part.firstRing) drawn[tile].push({ ...part, attributes })
    }
  }
  return tiles.map((tile, i) => {
    if (drawn[i].length === 0) return null
    const [west, , , north] = boxOfTile(tile)
    return encodeTile({
      name: TILE_LAYER,
      extent: EXTENT,
      origin: [west, north],
      unit: unitOf(tile.z),
      features: drawn[i],
    })
  })
}

/** The part of a boundary in the box: as it is where all of it is there. */
const partWithin = (
  coverage: ZoomCoverage,
  member: number,
  box: TileBox,
  unit: number,
): Omit<TileFeature, 'attributes'> => {
  const [west, south, east, north] = boxOfMember(coverage, member)
  if (west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3])
    return { rings: coverage.rings, ...ringRangeOf(coverage, member) }
  const near = ringsNear(coverage, member, box)
  const rings =
    clipToBox(near, box, unit) ?? arrange(strandsOfRings([[cutToBox(near, box)]], unit), unit, positive)
  return { rings, firstRing: 0, endRing: rings.ringEnds.length }
}
