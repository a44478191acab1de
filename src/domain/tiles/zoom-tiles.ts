/**
 * The tiles of a block at one zoom, as far as they are the same for every set and every language: the geometry of each boundary in each
 * tile, encoded. What is left to do for a tile is to choose its boundaries and to add their attributes.
 */
import { defineWork } from '../../compute/work.ts'
import { BoxClipper } from '../geometry/clip-to-box.ts'
import type { Coverage } from '../geometry/coverage/simplify-coverage.ts'
import { polygonStart } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { tilesOf } from './block.ts'
import { ProtobufWriter } from './protobuf.ts'
import { GeometryEncoder } from './tile-geometry.ts'
import { BUFFER, boxOfTile, type TileAddress, tilesMeeting, unitOf } from './tile-grid.ts'
import { simplifyBlock, type ZoomCoverage } from './zoom-coverage.ts'

export interface ZoomTiles {
  /** For each tile of the block, in the order of `tilesOf`, the number of the part after its last one. */
  readonly tileEnds: Uint32Array
  /** For each part the number of its boundary in the block. */
  readonly members: Uint32Array
  /** For each part the index in `bytes` after its last one. */
  readonly byteEnds: Uint32Array
  /** Type and geometry of a feature for each part: `tile-geometry.ts`. */
  readonly bytes: Uint8Array
}

export interface ZoomTask {
  readonly block: TileAddress
  readonly coverage: Coverage
  readonly zoom: number
}

/**
 * O(n log n) in the positions of the block. A boundary in several tiles is read for each of them, of which a block has at most 1,024: those
 * that its box meets, and in each of them the polygons whose boxes meet the tile.
 */
export const encodeZoom = ({ block, coverage, zoom }: ZoomTask): ZoomTiles => {
  const simplified = simplifyBlock(coverage, zoom)
  const tiles = tilesOf(block, zoom)
  const met = membersOfTiles(simplified, tiles)
  const unit = unitOf(zoom)
  const content = new ProtobufWriter(3 * simplified.rings.coords.length)
  const encoder = new GeometryEncoder(content)
  const tileEnds = new Uint32Array(tiles.length)
  const members: number[] = []
  const byteEnds: number[] = []
  for (const [i, tile] of tiles.entries()) {
    const [west, , , north] = boxOfTile(tile)
    const box = boxOfTile(tile, BUFFER)
    encoder.begin([west, north], unit)
    for (const member of met[i]) {
      const before = content.at
      addPartWithin(encoder, simplified, member, box, unit)
      if (content.at === before) continue
      members.push(member)
      byteEnds.push(content.at)
    }
    tileEnds[i] = members.length
  }
  return {
    tileEnds,
    members: Uint32Array.from(members),
    byteEnds: Uint32Array.from(byteEnds),
    bytes: content.finish(),
  }
}

export const encodeZoomWork = defineWork({
  module: import.meta.url,
  name: 'encodeZoomWork',
  run: encodeZoom,
  sharesResult: true,
})

/** The boundaries that have a part in some of the tiles, which are places among those of the zoom. */
export const membersIn = ({ tileEnds, members }: ZoomTiles, places: readonly number[]): readonly number[] => {
  const found = new Set<number>()
  for (const place of places)
    for (let part = place === 0 ? 0 : tileEnds[place - 1]; part < tileEnds[place]; part++)
      found.add(members[part])
  return [...found]
}

/** Its buffers are large enough after the first tiles. */
const clipper = new BoxClipper()

/** For each tile the boundaries whose box meets its own. */
const membersOfTiles = (
  { boxes }: ZoomCoverage,
  tiles: readonly TileAddress[],
): readonly (readonly number[])[] => {
  const met = tiles.map((): number[] => [])
  const meeting = tilesMeeting(tiles)
  for (let member = 0; member < boxes.length / 4; member++)
    meeting(boxes, 4 * member, (tile) => met[tile].push(member))
  return met
}

/** Adds the part of a boundary in the box: as it is where all of it is there. */
const addPartWithin = (
  encoder: GeometryEncoder,
  { rings, memberEnds, boxes, polygonBoxes }: ZoomCoverage,
  member: number,
  box: TileBox,
  unit: number,
): void => {
  const firstPolygon = member === 0 ? 0 : memberEnds[member - 1]
  const endPolygon = memberEnds[member]
  if (firstPolygon === endPolygon) return
  if (isWithin(boxes, 4 * member, box)) {
    const endRing = rings.polygonEnds[endPolygon - 1]
    encoder.add(rings.coords, rings.ringEnds, polygonStart(rings, firstPolygon), endRing)
    return
  }
  clipper.clip(rings, polygonBoxes, firstPolygon, endPolygon, box, unit)
  const { coords, ends, count } = clipper.clipped
  if (count > 0) encoder.add(coords, ends, 0, count)
}

const isWithin = (boxes: Int32Array, at: number, [west, south, east, north]: TileBox): boolean =>
  boxes[at] >= west && boxes[at + 1] >= south && boxes[at + 2] <= east && boxes[at + 3] <= north
