/** Cuts tiles out of a zoom's coverage and encodes them. */
import { arrangeInBox } from '../geometry/arrange-in-box.ts'
import { BoxClipper } from '../geometry/clip-to-box.ts'
import { PathBuffer } from '../geometry/path-buffer.ts'
import { polygonStart } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import type { TileAttributes } from './feature-tags.ts'
import { BUFFER, boxOfTile, EXTENT, type TileAddress, tilesMeeting, unitOf } from './tile-grid.ts'
import { TileEncoder } from './vector-tile.ts'
import type { ZoomCoverage } from './zoom-coverage.ts'

/** The one layer of every tile. */
export const TILE_LAYER = 'boundaries'

export interface TilesTask {
  readonly coverage: ZoomCoverage
  /** All of one zoom. */
  readonly tiles: readonly TileAddress[]
  /** In the order of drawing: the number of each boundary in the coverage, and its attributes. */
  readonly features: readonly { readonly member: number; readonly attributes: TileAttributes }[]
}

/** Each tile's bytes; null for a tile without any boundary. */
export const drawTiles = ({ coverage, tiles, features }: TilesTask): readonly (Uint8Array | null)[] => {
  const encoder = new TileEncoder({
    name: TILE_LAYER,
    extent: EXTENT,
    attributes: features.map(({ attributes }) => attributes),
  })
  const shown = featuresOfTiles(coverage, tiles, features)
  return tiles.map((tile, i) => {
    if (shown[i].length === 0) return null
    const [west, , , north] = boxOfTile(tile)
    const box = boxOfTile(tile, BUFFER)
    const unit = unitOf(tile.z)
    encoder.begin([west, north], unit)
    for (const feature of shown[i])
      addPartWithin(encoder, feature, coverage, features[feature].member, box, unit)
    return encoder.end()
  })
}

/** Their buffers are large enough after the first tiles. */
const clipper = new BoxClipper()
const arranged = new PathBuffer()

/** For each tile, the features whose box it meets. */
const featuresOfTiles = (
  { boxes }: ZoomCoverage,
  tiles: readonly TileAddress[],
  features: TilesTask['features'],
): readonly (readonly number[])[] => {
  const shown = tiles.map((): number[] => [])
  const meeting = tilesMeeting(tiles)
  for (let feature = 0; feature < features.length; feature++)
    meeting(boxes, 4 * features[feature].member, (tile) => shown[tile].push(feature))
  return shown
}

/** Adds the part of a boundary in the box: as it is where all of it is there. */
const addPartWithin = (
  encoder: TileEncoder,
  feature: number,
  coverage: ZoomCoverage,
  member: number,
  box: TileBox,
  unit: number,
): void => {
  const { rings, memberEnds, boxes, polygonBoxes } = coverage
  const firstPolygon = member === 0 ? 0 : memberEnds[member - 1]
  const endPolygon = memberEnds[member]
  if (firstPolygon === endPolygon) return
  if (isWithin(boxes, 4 * member, box)) {
    const endRing = rings.polygonEnds[endPolygon - 1]
    encoder.add(feature, rings.coords, rings.ringEnds, polygonStart(rings, firstPolygon), endRing)
    return
  }
  if (clipper.clip(rings, polygonBoxes, firstPolygon, endPolygon, box, unit)) {
    const { coords, ends, count } = clipper.clipped
    if (count > 0) encoder.add(feature, coords, ends, 0, count)
    return
  }
  arranged.clear()
  arrangeInBox(arranged, rings, polygonBoxes, firstPolygon, endPolygon, box, unit)
  if (arranged.count > 0) encoder.add(feature, arranged.coords, arranged.ends, 0, arranged.count)
}

const isWithin = (boxes: Int32Array, at: number, [west, south, east, north]: TileBox): boolean =>
  boxes[at] >= west && boxes[at + 1] >= south && boxes[at + 2] <= east && boxes[at + 3] <= north
