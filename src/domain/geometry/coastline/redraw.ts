/**
 * Tiles of a mask drawn anew from better coastlines, as far as they say enough. Coastlines of an extract end where the extract ends,
 * and nothing tells where that is. So a box is drawn anew only where the lines close among themselves and with its sides, where they
 * run near the coast that the mask has and leave out none of it, and where most of it stays land or sea. Otherwise it is halved, down to
 * boxes that keep what the mask has, with the islands of which the whole shore is known.
 */
import { planarAreaDegrees } from '../area.ts'
import { arrange, type Fill } from '../arrange.ts'
import { strandsOfRings } from '../arrangement/strands.ts'
import { locate, OUTSIDE } from '../contains.ts'
import { type CutOptions, cutIntoTiles, halfOf } from '../cut-into-tiles.ts'
import { positive } from '../repair.ts'
import { EMPTY_RINGS, type Rings, UNITS_PER_DEGREE } from '../rings.ts'
import { forEachCoastEdge, ringsOfBox, type Tile, type TileBox } from '../tiles.ts'
import { landInBox, landLeftOf } from './land-in-box.ts'
import { type CoastLine, cutLines, doubledArea, isClosed } from './lines.ts'
import { Nearness } from './nearness.ts'

/** How tiles are divided: see `CutOptions`. */
export type RedrawSize = Pick<CutOptions, 'mostPositions' | 'leastSide'>

/** Around what lines and mask are compared; the mask's coast lies a little beside the real one, where it is right. */
const REACH_UNITS = 50_000

/** A box no longer than this is not divided any more to find a part of it that is complete. */
const LEAST_BOX_UNITS = 2 * REACH_UNITS

/** The tiles that came out new. `tiles` are disjoint and of a mask that was cut as `cutIntoTiles` cuts. */
export function* redraw(
  tiles: readonly Tile[],
  lines: readonly CoastLine[],
  size: RedrawSize,
): Generator<{ readonly old: Tile; readonly drawn: readonly Tile[] }> {
  const nearLines = new Nearness(REACH_UNITS)
  const nearMask = new Nearness(REACH_UNITS)
  for (const line of lines) nearLines.addLine(line)
  for (const { box, area } of tiles)
    if (typeof area !== 'string')
      forEachCoastEdge(area, box, (x1, y1, x2, y2) => nearMask.addEdge(x1, y1, x2, y2))
  for (const [tile, inside] of sortIntoTiles(tiles, lines)) {
    const drawn = redrawTile(tile, inside, { ...size, nearLines, nearMask })
    if (drawn !== null) yield { old: tile, drawn }
  }
}

/** Each tile with the lines in it, cut at its sides. */
function* sortIntoTiles(
  tiles: readonly Tile[],
  lines: readonly CoastLine[],
): Generator<readonly [tile: Tile, lines: readonly CoastLine[]]> {
  if (tiles.length === 0 || lines.length === 0) return
  if (tiles.length === 1) {
    yield [tiles[0], lines]
    return
  }
  const { axis, line } = separator(tiles)
  const { lower, upper } = cutLines(lines, axis, line)
  const isLower = ({ box }: Tile): boolean => box[axis + 2] <= line
  yield* sortIntoTiles(tiles.filter(isLower), lower)
  yield* sortIntoTiles(
    tiles.filter((tile) => !isLower(tile)),
    upper,
  )
}

/** A meridian or parallel with about as many tiles on either side that runs through none. */
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
  /** Around all the coastlines. */
  readonly nearLines: Nearness
  /** Around all the coast that the mask has there. */
  readonly nearMask: Nearness
}

