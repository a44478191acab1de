/** A block simplified for one zoom as one coverage, with one threshold: every boundary on the grid of the zoom. */

import { type Coverage, simplifyCoverage } from '../geometry/coverage/simplify-coverage.ts'
import { extentOf } from '../geometry/extent.ts'
import { joinRings } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
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
}

export interface ZoomTask {
  readonly coverage: Coverage
  readonly zoom: number
}

/** In square grid units, doubled as the weights of a coverage are. */
export const thresholdOf = (zoom: number): number =>
  2 * (zoom === MAX_ZOOM ? MIN_TRIANGLE_AT_MAX_ZOOM : MIN_TRIANGLE) * unitOf(zoom) ** 2

export const simplifyBlock = ({ coverage, zoom }: ZoomTask): ZoomCoverage => {
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
  return { rings: joinRings(members), memberEnds, boxes }
}

const NOWHERE: TileBox = [1, 1, 0, 0]

/** The boundaries whose box meets this one. */
export const membersIn = (
  { boxes }: ZoomCoverage,
  [west, south, east, north]: TileBox,
): readonly number[] => {
  const found: number[] = []
  for (let member = 0; member < boxes.length / 4; member++) {
    const at = 4 * member
    if (boxes[at] > boxes[at + 2] || boxes[at] > east || boxes[at + 2] < west) continue
    if (boxes[at + 1] <= north && boxes[at + 3] >= south) found.push(member)
  }
  return found
}

/** The rings of one boundary, as views. */
export const ringsOfMember = ({ rings, memberEnds }: ZoomCoverage, member: number): Rings => {
  const firstPolygon = member === 0 ? 0 : memberEnds[member - 1]
  const firstRing = firstPolygon === 0 ? 0 : rings.polygonEnds[firstPolygon - 1]
  const firstPosition = firstRing === 0 ? 0 : rings.ringEnds[firstRing - 1]
  const polygonEnds = rings.polygonEnds.subarray(firstPolygon, memberEnds[member])
  const lastRing = polygonEnds.at(-1) ?? firstRing
  const ringEnds = rings.ringEnds.subarray(firstRing, lastRing)
  return {
    coords: rings.coords.subarray(2 * firstPosition, 2 * (ringEnds.at(-1) ?? firstPosition)),
    ringEnds: ringEnds.map((end) => end - firstPosition),
    polygonEnds: polygonEnds.map((end) => end - firstRing),
  }
}
