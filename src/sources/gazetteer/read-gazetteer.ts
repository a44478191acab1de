/** A gazetteer file in memory. Only the texts of an answer are decoded. */
import { foldName } from '../../domain/catalog/fold.ts'
import type { Gazetteer, SeatOrder, Town } from '../../domain/gazetteer/ports.ts'
import {
  fileBytes,
  type GazetteerColumns,
  gazetteerColumnsOf,
  LINE_FEED,
  POSITION_UNITS,
  readCounts,
  SECTION,
} from './gazetteer-columns.ts'

/** `path` is used in errors. */
export const readGazetteer = (file: ArrayBuffer, path: string): Pick<Gazetteer, 'named'> => {
  const counts = readCounts(file)
  if (counts === null) throw new Error(`${path} is not a gazetteer of Metes.`)
  const damaged = (why: string): Error => new Error(`${path} is damaged: ${why}.`)
  const expected = fileBytes(counts)
  if (file.byteLength !== expected) throw damaged(`it has ${file.byteLength} bytes, not ${expected}`)
  const columns = gazetteerColumnsOf(file, counts)
  const towns = readLines(columns.townText, counts.towns)
  const regions = readLines(columns.regionText, counts.regions)
  const names = readLines(columns.nameText, counts.names)
  if (towns === null || regions === null || names === null) throw damaged('its texts and its counts differ')
  const firstEnds = runningTotals(columns.firstCount)
  const aliasEnds = runningTotals(columns.aliasCount)
  if (firstEnds.at(-1) !== counts.towns || aliasEnds.at(-1) !== counts.aliases) {
    throw damaged('its names and its towns differ')
  }

  return {
    named: (foldedName) => {
      const name = findLine(names, foldedName)
      if (name === -1) return []
      const found: number[] = [...columns.aliasTown.subarray(startOf(aliasEnds, name), aliasEnds[name])]
      for (let town = startOf(firstEnds, name); town < firstEnds[name]; town++) found.push(town)
      const { population } = columns
      return found
        .sort((a, b) => population[b] - population[a] || a - b)
        .map((town) => readTown(columns, towns, regions, town))
    },
  }
}

const readTown = (columns: GazetteerColumns, towns: Lines, regions: Lines, town: number): Town => {
  const name = line(towns, town)
  const region = columns.region[town]
  const [countryCode, ...divisions] = line(regions, region).split('\t')
  const [admin1, admin2] = divisions.map((division) => (division === '' ? null : division))
  const rank = columns.rank[town]
  return {
    name,
    countryCode,
    admin1,
    admin2,
    region: regionInWords(name, admin1, admin2),
    population: columns.population[town],
    position: [
      (columns.regionLon[region] + columns.lonOffset[town]) / POSITION_UNITS,
      (columns.regionLat[region] + columns.latOffset[town]) / POSITION_UNITS,
    ],
    seatOrder: rank === 0 || rank === SECTION ? null : ((rank - 1) as SeatOrder),
    isSection: rank === SECTION,
  }
}

/**
 * Leaves out divisions named after the town: Paris is in Île-de-France, not in the department of Paris. Vienna has none,
 * because it is a state itself.
 */
const regionInWords = (town: string, admin1: string | null, admin2: string | null): string | null => {
  const own = foldName(town)
  const isOwn = (division: string): boolean => foldName(division) === own
  if (admin1 === null) return admin2 === null || isOwn(admin2) ? null : admin2
  if (isOwn(admin1)) return null
  if (admin2 === null || isOwn(admin2) || foldName(admin2) === foldName(admin1)) return admin1
  return `${admin2}, ${admin1}`
}

interface Lines {
  readonly bytes: Buffer
  /** Index of the line feed of each line. */
  readonly ends: Uint32Array
}

/** Returns null if the number of lines differs. */
const readLines = (column: Uint8Array, count: number): Lines | null => {
  const ends = new Uint32Array(count)
  let lines = 0
  for (let at = 0; at < column.length; at++) if (column[at] === LINE_FEED) ends[lines++] = at
  if (lines !== count || (ends.at(-1) ?? -1) !== column.length - 1) return null
  return { bytes: Buffer.from(column.buffer, column.byteOffset, column.byteLength), ends }
}

const lineStart = ({ ends }: Lines, index: number): number => (index === 0 ? 0 : ends[index - 1] + 1)

const line = (lines: Lines, index: number): string =>
  lines.bytes.toString('utf8', lineStart(lines, index), lines.ends[index])

/** Returns the index of a line among lines in ascending byte order, −1 if it is absent. */
const findLine = (lines: Lines, text: string): number => {
  const wanted = Buffer.from(text)
  let low = 0
  let high = lines.ends.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = lines.bytes.compare(wanted, 0, wanted.length, lineStart(lines, middle), lines.ends[middle])
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const runningTotals = (counts: Uint16Array): Uint32Array => {
  const totals = new Uint32Array(counts.length)
  let total = 0
  for (let i = 0; i < counts.length; i++) {
    total += counts[i]
    totals[i] = total
  }
  return totals
}

const startOf = (ends: Uint32Array, index: number): number => (index === 0 ? 0 : ends[index - 1])