/** Tiles that fill the same box; null when the lines, which lie in the box, have nothing to say about it. */
const redrawTile = (
  tile: Tile,
  lines: readonly CoastLine[],
  options: RedrawOptions,
): readonly Tile[] | null => {
  if (lines.length === 0) return null
  const { box } = tile
  const drawn = drawnAnew(tile, lines, options)
  if (drawn !== null) return tilesOf(drawn, box, options)
  const [west, south, east, north] = box
  if (Math.max(east - west, north - south) <= LEAST_BOX_UNITS) return withIslands(tile, lines, options)
  const axis = east - west >= north - south ? 0 : 1
  const line = Math.round((box[axis] + box[axis + 2]) / 2)
  const { lower, upper } = cutLines(lines, axis, line)
  const halves = [halfTile(tile, axis, line, true), halfTile(tile, axis, line, false)]
  const redrawn = [lower, upper].map((inside, i) => redrawTile(halves[i], inside, options))
  if (redrawn.every((half) => half === null)) return null
  return redrawn.flatMap((half, i) => half ?? tilesOf(ringsOf(halves[i]), halves[i].box, options))
}

const tilesOf = (rings: Rings, box: TileBox, size: RedrawSize): readonly Tile[] => [
  ...cutIntoTiles(rings, { ...size, box, unit: 1 }),
]

const drawnAnew = (tile: Tile, lines: readonly CoastLine[], options: RedrawOptions): Rings | null => {
  const { box } = tile
  const old = ringsOf(tile)
  const isStrayed = lines.some((line) => !isIsland(line) && !options.nearMask.isLineNear(line))
  if (isStrayed || leavesOutCoast(tile, options.nearLines)) return null
  const drawn = landInBox(lines, box, isLand(old, box[0], box[1]))
  if (drawn === null) return null
  const isAtOdds = [box[0], box[2]].some((x) =>
    [box[1], box[3]].some(
      (y) => isLand(old, x, y) !== isLand(drawn, x, y) && !options.nearLines.isNear(x, y),
    ),
  )
  return isAtOdds || changesMost(old, drawn, box) ? null : drawn
}

/** What is drawn the wrong way round turns land into sea and sea into land: near the coast corners do not show it. */
const changesMost = (old: Rings, drawn: Rings, [west, south, east, north]: TileBox): boolean => {
  const inOne: Fill = (inOld, inDrawn) => inOld > 0 !== inDrawn > 0
  const changed = arrange(strandsOfRings([[old], [drawn]], 1), 1, inOne)
  return planarAreaDegrees(changed) * UNITS_PER_DEGREE ** 2 > ((east - west) * (north - south)) / 2
}

/** For corners of the box: land that has them in it has its border there. */
const isLand = (rings: Rings, x: number, y: number): boolean => locate(rings, x, y) !== OUTSIDE

const leavesOutCoast = ({ area, box }: Tile, nearLines: Nearness): boolean => {
  if (typeof area === 'string') return false
  let leavesOut = false
  forEachCoastEdge(area, box, (x1, y1, x2, y2) => {
    leavesOut ||= !nearLines.isEdgeNear(x1, y1, x2, y2)
  })
  return leavesOut
}

const isIsland = (line: CoastLine): boolean => isClosed(line) && doubledArea(line) > 0

const withIslands = (tile: Tile, lines: readonly CoastLine[], size: RedrawSize): readonly Tile[] | null => {
  const islands = lines.filter(isIsland)
  if (islands.length === 0 || tile.area === 'all') return null
  const sets = [[ringsOf(tile), landLeftOf(islands)]]
  return tilesOf(arrange(strandsOfRings(sets, 1), 1, positive), tile.box, size)
}

const ringsOf = ({ box, area }: Tile): Rings =>
  area === 'none' ? EMPTY_RINGS : area === 'all' ? ringsOfBox(box) : area

const halfTile = ({ box, area }: Tile, axis: 0 | 1, line: number, isLower: boolean): Tile => {
  const [west, south, east, north] = box
  const half: TileBox =
    axis === 0
      ? [isLower ? west : line, south, isLower ? line : east, north]
      : [west, isLower ? south : line, east, isLower ? line : north]
  return {
    box: half,
    area: typeof area === 'string' ? area : halfOf(area, { axis, line, isLower, unit: 1 }),
  }
}
