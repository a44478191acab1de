/** Memory that row groups take: it is limited in bytes, whatever their numbers of rows. */
import { PointsFault } from '../points-reader.ts'
import { META } from './column-chunk.ts'
import type { Footer } from './footer.ts'
import { columnsOf } from './output.ts'
import type { ParquetPosition } from './position.ts'
import { numberOf } from './thrift.ts'

const MIB = 1024 * 1024
/** For the positions of a row group, unpacked, and its answers. */
export const MAX_POSITION_BYTES = 1024 * MIB
/** For the columns of a row group that is written anew. */
export const MAX_REWRITTEN_BYTES = 512 * MIB
/** Two numbers, the answer, and their copies while the points are located. */
const BYTES_A_ROW = 64

/** Of a row group without rejected rows. Rejects one that takes too much. */
export const positionBytes = (footer: Footer, group: number, position: ParquetPosition): number => {
  const columns = columnsOf(footer, group)
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

/** Of the columns of a row group, unpacked. */
export const rewrittenBytes = (footer: Footer, group: number): number =>
  columnsOf(footer, group).reduce((sum, { meta }) => sum + numberOf(meta, META.uncompressedBytes), 0)

/** For a row group that cannot be written anew. */
export const tooLargeToRewrite = (group: number): PointsFault =>
  new PointsFault(
    `Row group ${group + 1} has rows without a valid position, and its columns take more than the ${inMib(MAX_REWRITTEN_BYTES)} of memory for writing it without them. ${ADVICE}`,
  )

const ADVICE = 'Write the file with smaller row groups first.'

const inMib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`
