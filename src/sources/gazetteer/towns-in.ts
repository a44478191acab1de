/** Finds the towns of a gazetteer file by place: all positions are read and indexed when the first map asks. */
import Flatbush from 'flatbush'
import type { PlacedTown, SeatOrder, TownMap } from '../../domain/gazetteer/ports.ts'
import { splitBBox } from '../../domain/geometry/bbox.ts'
import { once } from '../../util/once.ts'
import type { FilePages } from './file-pages.ts'
import { type GazetteerColumns, POSITION_UNITS, SECTION } from './gazetteer-columns.ts'

/** `nameAt` reads the name of a town, by its number. */
export const createTownsIn = (
  file: FilePages,
  columns: GazetteerColumns,
  nameAt: (town: number) => string,
): TownMap['townsIn'] => {
  const { region, regionLon, regionLat, lonOffset, latOffset, population, rank } = columns
  const index = once(() => {
    for (const column of [region, regionLon, regionLat, lonOffset, latOffset, population, rank])
      file.read(column, 0, column.length)
    const points = new Flatbush(region.length, NODE_SIZE, Int32Array)
    for (let town = 0; town < region.length; town++) points.add(lonOf(town), latOf(town))
    points.finish()
    return points
  })
  const lonOf = (town: number): number => regionLon[region[town]] + lonOffset[town]
  const latOf = (town: number): number => regionLat[region[town]] + latOffset[town]
  const townAt = (town: number): PlacedTown => ({
    name: () => nameAt(town),
    position: [lonOf(town) / POSITION_UNITS, latOf(town) / POSITION_UNITS],
    population: population[town],
    seatOrder: seatOrderOf(rank[town]),
    isSection: rank[town] === SECTION,
  })
  return (box) =>
    splitBBox(box)
      .map((part) => part.map((degrees) => degrees * POSITION_UNITS) as [number, number, number, number])
      .flatMap((part) => index().search(...part))
      .map(townAt)
}

const NODE_SIZE = 16

/** A rank is `SECTION`, 0, or one more than the order of the seat. */
export const seatOrderOf = (rank: number): SeatOrder | null =>
  rank === 0 || rank === SECTION ? null : ((rank - 1) as SeatOrder)
