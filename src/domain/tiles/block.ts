/**
 * Blocks: the tiles of a few zooms above one place, which are made from one coverage. A block is cut out of the world along its sides.
 * What a side cuts stays where it is at every zoom, so neighbouring blocks fit, though neither knows the other.
 */
import { defineWork } from '../../compute/work.ts'
import { decodeRings } from '../geometry/codec.ts'
import { type Coverage, coverageOfTopology } from '../geometry/coverage/simplify-coverage.ts'
import { thinArcs } from '../geometry/coverage/thin-arcs.ts'
import { topologyOf } from '../geometry/coverage/topology.ts'
import { type Narrowing, narrowingOfDegrees, noNarrowing } from '../geometry/coverage/triangle.ts'
import { cutToBox, cutToBoxes } from '../geometry/cut-to-box.ts'
import { type BBox, type Rings, UNITS_PER_DEGREE } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { withoutSpecks } from './drop-small-rings.ts'
import {
  BUFFER,
  boxOfTile,
  degreesOfBox,
  MAX_ZOOM,
  projected,
  type TileAddress,
  tileAt,
  unitOf,
} from './tile-grid.ts'
import { thresholdOf } from './zoom-coverage.ts'

/** Each block serves the zooms from its own up to the next of these. */
const BLOCK_ZOOMS = [0, 3, 6, 9] as const

export const blockOf = ({ z, x, y }: TileAddress): TileAddress => {
  const zoom = BLOCK_ZOOMS.findLast((each) => each <= z) ?? 0
  const times = 2 ** (z - zoom)
  return { z: zoom, x: Math.floor(x / times), y: Math.floor(y / times) }
}

/** The zooms that a block serves, up to a finest one. */
export const zoomsOf = (block: TileAddress, maxZoom: number): readonly number[] => {
  const next = BLOCK_ZOOMS.find((each) => each > block.z) ?? maxZoom + 1
  return Array.from({ length: Math.max(0, Math.min(next - 1, maxZoom) - block.z + 1) }, (_, i) => block.z + i)
}

/** The blocks that have tiles up to a zoom and meet one of the boxes, the coarse ones first. Boxes may cross the antimeridian. */
export const blocksIn = (boxes: readonly BBox[], maxZoom: number): readonly TileAddress[] => {
  const parts = boxes.flatMap(([west, south, east, north]): readonly BBox[] =>
    west <= east
      ? [[west, south, east, north]]
      : [
          [west, south, 180, north],
          [-180, south, east, north],
        ],
  )
  return BLOCK_ZOOMS.filter((zoom) => zoom <= maxZoom).flatMap((z) => {
    const met = new Set<number>()
    for (const [west, south, east, north] of parts) {
      const [first, last] = [tileAt([west, north], z), tileAt([east, south], z)]
      for (let x = first.x; x <= last.x; x++) for (let y = first.y; y <= last.y; y++) met.add(x * 2 ** z + y)
    }
    return [...met]
      .sort((a, b) => a - b)
      .map((each) => ({ z, x: Math.floor(each / 2 ** z), y: each % 2 ** z }))
  })
}

/** The tiles of one zoom in a block. */
export const tilesOf = (block: TileAddress, zoom: number): readonly TileAddress[] => {
  const side = 2 ** (zoom - block.z)
  return Array.from({ length: side * side }, (_, i) => ({
    z: zoom,
    x: block.x * side + (i % side),
    y: block.y * side + Math.floor(i / side),
  }))
}

/** Blocks of finer zooms are small wherever their boundaries are not cut. */
export const MAX_KEPT_ZOOM = 6

/** The blocks that may have files, of each zoom, the coarse ones first. */
export const keptBlocks = (): readonly (readonly TileAddress[])[] =>
  BLOCK_ZOOMS.filter((zoom) => zoom <= MAX_KEPT_ZOOM).map((zoom) => tilesOf(WORLD, zoom))

const WORLD: TileAddress = { z: 0, x: 0, y: 0 }

