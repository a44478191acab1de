/** Memory for row groups, limited in bytes, because groups have any number of rows. */
import { PointsFault } from '../points-reader.ts'
import { META } from './column-chunk.ts'
import type { Footer } from './footer.ts'
import { groupColumns } from './output.ts'
import type { ParquetPosition } from './position.ts'
import { numberOf } from './thrift.ts'

const MIB = 1024 * 1024
/** Limit for the positions of a row group, decompressed, and its answers. */
export const MAX_POSITION_BYTES = 1024 * MIB
/** Limit for the columns of a row group that is rewritten. */
export const MAX_REWRITTEN_BYTES = 512 * MIB
/** Two coordinates, the answer, and their copies while the points are located. */
const BYTES_A_ROW = 64

/** Returns the memory for a row group without rejected rows. Rejects a group that needs too much. */
export const positionBytes = (footer: Footer, group: number, position: ParquetPosition): number => {
  const columns = groupColumns(footer, group)
  const leaves = position.kind === 'wkb' ? [position.geometry] : [position.lon, position.lat]
  const columnBytes = leaves.map(
    (leaf) => columns[leaf].length + numberOf(columns[leaf].meta, META.uncompressedBytes),
  )
  const bytes = BYTES_A_ROW * footer.rowGroups[group].rows + Math.max(...columnBytes)
  if (bytes <= MAX_POSITION_BYTES) return bytes
  throw new PointsFault(
    `Row group ${group + 1} needs ${inMib(bytes)} of memory for its positions, which is more than ${inMib(MAX_POSITION_BYTES)}. ${ADVICE}`,
  )
}

/** Returns the decompressed size of the columns of a row group. */
export const rewrittenBytes = (footer: Footer, group: number): number =>
  groupColumns(footer, group).reduce((sum, { meta }) => sum + numberOf(meta, META.uncompressedBytes), 0)

/** Returns the error for a row group that is too large to rewrite. */
export const tooLargeToRewrite = (group: number): PointsFault =>
  new PointsFault(
    `Row group ${group + 1} has rows without a valid position, and its columns take more than the ${inMib(MAX_REWRITTEN_BYTES)} of memory for writing it without them. ${ADVICE}`,
  )

const ADVICE = 'Write the file with smaller row groups first.'

const inMib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`
