/** Enriches a row group of a Parquet file, in a thread. */
import type { ReverseMany } from '../../domain/catalog/reverse-many.ts'
import type { LadderColumns } from '../../domain/enrich/ladder-columns.ts'
import { chosenRows } from '../../domain/enrich/parquet/chosen-rows.ts'
import type { ColumnChunk } from '../../domain/enrich/parquet/column-chunk.ts'
import { groupPoints } from '../../domain/enrich/parquet/group-points.ts'
import { LadderChunks } from '../../domain/enrich/parquet/ladder-chunks.ts'
import { readLeaf } from '../../domain/enrich/parquet/leaf.ts'
import { columnsOf } from '../../domain/enrich/parquet/output.ts'
import type { ParquetPosition } from '../../domain/enrich/parquet/position.ts'
import { PointsFault } from '../../domain/enrich/points-reader.ts'
import { MAX_LISTED } from '../../domain/enrich/ports.ts'
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
  /** The columns without the rejected rows; null where none is rejected, so that they can be copied. */
  readonly own: readonly ColumnChunk[] | null
  readonly added: readonly ColumnChunk[]
  /** The columns with the rejected rows; null where all are rejected. */
  readonly rejectedOwn: readonly ColumnChunk[] | null
}

export const groupEnricher = (
  { path, position }: ParquetLayout,
  columns: LadderColumns,
  many: ReverseMany,
): Enricher => {
  const { footer, read } = openParquetFile(path)
  const ladder = new LadderChunks(columns, many.answers)
  const leafOf = (group: number, leaf: number) => {
    const { start, length } = columnsOf(footer, group)[leaf]
    const path = footer.leaves[leaf]
    try {
      return readLeaf(read(start, length), footer.rowGroups[group].codecs[leaf], path)
    } catch (error) {
      if (error instanceof PointsFault) throw error
      const names = path.slice(1).map(({ element }) => element.name)
      throw new PointsFault(`The column ${names.join('.')} cannot be read: ${(error as Error).message}`)
    }
  }
  const pointsOf = (group: number) =>
    groupPoints(position, footer.leaves, (leaf) => leafOf(group, leaf).values)
  /** All columns with the chosen rows. */
  const rowsOf = (group: number, isChosen: (row: number) => boolean): readonly ColumnChunk[] => {
    const chosen = Uint8Array.from({ length: footer.rowGroups[group].rows }, (_, row) =>
      Number(isChosen(row)),
    )
    return columnsOf(footer, group).map(({ meta }, leaf) =>
      chosenRows(leafOf(group, leaf), chosen, footer.leaves[leaf], meta),
    )
  }
  return {
    points: (group) => pointsOf(group as number),
    enrich: async (part): Promise<EnrichedGroup> => {
      const group = part as number
      const points = pointsOf(group)
      const { rows } = footer.rowGroups[group]
      if (points.lons.length !== rows)
        throw new PointsFault(`Row group ${group} is damaged: it does not have a position for each row.`)
      const answers = await locateValid(many, points)
      const { faults } = points
      const located = faults.size === 0 ? answers : answers.filter((answer) => answer !== -1)
      let outside = 0
      for (const answer of located) if (many.answers[answer].length === 0) outside++
      const isMixed = faults.size > 0 && faults.size < rows
      return {
        index: group,
        rows,
        outside,
        rejected: faults.size,
        listed: Array.from(faults.entries().take(MAX_LISTED), ([at, reason]) => ({ at, reason })),
        counted: rows,
        moved: [],
        own: isMixed ? rowsOf(group, (row) => !faults.has(row)) : null,
        added: located.length === 0 ? [] : ladder.of(located),
        rejectedOwn: isMixed ? rowsOf(group, (row) => faults.has(row)) : null,
      }
    },
  }
}
