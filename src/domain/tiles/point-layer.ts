/** A layer of points: towns of the base map, and the places of names. */
import { type Position, UNITS_PER_DEGREE } from '../geometry/rings.ts'
import type { TileAttributes } from './feature-tags.ts'
import { ProtobufWriter } from './protobuf.ts'
import { encodePoint } from './tile-geometry.ts'
import { boxOfTile, EXTENT, projected, type TileAddress, unitOf } from './tile-grid.ts'
import { TileWriter } from './vector-tile.ts'

export interface TilePoint {
  /** Degrees. */
  readonly position: Position
  readonly attributes: TileAttributes
}

/** The bytes of a tile with this layer alone; null without points. */
export const pointLayer = (
  name: string,
  tile: TileAddress,
  points: readonly TilePoint[],
): Uint8Array | null => {
  const [west, , , north] = boxOfTile(tile)
  const content = new ProtobufWriter(16)
  const writer = new TileWriter({
    name,
    extent: EXTENT,
    attributes: points.map(({ attributes }) => attributes),
  })
  writer.begin()
  for (const [i, { position }] of points.entries()) {
    const [x, y] = projected(Int32Array.from(position, (degrees) => Math.round(degrees * UNITS_PER_DEGREE)))
    const start = content.at
    encodePoint(content, (x - west) / unitOf(tile.z), (north - y) / unitOf(tile.z))
    writer.add(i, content.bytes, start, content.at)
  }
  return writer.end()
}
