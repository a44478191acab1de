/**
 * Cuts a mask into tiles while reading it polygon by polygon. The polygons are first cut into cells, in a temporary file; then each cell
 * is united and cut further, so that memory holds only one cell.
 */

import { cutRing } from '../../domain/geometry/cut-ring.ts'
import { divideIntoTiles } from '../../domain/geometry/divide-into-tiles.ts'
import { extentOf } from '../../domain/geometry/extent.ts'
import { HALF_TURN, POLE } from '../../domain/geometry/map-rim.ts'
import { oddUnion } from '../../domain/geometry/odd-union.ts'
import type { Tile, TileBox } from '../../domain/geometry/tiles.ts'
import type { CellSpool } from './cell-spool.ts'
import { TILE_SIZE } from './tile-size.ts'

/** 2.8125 degrees: a cell of OpenStreetMap's coast has at most a few hundred thousand positions. */
const CELL_UNITS = 28_125_000
const COLUMNS = (2 * HALF_TURN) / CELL_UNITS
const ROWS = (2 * POLE) / CELL_UNITS

/** Ranges of columns and rows, the ends excluded. */
type CellRange = readonly [west: number, south: number, east: number, north: number]

const ALL_CELLS: CellRange = [0, 0, COLUMNS, ROWS]

/** The rings of a polygon, not closed, in any direction. */
export type LandPolygon = readonly Int32Array[]

/**
 * Land is the area inside an odd number of a polygon's rings; overlapping polygons are merged. `onCut` gets the share that
 * is done.
 */
export async function* tilesOfPolygons(
  polygons: AsyncIterable<LandPolygon>,
  spool: CellSpool,
  onCut: (done: number) => void,
): AsyncGenerator<Tile> {
  let number = 0
  for await (const rings of polygons) {
    for (const ring of rings) await putIntoCells(ring, number, cellsAround(ring), spool)
    number++
  }
  let cells = 0
  yield* tilesOfCells(ALL_CELLS, async (cell) => {
    onCut(cells++ / (COLUMNS * ROWS))
    return spool.read(cell)
  })
}

/** Returns the polygons of a cell by its number. */
type ReadCell = CellSpool['read']

const cellNumber = ([column, row]: CellRange): number => row * COLUMNS + column

const cellsAround = (ring: Int32Array): CellRange => {
  const [west, south, east, north] = extentOf(ring)
  const low = (value: number, edge: number, count: number): number =>
    Math.min(count - 1, Math.floor((value + edge) / CELL_UNITS))
  const high = (value: number, edge: number, least: number): number =>
    Math.max(least + 1, Math.ceil((value + edge) / CELL_UNITS))
  const column = low(west, HALF_TURN, COLUMNS)
  const row = low(south, POLE, ROWS)
  return [column, row, high(east, HALF_TURN, column), high(north, POLE, row)]
}

const putIntoCells = async (
  ring: Int32Array,
  polygon: number,
  cells: CellRange,
  spool: CellSpool,
): Promise<void> => {
  if (ring.length < 6) return
  const halves = halved(cells)
  if (halves === null) await spool.add(cellNumber(cells), polygon, ring)
  else
    for (const { cells: half, axis, line, isLower } of halves)
      await putIntoCells(cutRing(ring, { axis, line, isLower, unit: 1 }), polygon, half, spool)
}

async function* tilesOfCells(cells: CellRange, read: ReadCell): AsyncGenerator<Tile> {
  const halves = halved(cells)
  if (halves === null) {
    const polygons = await read(cellNumber(cells))
    yield* divideIntoTiles(oddUnion(polygons), { ...TILE_SIZE, box: boxOfCells(cells), unit: 1 })
    return
  }
  const [lower, upper] = halves.map(({ cells: half }) => tilesOfCells(half, read))
  // Two halves that are all land or all sea become one tile.
  const first: Tile = (await lower.next()).value
  if (!fills(first, halves[0].cells)) {
    yield first
    yield* lower
    yield* upper
    return
  }
  const second: Tile = (await upper.next()).value
  if (fills(second, halves[1].cells) && second.area === first.area) {
    yield { box: boxOfCells(cells), area: first.area }
    return
  }
  yield first
  yield second
  yield* upper
}

/** True if one tile describes all the cells. */
const fills = ({ box, area }: Tile, cells: CellRange): boolean =>
  typeof area === 'string' && boxOfCells(cells).every((side, i) => side === box[i])

interface Half {
  readonly cells: CellRange
  readonly axis: 0 | 1
  readonly line: number
  readonly isLower: boolean
}

/** Returns two halves along the longer side; null for a single cell. */
const halved = ([west, south, east, north]: CellRange): readonly [Half, Half] | null => {
  if (east - west === 1 && north - south === 1) return null
  if (east - west >= north - south) {
    const middle = (west + east) >> 1
    const cut = { axis: 0, line: middle * CELL_UNITS - HALF_TURN } as const
    return [
      { cells: [west, south, middle, north], ...cut, isLower: true },
      { cells: [middle, south, east, north], ...cut, isLower: false },
    ]
  }
  const middle = (south + north) >> 1
  const cut = { axis: 1, line: middle * CELL_UNITS - POLE } as const
  return [
    { cells: [west, south, east, middle], ...cut, isLower: true },
    { cells: [west, middle, east, north], ...cut, isLower: false },
  ]
}

const boxOfCells = ([west, south, east, north]: CellRange): TileBox => [
  west * CELL_UNITS - HALF_TURN,
  south * CELL_UNITS - POLE,
  east * CELL_UNITS - HALF_TURN,
  north * CELL_UNITS - POLE,
]
