/** The date of the map data in a file, if the file states one that can be right. */
import type { MapDate } from '../../domain/catalog/import-report.ts'
import { plausibleTime } from '../../domain/catalog/plausible-time.ts'

export const mapDateOf = (stated: string | null, now: string): MapDate => {
  const timestamp = plausibleTime(stated, now)
  return { timestamp, timestampProblem: timestamp === null ? problemOf(stated, now) : null }
}

const problemOf = (stated: string | null, now: string): string => {
  const why =
    stated === null
      ? 'The file has no timestamp'
      : `The file's timestamp, ${stated}, is in the future and therefore ignored (this machine's clock says ${now})`
  return `${why}, so it is unknown whether it is older than earlier imports.`
}
