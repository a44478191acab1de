/** Enriches a block of lines, in a thread. */
import type { ReverseMany } from '../../domain/catalog/reverse-many.ts'
import type { PointsReader } from '../../domain/enrich/points-reader.ts'
import { MAX_LISTED } from '../../domain/enrich/ports.ts'
import type { EnrichedPart, Enricher } from './enriched-part.ts'
import { locateValid } from './locate-valid.ts'

export interface EnrichedBlock extends EnrichedPart {
  readonly bytes: Uint8Array
  /** The rejected rows, each with a line break. */
  readonly rejectedBytes: Uint8Array
}

export const blockEnricher = (reader: PointsReader, many: ReverseMany): Enricher => {
  const known: Uint8Array[] = []
  const additionOf = (answer: number): Uint8Array => {
    known[answer] ??= reader.addition(many.answers[answer])
    return known[answer]
  }
  return {
    points: (block) => reader.rows(block as Uint8Array),
    enrich: async (block): Promise<EnrichedBlock> => {
      const rows = reader.rows(block as Uint8Array)
      const answers = await locateValid(many, rows)
      const additions = new Array<Uint8Array | null>(rows.count)
      let outside = 0
      for (let row = 0; row < rows.count; row++) {
        const answer = answers[row]
        if (answer !== -1 && many.answers[answer].length === 0) outside++
        additions[row] = answer === -1 ? null : additionOf(answer)
      }
      const faults = [...rows.faults]
      const bytes = rows.joined(additions)
      return {
        rows: rows.count,
        outside,
        rejected: faults.length,
        listed: faults.slice(0, MAX_LISTED).map(([row, reason]) => ({ at: rows.lineOf(row), reason })),
        counted: rows.lines,
        moved: [bytes.buffer],
        bytes,
        rejectedBytes: Buffer.concat(faults.flatMap(([row]) => [rows.row(row), LINE_BREAK])),
      }
    },
  }
}

const LINE_BREAK = Buffer.from('\n')
