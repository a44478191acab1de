/** Encodes the gazetteer file that `read-gazetteer.ts` reads. */
import type { SeatOrder } from '../../domain/gazetteer/ports.ts'
import {
  fileBytes,
  gazetteerColumnsOf,
  LINES_A_BLOCK,
  POSITION_UNITS,
  SECTION,
  writeCounts,
} from './gazetteer-columns.ts'

export interface GazetteerEntry {
  readonly name: string
  /** Every distinct folded name of the town; the first is the folded `name`. */
  readonly foldedNames: readonly string[]
  readonly countryCode: string
  readonly admin1: string | null
  readonly admin2: string | null
  readonly population: number
  readonly lon: number
  readonly lat: number
  readonly seatOrder: SeatOrder | null
  readonly isSection: boolean
}

/** Maximum of a region's index, and of the number of towns with one name. */
const MAX_UINT16 = 0xffff

/** Equal entries give equal bytes; towns with the same name and population keep their input order. */
export const encodeGazetteer = (entries: readonly GazetteerEntry[]): Uint8Array<ArrayBuffer> => {
  const towns = entries.toSorted(
    (a, b) => compareBytes(a.foldedNames[0], b.foldedNames[0]) || b.population - a.population,
  )
  const regions = [...new Set(towns.map(regionKey))].sort(compareBytes)
  const names = indexedNames(towns)
  const texts = [towns.map(({ name }) => name), regions, names.map(({ name }) => name)].map((each) =>
    each.map((text) => Buffer.from(`${text}\n`)),
  )
  const [townText, regionText, nameText] = texts.map((lines) => Buffer.concat(lines))
  const [townBlock, regionBlock, nameBlock] = texts.map((lines) =>
    blockTotals(lines.map(({ length }) => length)),
  )
  const counts = {
    towns: towns.length,
    names: names.length,
    aliases: names.reduce((sum, { aliasOf }) => sum + aliasOf.length, 0),
    regions: regions.length,
    townTextBytes: townText.length,
    regionTextBytes: regionText.length,
    nameTextBytes: nameText.length,
  }
  const file = new ArrayBuffer(fileBytes(counts))
  writeCounts(file, counts)
  const columns = gazetteerColumnsOf(file, counts)
  const firstBlock = blockTotals(names.map(({ firstCount }) => firstCount))
  const aliasBlock = blockTotals(names.map(({ aliasOf }) => aliasOf.length))
  const given = { townText, regionText, nameText, townBlock, regionBlock, nameBlock, firstBlock, aliasBlock }
  for (const [name, numbers] of Object.entries(given)) columns[name as keyof typeof given].set(numbers)

  const indexOfRegion = new Map<string, number>()
  regions.forEach((text, index) => {
    indexOfRegion.set(text, uint16(index))
  })
  const seen = new Set<number>()
  towns.forEach((town, index) => {
    const region = indexOfRegion.get(regionKey(town))!
    const [lon, lat] = [town.lon, town.lat].map((degrees) => Math.round(degrees * POSITION_UNITS))
    if (!seen.has(region)) {
      seen.add(region)
      columns.regionLon[region] = lon
      columns.regionLat[region] = lat
    }
    columns.region[index] = region
    columns.lonOffset[index] = lon - columns.regionLon[region]
    columns.latOffset[index] = lat - columns.regionLat[region]
    columns.population[index] = town.population
    columns.rank[index] = townRank(town)
  })

  let aliases = 0
  names.forEach(({ firstCount, aliasOf }, index) => {
    columns.firstCount[index] = uint16(firstCount)
    columns.aliasCount[index] = uint16(aliasOf.length)
    columns.aliasTown.set(aliasOf, aliases)
    aliases += aliasOf.length
  })
  return new Uint8Array(file)
}

interface IndexedName {
  readonly name: string
  firstCount: number
  readonly aliasOf: number[]
}

const indexedNames = (towns: readonly GazetteerEntry[]): readonly IndexedName[] => {
  const index = new Map<string, IndexedName>()
  const indexed = (name: string): IndexedName => {
    const known = index.get(name)
    if (known !== undefined) return known
    const added = { name, firstCount: 0, aliasOf: [] }
    index.set(name, added)
    return added
  }
  towns.forEach(({ foldedNames: [first, ...others] }, town) => {
    indexed(first).firstCount++
    for (const name of others) indexed(name).aliasOf.push(town)
  })
  return [...index.values()].sort((a, b) => compareBytes(a.name, b.name))
}

const regionKey = ({ countryCode, admin1, admin2 }: GazetteerEntry): string =>
  [countryCode, admin1 ?? '', admin2 ?? ''].join('\t')

const townRank = ({ seatOrder, isSection }: GazetteerEntry): number => {
  if (isSection) return SECTION
  return seatOrder === null ? 0 : seatOrder + 1
}

/** UTF-8 sorts by code point; UTF-16, and so `<`, does not. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Returns the sum of the numbers before each block. */
const blockTotals = (numbers: readonly number[]): readonly number[] => {
  let total = 0
  return numbers.flatMap((number, index) => {
    const before = total
    total += number
    return index % LINES_A_BLOCK === 0 ? [before] : []
  })
}

const uint16 = (value: number): number => {
  if (value > MAX_UINT16) throw new RangeError(`${value} does not fit 16 bits of the gazetteer file.`)
  return value
}
