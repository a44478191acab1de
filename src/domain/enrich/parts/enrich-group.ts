/** Enriches a row group of a Parquet file, in a thread. */

import type { LadderColumns } from '../added-columns.ts'
import type { Locator } from '../locator.ts'
import { ladderChunks } from '../parquet/added-column-chunks.ts'
import { chosenRows } from '../parquet/chosen-rows.ts'
import type { ColumnChunk } from '../parquet/column-chunk.ts'
import { groupPoints } from '../parquet/group-points.ts'
import {
  MAX_POSITION_BYTES,
  MAX_REWRITTEN_BYTES,
  rewrittenBytes,
  tooLargeToRewrite,
} from '../parquet/group-size.ts'
import { type Leaf, type LeafBytes, leafPages, readLeaf } from '../parquet/leaf.ts'
import { groupColumns } from '../parquet/output.ts'
import type { ParquetPosition } from '../parquet/position.ts'
import { PointsFault } from '../points-reader.ts'
import { MAX_LISTED_ROWS } from '../rejected-rows.ts'
import { outsideCounter } from './count-outside.ts'
import { creditsOf } from './credits.ts'
import type { EnrichedPart, Enricher } from './enriched-part.ts'
import { locateValid } from './locate-valid.ts'
import { openParquetFile } from './parquet-file.ts'

export interface ParquetLayout {
  readonly format: 'parquet'
  readonly path: string
  readonly position: ParquetPosition
}

export interface EnrichedGroup extends EnrichedPart {
  readonly index: number
  /** Columns without the rejected rows; null if none is rejected, so that they can be copied. */
  readonly own: readonly ColumnChunk[] | null
  readonly added: readonly ColumnChunk[]
  /** Columns with only the rejected rows; null if all are rejected. */
  readonly rejectedOwn: readonly ColumnChunk[] | null
}

export const groupEnricher = (
  { path, position }: ParquetLayout,
  columns: LadderColumns,
  many: Locator,
): Enricher => {
  const { footer, read } = openParquetFile(path)
  const ladder = ladderChunks(columns, many.answers)
  const credits = creditsOf(many.answers)
  const countOutside = outsideCounter(many.answers, columns)
  const bytesOf = (group: number, leaf: number): LeafBytes => {
    const { start, length } = groupColumns(footer, group)[leaf]
    return {
      bytes: read(start, length),
      codec: footer.rowGroups[group].codecs[leaf],
      path: footer.leaves[leaf],
    }
  }
  const unreadable = (leaf: number, error: unknown): PointsFault => {
    if (error instanceof PointsFault) return error
    const names = footer.leaves[leaf].slice(1).map(({ element }) => element.name)
    return new PointsFault(`The column ${names.join('.')} cannot be read: ${(error as Error).message}`)
  }
  function* pagesOf(group: number, leaf: number): Generator<Leaf> {
    try {
      yield* leafPages(bytesOf(group, leaf), MAX_POSITION_BYTES)
    } catch (error) {
      throw unreadable(leaf, error)
    }
  }
  const pointsOf = (group: number) =>
    groupPoints(position, footer.leaves, footer.rowGroups[group].rows, (leaf) => pagesOf(group, leaf))
  /** Returns all columns with the chosen rows. */
  const rowsOf = (group: number, isChosen: (row: number) => boolean): readonly ColumnChunk[] => {
    const chosen = Uint8Array.from({ length: footer.rowGroups[group].rows }, (_, row) =>
      Number(isChosen(row)),
    )
    return groupColumns(footer, group).map(({ meta }, leaf) => {
      try {
        const column = readLeaf(bytesOf(group, leaf), MAX_POSITION_BYTES)
        return chosenRows(column, chosen, footer.leaves[leaf], meta)
      } catch (error) {
        throw unreadable(leaf, error)
      }
    })
  }
  return {
    points: (group) => pointsOf(group as number),
    enrich: async (part): Promise<EnrichedGroup> => {
      const group = part as number
      const points = pointsOf(group)
      const { rows } = footer.rowGroups[group]
      const answers = await locateValid(many, points)
      credits.add(answers)
      const { faults } = points
      const located = faults.size === 0 ? answers : answers.filter((answer) => answer !== -1)
      const isMixed = faults.size > 0 && faults.size < rows
      if (isMixed && rewrittenBytes(footer, group) > MAX_REWRITTEN_BYTES) throw tooLargeToRewrite(group)
      const own = isMixed ? rowsOf(group, (row) => !faults.has(row)) : null
      const rejectedOwn = isMixed ? rowsOf(group, (row) => faults.has(row)) : null
      const added = located.length === 0 ? [] : ladder.of(located)
      return {
        index: group,
        rows,
        outside: countOutside(answers),
        rejected: faults.size,
        listed: Array.from(faults.entries().take(MAX_LISTED_ROWS), ([at, reason]) => ({ at, reason })),
        datasets: credits.datasets,
        counted: rows,
        moved: buffersOf([...(own ?? []), ...added, ...(rejectedOwn ?? [])]),
        own,
        added,
        rejectedOwn,
      }
    },
  }
}

/** Returns the buffers that belong to a single column, which can therefore be transferred. */
const buffersOf = (chunks: readonly ColumnChunk[]): readonly ArrayBuffer[] =>
  chunks.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
