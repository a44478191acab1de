/** Chooses the towns of a tile: the most important one of each cell, so that a map shows about as many names anywhere. */
import type { PlacedTown } from '../gazetteer/ports.ts'
import { UNITS_PER_DEGREE } from '../geometry/rings.ts'
import type { TilePoint } from './point-layer.ts'
import { boxOfTile, EXTENT, projected, type TileAddress, unitOf } from './tile-grid.ts'

/**
 * Of the steps of a tile. A cell of a finer zoom and the cells around it lie in one of each coarser zoom and those around that, so a town
 * that is shown stays when the map comes closer.
 */
export const CELL_STEPS = EXTENT / 4

/** A village in a corner beside the cell of a metropolis only looks like a place that matters, on a map of a whole region. */
const MAX_RATIO_OF_NEIGHBOURS = 30
const MAX_COMPARED_ZOOM = 7

/** Parts of towns are shown where streets would be. */
const MIN_SECTION_ZOOM = 12

/** A capital is looked for before a larger town beside it. */
const SEAT_WEIGHTS: Readonly<Record<number, number>> = { 0: 5, 1: 1.5 }
const MIN_PEOPLE = 1

/** `capital` of the attributes, as in OpenMapTiles: the admin_level of the boundary whose seat the town is. */
const CAPITAL_LEVELS: Readonly<Record<number, number>> = { 0: 2, 1: 4 }

/** @param towns all in the tile and in the cells around it */
export const shownTowns = (tile: TileAddress, towns: readonly PlacedTown[]): readonly TilePoint[] => {
  const [west, south, east, north] = boxOfTile(tile)
  const side = CELL_STEPS * unitOf(tile.z)
  const units = projected(positionsOf(towns))
  const best = new Map<number, Candidate>()
  for (const [i, town] of towns.entries()) {
    if (town.isSection && tile.z < MIN_SECTION_ZOOM) continue
    const [column, row] = [Math.floor(units[2 * i] / side), Math.floor(units[2 * i + 1] / side)]
    const [cell, weight] = [cellOf(column, row), weightOf(town)]
    const known = best.get(cell)
    if (known === undefined || weight > known.weight) best.set(cell, { town, column, row, weight })
  }
  const isInTile = ({ column, row }: Candidate): boolean =>
    column >= west / side && column < east / side && row >= south / side && row < north / side
  const matters = ({ column, row, weight }: Candidate): boolean =>
    tile.z > MAX_COMPARED_ZOOM ||
    AROUND.every(([across, up]) => {
      const neighbour = best.get(cellOf(column + across, row + up))
      return neighbour === undefined || neighbour.weight <= MAX_RATIO_OF_NEIGHBOURS * weight
    })
  return [...best.values()]
    .filter((each) => isInTile(each) && matters(each))
    .sort((a, b) => b.weight - a.weight)
    .map(({ town }, rank) => shownTown(town, rank))
}

interface Candidate {
  readonly town: PlacedTown
  readonly column: number
  readonly row: number
  readonly weight: number
}

/** More than the cells of the finest zoom across the world, and one beside it. */
const CELLS_ACROSS = 2 ** 20

const cellOf = (column: number, row: number): number => row * CELLS_ACROSS + column

const positionsOf = (towns: readonly PlacedTown[]): Int32Array => {
  const units = new Int32Array(2 * towns.length)
  for (const [i, { position }] of towns.entries()) {
    units[2 * i] = Math.round(position[0] * UNITS_PER_DEGREE)
    units[2 * i + 1] = Math.round(position[1] * UNITS_PER_DEGREE)
  }
  return units
}

const STEPS = [-1, 0, 1] as const
const AROUND = STEPS.flatMap((across) => STEPS.map((up) => [across, up] as const))

const weightOf = ({ population, seatOrder }: PlacedTown): number =>
  Math.max(MIN_PEOPLE, population) * (seatOrder === null ? 1 : (SEAT_WEIGHTS[seatOrder] ?? 1))

const shownTown = ({ position, name, population, seatOrder }: PlacedTown, rank: number): TilePoint => ({
  position,
  attributes: {
    name: name(),
    rank,
    ...(population > 0 && { population }),
    ...(seatOrder !== null && seatOrder in CAPITAL_LEVELS && { capital: CAPITAL_LEVELS[seatOrder] }),
  },
})
