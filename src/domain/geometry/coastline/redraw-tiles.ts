/**
 * Redraws tiles of a mask from better coastlines, if these are complete. The coastlines of an extract end at its edge, which
 * is unknown. So a box is redrawn only if the lines close among themselves and with its sides, run near the mask's coast,
 * omit none of it, and leave most of the box land or sea as before. Otherwise the box is halved, down to boxes that keep the
 * mask's coast.
 *
 * Islands whose complete shore is known are always drawn, regardless of tile borders and the mask.
 *
 * O(n log n) in the positions and crossings of mask and coast, and in the boxes of a hundredth of a degree that lines pass; the work in a
 * tile is limited by its positions (`coast-limits.ts`).
 */
import { doubledArea, planarAreaDegrees } from '../area.ts'
import { arrange, type Fill } from '../arrange.ts'
import { strandsOfRings, strandsOfWeighted } from '../arrangement/strands.ts'
import { locate, OUTSIDE } from '../contains.ts'
import { cutRing } from '../cut-ring.ts'
import { areaOnSide, type DivisionOptions, divideIntoTiles } from '../divide-into-tiles.ts'
import { extentOf } from '../extent.ts'
import { ringsFromParts } from '../parts.ts'
import { EMPTY_RINGS, type Rings, UNITS_PER_DEGREE } from '../rings.ts'
import { forEachCoastEdge, ringsOfBox, type Tile, type TileBox } from '../tiles.ts'
import { LimitedWork, TooComplex, type WorkBudget } from '../work-budget.ts'
import { shoreLimitsOf, tileLimitsOf } from './coast-limits.ts'
import { type CoastLine, cutLines } from './coast-line.ts'
import { landInBox } from './land-in-box.ts'
import { ProximityGrid } from './proximity-grid.ts'
import { isOnIsland, knownShores, type Shore } from './whole-islands.ts'

/** Limits for dividing tiles: see `DivisionOptions`. */
export type RedrawSize = Pick<DivisionOptions, 'mostPositions' | 'leastSide'>

/** Distance within which lines and mask are compared; even a correct mask's coast lies slightly beside the real one. */
const REACH_UNITS = 50_000

/** A box of this size is not divided further to find a complete part. */
const MIN_BOX_UNITS = 2 * REACH_UNITS

/**
 * Yields the tiles that changed. `tiles` must be disjoint and from a mask divided by `divideIntoTiles`.
 *
 * O(n log n) in the positions and crossings of lines and tiles and in the boxes that lines pass, which are limited (`coast-limits.ts`).
 *
 * @param onTooComplex called for each box that stays as it is because its coast takes too much work: a tile, or that of all lines
 */
export function* redraw(
  tiles: readonly Tile[],
  lines: readonly CoastLine[],
  size: RedrawSize,
  onTooComplex: (box: TileBox) => void,
): Generator<{ readonly old: Tile; readonly drawn: readonly Tile[] }> {
  const nearLines = new ProximityGrid(REACH_UNITS)
  const nearMask = new ProximityGrid(REACH_UNITS)
  for (const line of lines) nearLines.addLine(line)
  for (const { box, area } of tiles)
    if (typeof area !== 'string')
      forEachCoastEdge(area, box, (x1, y1, x2, y2) => nearMask.addEdge(x1, y1, x2, y2))
  const coast = coastOf(lines)
  if (coast === null) return onTooComplex(boxAround(lines))
  for (const [tile, inside] of sortIntoTiles(tiles, coast)) {
    const budget = new LimitedWork(tileLimitsOf(positionsIn(tile, inside)))
    try {
      const drawn = redrawTile(tile, inside, { ...size, nearLines, nearMask, budget })
      if (drawn !== null) yield { old: tile, drawn }
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error
      onTooComplex(tile.box)
    }
  }
}

/** Null if finding out which line lies in which takes too much work. */
const coastOf = (lines: readonly CoastLine[]): Coast | null => {
  const positions = lines.reduce((sum, line) => sum + line.length / 2, 0)
  try {
    const { shores, others } = knownShores(lines, new LimitedWork(shoreLimitsOf(positions)))
    return { lines: others, shoreLines: shores.map(({ ring }) => closedLine(ring)), shores }
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return null
  }
}

const boxAround = (lines: readonly CoastLine[]): TileBox =>
  lines
    .map((line): TileBox => extentOf(line))
    .reduce((a, b) => [
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[2], b[2]),
      Math.max(a[3], b[3]),
    ])

