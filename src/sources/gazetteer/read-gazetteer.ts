/** Finds towns in a gazetteer file. Only the pages around an answer are read, and only its texts decoded. */
import { foldName } from '../../domain/catalog/fold.ts'
import type { Gazetteer, Town, TownMap } from '../../domain/gazetteer/ports.ts'
import { ByteCache } from '../../util/byte-cache.ts'
import type { FilePages } from './file-pages.ts'
import {
  fileBytes,
  gazetteerColumnsOf,
  HEAD_BYTES,
  LINE_FEED,
  LINES_A_BLOCK,
  POSITION_UNITS,
  readCounts,
  SECTION,
} from './gazetteer-columns.ts'
import { createTownsIn, seatOrderOf } from './towns-in.ts'

/** `path` is used in errors. */
export const readGazetteer = (file: FilePages, path: string): Omit<Gazetteer & TownMap, 'attribution'> => {
  const { bytes } = file
  file.read(new Uint8Array(bytes), 0, Math.min(HEAD_BYTES, bytes.byteLength))
  const counts = readCounts(bytes)
  if (counts === null) throw new Error(`${path} is not a gazetteer of Metes.`)
  const damaged = (why: string): Error => new Error(`${path} is damaged: ${why}.`)
  const expected = fileBytes(counts)
  if (bytes.byteLength !== expected) throw damaged(`it has ${bytes.byteLength} bytes, not ${expected}`)
  const columns = gazetteerColumnsOf(bytes, counts)
  const towns = textLines(file, columns.townText, columns.townBlock, counts.towns)
  const regions = textLines(file, columns.regionText, columns.regionBlock, counts.regions)
  const names = textLines(file, columns.nameText, columns.nameBlock, counts.names)
  const { aliasTown, firstBlock, firstCount, aliasBlock, aliasCount } = columns
  const numberAt = (column: NumberColumn, index: number): number => {
    file.read(column, index, index + 1)
    return column[index]
  }
  /** Returns the sum of the counts before an index. */
  const totalBefore = (blocks: Uint32Array, column: Uint16Array, index: number): number => {
    const block = Math.min(Math.floor(index / LINES_A_BLOCK), blocks.length - 1)
    if (block < 0) return 0
    file.read(column, block * LINES_A_BLOCK, index)
    let total = numberAt(blocks, block)
    for (let i = block * LINES_A_BLOCK; i < index; i++) total += column[i]
    return total
  }
  const townAt = (town: number): Town => {
    const name = line(towns, town)
    const region = numberAt(columns.region, town)
    const [countryCode, ...divisions] = line(regions, region).split('\t')
    const [admin1, admin2] = divisions.map((division) => (division === '' ? null : division))
    const rank = numberAt(columns.rank, town)
    const degrees = (first: Int32Array, offset: Int32Array): number =>
      (numberAt(first, region) + numberAt(offset, town)) / POSITION_UNITS
    return {
      name,
      countryCode,
      admin1,
      admin2,
      region: regionInWords(name, admin1, admin2),
      population: numberAt(columns.population, town),
      position: [
        degrees(columns.regionLon, columns.lonOffset),
        degrees(columns.regionLat, columns.latOffset),
      ],
      seatOrder: seatOrderOf(rank),
      isSection: rank === SECTION,
    }
  }
  if (![towns, regions, names].every(endsAsCounted)) throw damaged('its texts and its counts differ')
  if (
    totalBefore(firstBlock, firstCount, counts.names) !== counts.towns ||
    totalBefore(aliasBlock, aliasCount, counts.names) !== counts.aliases
  )
    throw damaged('its names and its towns differ')

  const townsNamed = (foldedName: string): readonly Town[] => {
    const name = findLine(names, foldedName)
    if (name === -1) return []
    const alias = totalBefore(aliasBlock, aliasCount, name)
    const first = totalBefore(firstBlock, firstCount, name)
    const aliases = Array.from({ length: numberAt(aliasCount, name) }, (_, i) =>
      numberAt(aliasTown, alias + i),
    )
    const firsts = Array.from({ length: numberAt(firstCount, name) }, (_, i) => first + i)
    return [...aliases, ...firsts]
      .sort((a, b) => numberAt(columns.population, b) - numberAt(columns.population, a) || a - b)
      .map(townAt)
  }
  const kept = new ByteCache<readonly Town[]>(MAX_KEPT_BYTES)
  return {
    named: (foldedName) => {
      const known = kept.get(foldedName)
      if (known !== undefined) return known
      const towns = townsNamed(foldedName)
      kept.set(foldedName, towns, NAME_BYTES + TOWN_BYTES * towns.length)
      return towns
    },
    townsIn: createTownsIn(file, columns, (town) => line(towns, town)),
  }
}

/** A search and its hint ask for the same few names several times, and many searches for the same seats. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024
/** Approximate bytes of a name and of a town. */
const NAME_BYTES = 150
const TOWN_BYTES = 400

type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array

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
  /** Reads a block, and returns the byte at which it begins. */
  readonly readBlock: (block: number) => number
}

const textLines = (file: FilePages, column: Uint8Array, blocks: Uint32Array, count: number): Lines => {
  file.read(blocks, 0, blocks.length)
  return {
    bytes: Buffer.from(column.buffer, column.byteOffset, column.byteLength),
    blocks,
    count,
    readBlock: (block) => {
      file.read(column, blocks[block], blocks[block + 1] ?? column.length)
      return blocks[block]
    },
  }
}

/** True if the last block has as many lines as are left for it: only that block is read. */
const endsAsCounted = (lines: Lines): boolean => lineStart(lines, lines.count) === lines.bytes.length

/** Reads at most one block. */
const lineStart = ({ bytes, blocks, readBlock }: Lines, index: number): number => {
  const block = Math.min(Math.floor(index / LINES_A_BLOCK), blocks.length - 1)
  let at = readBlock(block)
  for (let line = block * LINES_A_BLOCK; line < index; line++) at = afterLine(bytes, at)
  return at
}

/** Beyond the end where no line follows. */
const afterLine = (bytes: Buffer, at: number): number => {
  let end = at
  while (end < bytes.length && bytes[end] !== LINE_FEED) end++
  return end + 1
}

const line = (lines: Lines, index: number): string => {
  const start = lineStart(lines, index)
  return lines.bytes.toString('utf8', start, afterLine(lines.bytes, start) - 1)
}

/** Returns the index of a line among lines in ascending byte order, −1 if it is absent: O(log n), and a block at each step. */
const findLine = ({ bytes, blocks, count, readBlock }: Lines, text: string): number => {
  const wanted = Buffer.from(text)
  /** A loop over few bytes costs less than Buffer's compare. */
  const orderAt = (start: number): number => {
    for (let at = 0; ; at++) {
      const isAtEnd = start + at >= bytes.length || bytes[start + at] === LINE_FEED
      if (isAtEnd || at === wanted.length) return isAtEnd ? at - wanted.length : 1
      if (bytes[start + at] !== wanted[at]) return bytes[start + at] - wanted[at]
    }
  }
  let [block, end] = [0, blocks.length]
  // The last block whose first line is not after the text.
  while (end - block > 1) {
    const middle = (block + end) >> 1
    if (orderAt(readBlock(middle)) > 0) end = middle
    else block = middle
  }
  const last = Math.min((block + 1) * LINES_A_BLOCK, count)
  let at = readBlock(block)
  for (let index = block * LINES_A_BLOCK; index < last; index++) {
    const order = orderAt(at)
    if (order === 0) return index
    if (order > 0) return -1
    at = afterLine(bytes, at)
  }
  return -1
}
