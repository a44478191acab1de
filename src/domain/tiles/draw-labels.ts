/**
 * Labels: one point for each boundary, so that a map writes its name once. Polygons of tiles are cut at their sides, and a name would be
 * repeated in each piece.
 */
import { defineWork } from '../../compute/work.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { Drawable } from '../catalog/within-box.ts'
import type { Position } from '../geometry/rings.ts'
import { pointLayer, type TilePoint } from './point-layer.ts'
import { type TileAddress, tileAt } from './tile-grid.ts'

export const LABEL_LAYER = 'labels'

interface LabelTask {
  readonly tile: TileAddress
  readonly points: readonly TilePoint[]
}

/** Null for a tile without a label. */
const drawLabels = ({ tile, points }: LabelTask): Uint8Array | null => pointLayer(LABEL_LAYER, tile, points)

export const drawLabelsWork = defineWork({
  module: import.meta.url,
  name: 'drawLabelsWork',
  run: drawLabels,
})

/** On a boundary that is smaller, no map has room for a name: a tile is shown at up to twice its size. */
const MIN_LABELLED_PIXELS = 16
const TILE_PIXELS = 512
const EQUATOR_KM = 40_075

/** True if there may be room for the name of the boundary at the zoom. Postcode areas and mainlands have no label. */
export const isLabelled = ({ adminLevel, areaKm2, bbox }: Drawable, zoom: number): boolean => {
  if (adminLevel === null) return false
  const middle = (Math.max(-85, bbox[1]) + Math.min(85, bbox[3])) / 2
  const pixelsPerKm = (TILE_PIXELS * 2 ** zoom) / (EQUATOR_KM * Math.cos((middle * Math.PI) / 180))
  return Math.sqrt(areaKm2) * pixelsPerKm >= MIN_LABELLED_PIXELS
}

/** True if the tile is the one that has the label: of each zoom one. */
export const isLabelIn = ({ centroid }: Pick<BoundaryRecord, 'centroid'>, tile: TileAddress): boolean => {
  const { x, y } = tileAt(centroid as Position, tile.z)
  return x === tile.x && y === tile.y
}
