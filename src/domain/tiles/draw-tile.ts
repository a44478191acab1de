/** Cuts tiles out of a zoom's coverage and encodes them. */
import { arrange } from '../geometry/arrange.ts'
import { strandsOfRings } from '../geometry/arrangement/strands.ts'
import { cutToBox } from '../geometry/cut-to-box.ts'
import { positive } from '../geometry/repair.ts'
import { type Rings, ringStart } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { BUFFER, boxOfTile, EXTENT, type TileAddress, unitOf } from './tile-grid.ts'
import { encodeTile, type TileFeature } from './vector-tile.ts'
import { membersIn, ringsOfMember, type ZoomCoverage } from './zoom-coverage.ts'

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
  const featureOf = new Map(features.map(({ member }, index) => [member, index]))
  return tiles.map((tile) => {
    const box = boxOfTile(tile, BUFFER)
    const near = membersIn(coverage, box)
      .flatMap((member) => featureOf.get(member) ?? [])
      .sort((a, b) => a - b)
    const drawn: TileFeature[] = []
    for (const index of near) {
      const { member, attributes } = features[index]
      const rings = inTile(ringsWithin(coverage, member, box, unitOf(tile.z)), tile)
      if (rings.coords.length > 0) drawn.push({ rings, attributes })
    }
    if (drawn.length === 0) return null
    return encodeTile({ name: TILE_LAYER, extent: EXTENT, features: drawn })
  })
}

/** The part of a boundary in the box: as it is where all of it is there. */
const ringsWithin = (coverage: ZoomCoverage, member: number, box: TileBox, unit: number): Rings => {
  const [west, south, east, north] = coverage.boxes.subarray(4 * member)
  const rings = ringsOfMember(coverage, member)
  if (west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]) return rings
  return arrange(strandsOfRings([[cutToBox(rings, box)]], unit), unit, positive)
}

/** From grid units to steps from the upper left corner of the tile; rings run the other way round, as the axis does. */
const inTile = (rings: Rings, tile: TileAddress): Rings => {
  const [west, , , north] = boxOfTile(tile)
  const unit = unitOf(tile.z)
  const coords = new Int32Array(rings.coords.length)
  for (let ring = 0, to = 0; ring < rings.ringEnds.length; ring++)
    for (let at = 2 * rings.ringEnds[ring] - 2; at >= 2 * ringStart(rings, ring); at -= 2) {
      coords[to++] = (rings.coords[at] - west) / unit
      coords[to++] = (north - rings.coords[at + 1]) / unit
    }
  return { coords, ringEnds: rings.ringEnds, polygonEnds: rings.polygonEnds }
}
