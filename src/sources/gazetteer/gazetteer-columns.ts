/**
 * The layout of a gazetteer file: a header, then columns.
 *
 *     METESGAZ · the counts, 32 bits each
 *     the columns, wide numbers first, so that each is aligned
 *
 * All numbers are little-endian. Texts are UTF-8, each followed by a line feed.
 */

const COUNTS = [
  'towns',
  /** Distinct folded names. */
  'names',
  /** Pairs of a town and a folded name that is not its first. */
  'aliases',
  /** Distinct triples of a country and its divisions. */
  'regions',
  'townTextBytes',
  'regionTextBytes',
  'nameTextBytes',
] as const

export type GazetteerCounts = Readonly<Record<(typeof COUNTS)[number], number>>

/** Lines of text that share an entry in the columns of blocks: a line is found without reading those before its block. */
export const LINES_A_BLOCK = 64

const COLUMNS = {
  /** Byte at which each block of lines begins. */
  townBlock: [Uint32Array, 'towns', LINES_A_BLOCK],
  regionBlock: [Uint32Array, 'regions', LINES_A_BLOCK],
  nameBlock: [Uint32Array, 'names', LINES_A_BLOCK],
  /** Sums of `firstCount` and `aliasCount` before each block of names. */
  firstBlock: [Uint32Array, 'names', LINES_A_BLOCK],
  aliasBlock: [Uint32Array, 'names', LINES_A_BLOCK],
  /** Position of the first town of each region, in units of 1e-4 degrees. */
  regionLon: [Int32Array, 'regions'],
  regionLat: [Int32Array, 'regions'],
  /** Offset of each town from the first town of its region: small numbers compress better. */
  lonOffset: [Int32Array, 'towns'],
  latOffset: [Int32Array, 'towns'],
  population: [Uint32Array, 'towns'],
  /** The towns with each alias, grouped by name. */
  aliasTown: [Uint32Array, 'aliases'],
  region: [Uint16Array, 'towns'],
  /** Number of towns with the name as their first. Towns are sorted by first name, so these need no list. */
  firstCount: [Uint16Array, 'names'],
  /** Number of towns with the name as an alias. */
  aliasCount: [Uint16Array, 'names'],
  /** `SECTION`, 0, or one more than the order of the division of which the town is the seat. */
  rank: [Uint8Array, 'towns'],
  townText: [Uint8Array, 'townTextBytes'],
  /** Country code, first-order and second-order division, separated by tabs. */
  regionText: [Uint8Array, 'regionTextBytes'],
  /** In ascending order of bytes. */
  nameText: [Uint8Array, 'nameTextBytes'],
} as const

export type GazetteerColumns = {
  readonly [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name][0]>
}

/** Four decimals, 11 m, as in the atlas. */
export const POSITION_UNITS = 1e4
/** The rank of a part of a larger town. */
export const SECTION = 255
export const LINE_FEED = 10

const MAGIC = Buffer.from('METESGAZ', 'latin1')
export const HEAD_BYTES = MAGIC.length + 4 * COUNTS.length

/** Returns the size of a file with these counts. */
export const fileBytes = (counts: GazetteerCounts): number =>
  Object.values(COLUMNS).reduce(
    (sum, [Numbers, count, each = 1]) => sum + Numbers.BYTES_PER_ELEMENT * Math.ceil(counts[count] / each),
    HEAD_BYTES,
  )

/** Returns null if the file is not a gazetteer. */
export const readCounts = (file: ArrayBuffer): GazetteerCounts | null => {
  if (file.byteLength < HEAD_BYTES) return null
  const head = Buffer.from(file, 0, HEAD_BYTES)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const counts = COUNTS.map((name, i) => [name, head.readUInt32LE(MAGIC.length + 4 * i)] as const)
  return Object.fromEntries(counts) as GazetteerCounts
}

export const writeCounts = (file: ArrayBuffer, counts: GazetteerCounts): void => {
  const head = Buffer.from(file, 0, HEAD_BYTES)
  MAGIC.copy(head)
  COUNTS.forEach((name, i) => {
    head.writeUInt32LE(counts[name], MAGIC.length + 4 * i)
  })
}

/** Returns views of the columns in a file of `fileBytes`. */
export const gazetteerColumnsOf = (file: ArrayBuffer, counts: GazetteerCounts): GazetteerColumns => {
  let at = HEAD_BYTES
  const views = Object.entries(COLUMNS).map(([name, [Numbers, count, each = 1]]) => {
    const view = new Numbers(file, at, Math.ceil(counts[count] / each))
    at += view.byteLength
    return [name, view] as const
  })
  return Object.fromEntries(views) as unknown as GazetteerColumns
}
