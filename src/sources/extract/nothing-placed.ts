/** An import of which nothing could be placed: an error that says why, instead of a report of success. */
import type { SkippedBoundary } from '../../domain/catalog/import-report.ts'
import { counted } from '../../util/count-with-noun.ts'

/** The message is for people. The catalog is unchanged. */
export class NothingPlaced extends Error {
  override readonly name = 'NothingPlaced'

  constructor(skipped: readonly SkippedBoundary[]) {
    super(skipped.length === 0 ? NO_BOUNDARIES : reasonOf(skipped))
  }
}

const NO_BOUNDARIES =
  'The file has no administrative or postal boundary and no coastline, so there is nothing to import. An extract of a whole region has them; one that was filtered by tags may not.'

const reasonOf = (skipped: readonly SkippedBoundary[]): string => {
  const [{ id, name, reason }] = skipped
  const areAllCut = skipped.every(({ isCut }) => isCut)
  const what =
    skipped.length === 1
      ? 'The only boundary of the file cannot be used'
      : `None of the ${counted(skipped.length, 'boundary', 'boundaries')} of the file can be used`
  const example = `${skipped.length === 1 ? 'It' : 'The first'} is ${id}${name === null ? '' : `, ${name}`}: ${reason}`
  return `${what}, so nothing was imported and the catalog is unchanged.${areAllCut ? CUT : ''} ${example}`
}

const CUT =
  ' The file lacks ways or nodes of every boundary. Take the extract of a larger area, or keep what boundaries refer to: "osmium extract --strategy smart", "osmium tags-filter" without --omit-referenced.'
