/** Enriches a block of lines, in a thread. */
import type { LadderColumns } from '../added-columns.ts'
import type { Locator } from '../locator.ts'
import type { PointsReader } from '../points-reader.ts'
import { MAX_LISTED_ROWS } from '../rejected-rows.ts'
import { outsideCounter } from './count-outside.ts'
import { creditsOf } from './credits.ts'
import type { EnrichedPart, Enricher } from './enriched-part.ts'
import { locateValid } from './locate-valid.ts'

export interface RowBlock {
  readonly rows: Uint8Array<ArrayBuffer>
  /** Room for the enriched rows. */
  readonly output: ArrayBuffer
}

export interface EnrichedBlock extends EnrichedPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The rejected rows, each with a line break. */
  readonly rejectedBytes: Uint8Array
  /** The buffer of the block. */
  readonly input: ArrayBuffer
}

export const blockEnricher = (reader: PointsReader, columns: LadderColumns, many: Locator): Enricher => {
  const additions: Uint8Array[] = []
  const credits = creditsOf(many.answers)
  const countOutside = outsideCounter(many.answers, columns)
  return {
    points: (block) => reader.rows((block as RowBlock).rows),
    enrich: async (part): Promise<EnrichedBlock> => {
      const block = part as RowBlock
      const rows = reader.rows(block.rows)
      const answers = await locateValid(many, rows)
      credits.add(answers)
      for (const answer of answers)
        if (answer !== -1) additions[answer] ??= reader.addition(many.answers[answer])
      const faults = [...rows.faults]
      const bytes = rows.joined(answers, additions, block.output)
      return {
        rows: rows.count,
        outside: countOutside(answers),
        rejected: faults.length,
        listed: faults.slice(0, MAX_LISTED_ROWS).map(([row, reason]) => ({ at: rows.lineOf(row), reason })),
        datasets: credits.datasets,
        counted: rows.lines,
        moved: [bytes.buffer, block.rows.buffer],
        bytes,
        rejectedBytes: Buffer.concat(faults.flatMap(([row]) => [rows.row(row), LINE_BREAK])),
        input: block.rows.buffer,
      }
    },
  }
}

const LINE_BREAK = Buffer.from('\n')
