/** Every town of the bundled gazetteer, which the service itself only queries by name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { Position } from '../../src/domain/geometry/rings.ts'
import {
  gazetteerColumnsOf,
  POSITION_UNITS,
  readCounts,
  SECTION,
} from '../../src/sources/gazetteer/gazetteer-columns.ts'

export interface PlacedTown {
  readonly name: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly position: Position
  /** 0 if unknown. */
  readonly population: number
  /** True if it is a part of a larger town. */
  readonly isSection: boolean
}

const PACKED = join(import.meta.dirname, '../../data/gazetteer/gazetteer.bin.zst')

export const readAllTowns = (): readonly PlacedTown[] => {
  const file = new Uint8Array(zstdDecompressSync(readFileSync(PACKED))).buffer
  const counts = readCounts(file)
  if (counts === null) throw new Error(`${PACKED} is not a gazetteer of Metes.`)
  const { region, regionText, regionLon, regionLat, lonOffset, latOffset, townText, population, rank } =
    gazetteerColumnsOf(file, counts)
  const names = linesOf(townText)
  const regions = linesOf(regionText)
  return Array.from({ length: counts.towns }, (_, town) => ({
    name: names[town],
    country: regions[region[town]].split('\t')[0],
    population: population[town],
    isSection: rank[town] === SECTION,
    position: [
      (regionLon[region[town]] + lonOffset[town]) / POSITION_UNITS,
      (regionLat[region[town]] + latOffset[town]) / POSITION_UNITS,
    ],
  }))
}

const linesOf = (text: Uint8Array): readonly string[] => Buffer.from(text).toString('utf8').split('\n')