/** The place of a tile among those of its zoom in a block. */
export const placeInBlock = (block: TileAddress, { z, x, y }: TileAddress): number => {
  const side = 2 ** (z - block.z)
  return (y - block.y * side) * side + x - block.x * side
}

/** With the margin around its tiles. */
export const boxOfBlock = (block: TileAddress): TileBox => boxOfTile(block, BUFFER)

export interface BlockTask {
  readonly block: TileAddress
  /** Encoded rings of the boundaries, in 1e-7 degrees. */
  readonly members: readonly Uint8Array[]
  /** The finest zoom that will be drawn: the last of the block, unless it is given. */
  readonly finestZoom?: number
}

/**
 * The coverage of the boundaries in a block, on the grid of the tiles. Borders are matched before they are projected, since a vertex on
 * a straight edge is no longer exactly on it afterwards; and after most vertices that no zoom shows are gone. O(n log n) in the positions
 * and crossings of the members.
 */
export const prepareBlock = ({ block, members, finestZoom }: BlockTask): Coverage => {
  const finest = finestZoom ?? zoomsOf(block, MAX_ZOOM).at(-1) ?? MAX_ZOOM
  const topology = topologyOf(
    members.map((rings) =>
      cutToBlock(withoutSpecks(decodeRings(rings), unitOf(finest) * DEGREE_UNITS), block),
    ),
    (arcs) => thinArcs(arcs, thresholdOf(finest) * DEGREE_UNITS ** 2, narrowingOfGrid),
  )
  const onGrid = {
    ...topology,
    arcs: { ...topology.arcs, coords: projected(topology.arcs.coords) },
    isMended: new Uint8Array(topology.isMended.length).fill(1),
  }
  return coverageOfTopology(onGrid, noNarrowing)
}

/** The block of the whole world contains every boundary, and is prepared once. */
const TIME_LIMITS = 4

export const prepareBlockWork = defineWork({
  module: import.meta.url,
  name: 'prepareBlockWork',
  run: prepareBlock,
  sharesResult: true,
  timeLimits: TIME_LIMITS,
})

/** Mercator stretches heights towards the poles as well, not widths alone: areas on the grid for coordinates in 1e-7 degrees. */
const narrowingOfGrid: Narrowing = (y) => STRETCH[Math.round(y / STRETCH_UNITS) + STRETCH_STEPS]

/** Looked up, since it is asked for every vertex: 16 steps a degree. */
const STRETCH_UNITS = UNITS_PER_DEGREE / 16
const STRETCH_STEPS = 90 * 16
const STRETCH = Float64Array.from(
  { length: 2 * STRETCH_STEPS + 1 },
  (_, i) => 1 / Math.max(0.01, narrowingOfDegrees((i - STRETCH_STEPS) * STRETCH_UNITS)),
)

/** Units of 1e-7 degrees in a grid unit, at the equator. */
const DEGREE_UNITS = (360 * UNITS_PER_DEGREE) / 2 ** 30

/** The parts in the block and in its margin, which touch along its sides. */
const cutToBlock = (rings: Rings, block: TileAddress): Rings => {
  const [west, south, east, north] = unitsOfBox(boxOfTile(block))
  if (block.z === 0) return cutToBox(rings, [west, south, east, north])
  const around = unitsOfBox(boxOfBlock(block))
  const [marginWest, marginSouth, marginEast, marginNorth] = around
  const boxes: readonly TileBox[] = [
    [west, south, east, north],
    [marginWest, marginSouth, west, marginNorth],
    [east, marginSouth, marginEast, marginNorth],
    [west, marginSouth, east, south],
    [west, north, east, marginNorth],
  ]
  return cutToBoxes(rings, boxes, around)
}

/** In 1e-7 degrees. */
const unitsOfBox = (box: TileBox): TileBox => {
  const [west, south, east, north] = degreesOfBox(box).map((degrees) =>
    Math.round(degrees * UNITS_PER_DEGREE),
  )
  return [west, south, east, north]
}
