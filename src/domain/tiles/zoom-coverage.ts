/** A block simplified for one zoom as one coverage, with one threshold: every boundary on the grid of the zoom. */

import { type Coverage, simplifyCoverage } from '../geometry/coverage/simplify-coverage.ts'
import { extentOf } from '../geometry/extent.ts'
import { joinRings } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { extentsOfPolygons } from './polygon-boxes.ts'
import { MAX_ZOOM, unitOf } from './tile-grid.ts'

/**
 * Vertices whose triangle is smaller are left out, in square steps of a tile: a quarter of a pixel on a map that draws tiles 512 pixels
 * wide.
 */
const MIN_TRIANGLE = 16

/** The last zoom is drawn larger on maps, so it keeps more. */
const MIN_TRIANGLE_AT_MAX_ZOOM = 0.5

export interface ZoomCoverage {
  /** All boundaries in one; those of boundary `i` are the polygons from `memberEnds[i - 1]` to `memberEnds[i]`. */
  readonly rings: Rings
  readonly memberEnds: Uint32Array
  /** `[west, south, east, north, …]` of each boundary; empty ones have west > east. */
  readonly boxes: Int32Array
  /** The same of each polygon. */
  readonly polygonBoxes: Int32Array
}

/** In square grid units, doubled as the weights of a coverage are. */
export const thresholdOf = (zoom: number): number =>
  2 * (zoom === MAX_ZOOM ? MIN_TRIANGLE_AT_MAX_ZOOM : MIN_TRIANGLE) * unitOf(zoom) ** 2

/** As `simplifyCoverage`, and O(n) in the positions that are left. */
export const simplifyBlock = (coverage: Coverage, zoom: number): ZoomCoverage => {
  const unit = unitOf(zoom)
  const members = simplifyCoverage(coverage, thresholdOf(zoom), unit)
  const boxes = new Int32Array(4 * members.length)
  const memberEnds = new Uint32Array(members.length)
  let polygons = 0
  members.forEach(({ coords, polygonEnds }, member) => {
    polygons += polygonEnds.length
    memberEnds[member] = polygons
    boxes.set(coords.length === 0 ? NOWHERE : extentOf(coords, 0, coords.length / 2), 4 * member)
  })
  const rings = joinRings(members)
  return { rings, memberEnds, boxes, polygonBoxes: extentsOfPolygons(rings) }
}

const NOWHERE: TileBox = [1, 1, 0, 0]
