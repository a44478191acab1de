/** A gazetteer file in memory. Only the texts of an answer are decoded. */
import { foldName } from '../../domain/catalog/fold.ts'
import type { Gazetteer, SeatOrder, Town } from '../../domain/gazetteer/ports.ts'
import {
  fileBytes,
  type GazetteerColumns,
  gazetteerColumnsOf,
  LINE_FEED,
  LINES_A_BLOCK,
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
  const towns = textLines(columns.townText, columns.townBlock, counts.towns)
  const regions = textLines(columns.regionText, columns.regionBlock, counts.regions)
  const names = textLines(columns.nameText, columns.nameBlock, counts.names)
  const { aliasTown, firstBlock, firstCount, aliasBlock, aliasCount, population } = columns
  if (![towns, regions, names].every(endsAsCounted)) throw damaged('its texts and its counts differ')
  if (
    totalBefore(firstBlock, firstCount, counts.names) !== counts.towns ||
    totalBefore(aliasBlock, aliasCount, counts.names) !== counts.aliases
  )
    throw damaged('its names and its towns differ')

  return {
    named: (foldedName) => {
      const name = findLine(names, foldedName)
      if (name === -1) return []
      const alias = totalBefore(aliasBlock, aliasCount, name)
      const first = totalBefore(firstBlock, firstCount, name)
      return [
        ...aliasTown.subarray(alias, alias + aliasCount[name]),
        ...Array.from({ length: firstCount[name] }, (_, i) => first + i),
      ]
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
  /** Byte at which each block begins. */
  readonly blocks: Uint32Array
  readonly count: number
}

const textLines = (column: Uint8Array, blocks: Uint32Array, count: number): Lines => ({
  bytes: Buffer.from(column.buffer, column.byteOffset, column.byteLength),
  blocks,
  count,
})

/** True if the last block has as many lines as are left for it: only that block is read. */
const endsAsCounted = (lines: Lines): boolean => lineStart(lines, lines.count) === lines.bytes.length

/** Reads at most one block. */
const lineStart = ({ bytes, blocks }: Lines, index: number): number => {
  const block = Math.min(Math.floor(index / LINES_A_BLOCK), blocks.length - 1)
  let at = blocks[block]
  for (let line = block * LINES_A_BLOCK; line < index; line++) at = afterLine(bytes, at)
  return at
}

/** Beyond the end where no line follows. */
const afterLine = (bytes: Buffer, at: number): number => {
  const end = bytes.indexOf(LINE_FEED, at)
  return end === -1 ? bytes.length + 1 : end + 1
}

const line = (lines: Lines, index: number): string => {
  const start = lineStart(lines, index)
  return lines.bytes.toString('utf8', start, afterLine(lines.bytes, start) - 1)
}

/** Returns the index of a line among lines in ascending byte order, −1 if it is absent: O(log n), and one block is read. */
const findLine = ({ bytes, blocks, count }: Lines, text: string): number => {
  const wanted = Buffer.from(text)
  const orderAt = (at: number): number =>
    bytes.compare(wanted, 0, wanted.length, at, afterLine(bytes, at) - 1)
  let [block, end] = [0, blocks.length]
  // The last block whose first line is not after the text.
  while (end - block > 1) {
    const middle = (block + end) >> 1
    if (orderAt(blocks[middle]) > 0) end = middle
    else block = middle
  }
  const last = Math.min((block + 1) * LINES_A_BLOCK, count)
  let at = blocks[block]
  for (let index = block * LINES_A_BLOCK; index < last; index++) {
    if (orderAt(at) === 0) return index
    at = afterLine(bytes, at)
  }
  return -1
}

/** Returns the sum of the counts before an index. */
const totalBefore = (blocks: Uint32Array, counts: Uint16Array, index: number): number => {
  const block = Math.min(Math.floor(index / LINES_A_BLOCK), blocks.length - 1)
  let total = blocks[block] ?? 0
  for (let i = block * LINES_A_BLOCK; i < index; i++) total += counts[i]
  return total
}