const positionsIn = ({ area }: Tile, { lines, shoreLines, shores }: Coast): number => {
  let elements = typeof area === 'string' ? 0 : area.coords.length
  for (const line of lines) elements += line.length
  for (const line of shoreLines) elements += line.length
  for (const { ring } of shores) elements += ring.length
  return elements / 2
}

/** The coastlines in a box, cut at its sides. */
interface Coast {
  /** Lines that may be incomplete. */
  readonly lines: readonly CoastLine[]
  /** Shores that close, as lines and as rings; cut rings run along the sides of the box. */
  readonly shoreLines: readonly CoastLine[]
  readonly shores: readonly Shore[]
}

const closedLine = (ring: Int32Array): CoastLine => {
  const line = new Int32Array(ring.length + 2)
  line.set(ring)
  line.set(ring.subarray(0, 2), ring.length)
  return line
}

const cutCoast = (
  coast: Coast,
  axis: 0 | 1,
  line: number,
): { readonly lower: Coast; readonly upper: Coast } => {
  const lines = cutLines(coast.lines, axis, line)
  const shoreLines = cutLines(coast.shoreLines, axis, line)
  const half = (side: 'lower' | 'upper'): Coast => ({
    lines: lines[side],
    shoreLines: shoreLines[side],
    shores: coast.shores.flatMap(({ ring, weight }) => {
      const kept = cutRing(ring, { axis, line, isLower: side === 'lower', unit: 1 })
      return kept.length >= 6 ? [{ ring: kept, weight }] : []
    }),
  })
  return { lower: half('lower'), upper: half('upper') }
}

const hasCoast = ({ lines, shoreLines }: Coast): boolean => lines.length > 0 || shoreLines.length > 0

/** Yields each tile with the coast in it. */
function* sortIntoTiles(
  tiles: readonly Tile[],
  coast: Coast,
): Generator<readonly [tile: Tile, coast: Coast]> {
  if (tiles.length === 0 || !(hasCoast(coast) || coast.shores.length > 0)) return
  if (tiles.length === 1) {
    yield [tiles[0], coast]
    return
  }
  const { axis, line } = separator(tiles)
  const { lower, upper } = cutCoast(coast, axis, line)
  const isLower = ({ box }: Tile): boolean => box[axis + 2] <= line
  yield* sortIntoTiles(tiles.filter(isLower), lower)
  yield* sortIntoTiles(
    tiles.filter((tile) => !isLower(tile)),
    upper,
  )
}

/** Finds a meridian or parallel that cuts no tile and has about as many tiles on either side. */
const separator = (tiles: readonly Tile[]): { readonly axis: 0 | 1; readonly line: number } => {
  for (const axis of [0, 1] as const) {
    const sorted = tiles.map(({ box }) => box).sort((a, b) => a[axis] - b[axis])
    let best = -1
    let reached = sorted[0][axis + 2]
    for (let i = 1; i < sorted.length; i++) {
      const isFree = reached <= sorted[i][axis]
      if (isFree && Math.abs(2 * i - sorted.length) < Math.abs(2 * best - sorted.length)) best = i
      reached = Math.max(reached, sorted[i][axis + 2])
    }
    if (best > 0) return { axis, line: sorted[best][axis] }
  }
  throw new Error('Tiles that were cut one by one can be taken apart one by one.')
}

interface RedrawOptions extends RedrawSize {
  /** Covers all the coastlines. */
  readonly nearLines: ProximityGrid
  /** Covers all of the mask's coast there. */
  readonly nearMask: ProximityGrid
  /** For the whole tile of the mask, however often it is halved. */
  readonly budget: WorkBudget
}

/** Returns tiles that fill the same box; null if the coast, which lies in the box, does not determine it. */
const redrawTile = (tile: Tile, coast: Coast, options: RedrawOptions): readonly Tile[] | null => {
  if (!hasCoast(coast)) return withIslands(tile, coast.shores, options)
  const { box } = tile
  const drawn = drawnAnew(tile, coast, options)
  if (drawn !== null) return redrawnTilesOf(drawn, box, options)
  const [west, south, east, north] = box
  if (Math.max(east - west, north - south) <= MIN_BOX_UNITS) return withIslands(tile, coast.shores, options)
  const axis = east - west >= north - south ? 0 : 1
  const line = Math.round((box[axis] + box[axis + 2]) / 2)
  const { lower, upper } = cutCoast(coast, axis, line)
  const halves = [halfTile(tile, axis, line, true), halfTile(tile, axis, line, false)]
  const redrawn = [lower, upper].map((inside, i) => redrawTile(halves[i], inside, options))
  if (redrawn.every((half) => half === null)) return null
  return redrawn.flatMap((half, i) => half ?? redrawnTilesOf(tileRings(halves[i]), halves[i].box, options))
}

const redrawnTilesOf = (rings: Rings, box: TileBox, size: RedrawSize): readonly Tile[] => [
  ...divideIntoTiles(rings, { ...size, box, unit: 1 }),
]

const drawnAnew = (tile: Tile, coast: Coast, options: RedrawOptions): Rings | null => {
  const { box } = tile
  const old = tileRings(tile)
  const isStrayed = coast.lines.some((line) => !options.nearMask.isLineNear(line))
  if (isStrayed || leavesOutCoast(tile, options.nearLines)) return null
  const isInland = coast.lines.length === 0 ? isWithinIsland(coast.shores, box) : isLand(old, box[0], box[1])
  const drawn = landInBox([...coast.lines, ...coast.shoreLines], box, isInland, options.budget)
  if (drawn === null) return null
  const isAtOdds = [box[0], box[2]].some((x) =>
    [box[1], box[3]].some(
      (y) => isLand(old, x, y) !== isLand(drawn, x, y) && !options.nearLines.isNear(x, y),
    ),
  )
  return isAtOdds || changesMost(old, drawn, box, options.budget) ? null : drawn
}

/**
 * True if most of the box changed: a line drawn in the wrong direction swaps land and sea, which near the coast the corners
 * do not show.
 */
const changesMost = (
  old: Rings,
  drawn: Rings,
  [west, south, east, north]: TileBox,
  budget: WorkBudget,
): boolean => {
  const inOne: Fill = (inOld, inDrawn) => inOld > 0 !== inDrawn > 0
  const changed = arrange(strandsOfRings([[old], [drawn]], 1), 1, inOne, budget)
  return planarAreaDegrees(changed) * UNITS_PER_DEGREE ** 2 > ((east - west) * (north - south)) / 2
}

/** For corners of the box: land that contains them has its border there. */
const isLand = (rings: Rings, x: number, y: number): boolean => locate(rings, x, y) !== OUTSIDE

const leavesOutCoast = ({ area, box }: Tile, nearLines: ProximityGrid): boolean => {
  if (typeof area === 'string') return false
  let leavesOut = false
  forEachCoastEdge(area, box, (x1, y1, x2, y2) => {
    leavesOut ||= !nearLines.isEdgeNear(x1, y1, x2, y2)
  })
  return leavesOut
}

/** True if the sides of a box that no line meets lie on an island: a shore encloses its corners. */
const isWithinIsland = (shores: readonly Shore[], [west, south]: TileBox): boolean => {
  const around = shores.filter(({ ring }) =>
    ring.some((x, i) => i % 2 === 0 && x === west && ring[i + 1] === south),
  )
  const winding = around.reduce(
    (sum, { ring, weight }) => sum + weight * Math.sign(doubledArea(closedLine(ring))),
    0,
  )
  return isOnIsland(winding)
}

/** Returns the mask outside the shores, united with the land inside them; null if nothing changed. */
const withIslands = (
  tile: Tile,
  shores: readonly Shore[],
  options: RedrawOptions,
): readonly Tile[] | null => {
  if (shores.length === 0) return null
  const inShores: Fill = (old, winding) => (winding === 0 ? old > 0 : isOnIsland(winding))
  const strands = strandsOfWeighted(
    [
      { rings: tileRings(tile), weights: [1, 0] },
      ...shores.map(({ ring, weight }) => ({
        rings: ringsFromParts([[ring]]),
        weights: [0, weight] as const,
      })),
    ],
    1,
  )
  const drawn = redrawnTilesOf(arrange(strands, 1, inShores, options.budget), tile.box, options)
  return drawn.length === 1 && isSame(drawn[0].area, tile.area) ? null : drawn
}

const isSame = (drawn: Tile['area'], old: Tile['area']): boolean => {
  if (typeof drawn === 'string' || typeof old === 'string') return drawn === old
  return (
    drawn.coords.length === old.coords.length && drawn.coords.every((value, i) => value === old.coords[i])
  )
}

const tileRings = ({ box, area }: Tile): Rings =>
  area === 'none' ? EMPTY_RINGS : area === 'all' ? ringsOfBox(box) : area

const halfTile = ({ box, area }: Tile, axis: 0 | 1, line: number, isLower: boolean): Tile => {
  const [west, south, east, north] = box
  const half: TileBox =
    axis === 0
      ? [isLower ? west : line, south, isLower ? line : east, north]
      : [west, isLower ? south : line, east, isLower ? line : north]
  return {
    box: half,
    area: typeof area === 'string' ? area : areaOnSide(area, { axis, line, isLower, unit: 1 }),
  }
}
