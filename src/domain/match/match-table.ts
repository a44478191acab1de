/** Adds to each row of a table the id of its boundary. Memory does not grow with the table: equal rows are remembered up to a number. */
import { attributionOf, datasetsOf } from '../boundary/attribution.ts'
import type { BoundaryRecord, Dataset } from '../boundary/boundary.ts'
import type { NameOf } from '../boundary/boundary-json.ts'
import { nameIn } from '../boundary/language.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { parentNames } from '../catalog/parent-names.ts'
import { PointsFault } from '../enrich/points-reader.ts'
import type { RejectedRow } from '../enrich/rejected-rows.ts'
import { csvTexts } from '../formats/csv-text.ts'
import { type CsvTable, openCsvTable } from './csv-table.ts'
import { keptAnswers } from './kept.ts'
import type { Place, PlaceMatch, Unmatched } from './place.ts'
import { type PlacePlaces, placeColumns, refuseTaken } from './place-columns.ts'
import type { MatchReport, MatchRequest } from './ports.ts'

export interface MatchOptions {
  readonly catalog: Pick<Catalog, 'records' | 'version'>
  readonly matchPlace: (place: Place) => Promise<PlaceMatch>
}

const ADDED = ['id', 'score', 'reason'] as const
/** Of the file of rejected rows. */
const ADDED_TO_REJECTED = ['rejected_because', 'candidates'] as const

/** Rejects with a `PointsFault` if the file as a whole cannot be read. */
export async function* matchTable(
  { catalog, matchPlace }: MatchOptions,
  request: MatchRequest,
): AsyncGenerator<Uint8Array, MatchReport> {
  const { columns, languages, onRejected, onProgress, signal } = request
  const before = await catalog.version()
  const table = await openCsvTable(request.bytes, request.encoding)
  try {
    refuseTaken(table.names, [...ADDED, ...ADDED_TO_REJECTED])
    const places = placeColumns(table.names, columns)
    const answerOf = keptAnswers(MAX_REMEMBERED, (key) => matchPlace(JSON.parse(key) as Place))
    const row = rowWriter(table)
    const report = { rows: 0, rejected: 0, similar: 0 }
    const datasets = new Set<Dataset>()
    let rejectedHeader = row.header(ADDED_TO_REJECTED)
    yield row.header(ADDED)
    for await (const rows of table.blocks()) {
      const matched: Uint8Array[] = []
      for (const { bytes, line, cells, fault } of rows) {
        signal.throwIfAborted()
        const answer: PlaceMatch =
          fault === null
            ? await answerOf(JSON.stringify(placeOf(cells, places)))
            : { isMatched: false, reason: fault, candidates: [] }
        report.rows++
        if (answer.isMatched) {
          const { record, score, reason, isMisspelt } = answer
          if (isMisspelt) report.similar++
          for (const each of datasetsOf(record)) datasets.add(each)
          matched.push(row.with(bytes, [record.id, String(score), reason]))
        } else {
          report.rejected++
          const rejected: RejectedRow = { place: `Line ${line}`, reason: answer.reason }
          const added = [answer.reason, await candidatesText(answer, catalog, languages)]
          await onRejected([rejected], Buffer.concat([rejectedHeader, row.with(bytes, added)]))
          rejectedHeader = Buffer.alloc(0)
        }
        onProgress(report.rows)
      }
      yield Buffer.concat(matched)
    }
    if ((await catalog.version()) !== before)
      throw new PointsFault('The catalog changed while the rows were read. Run the command again.')
    return { ...report, attribution: attributionOf([{ datasets: [...datasets] }]) }
  } finally {
    await table.close()
  }
}

/** Different rows whose answers are remembered. */
const MAX_REMEMBERED = 50_000

const placeOf = (cells: readonly string[], places: PlacePlaces): Place => {
  const cell = (at: number): string => (at === -1 ? '' : cells[at].replaceAll(/\s+/g, ' ').trim())
  return {
    name: cell(places.name),
    country: cell(places.country),
    level: cell(places.level),
    parent: cell(places.parent),
  }
}

/** Writes rows as they are, with cells after them. */
const rowWriter = ({ delimiter, newline, headerBytes }: CsvTable) => {
  const separator = String.fromCharCode(delimiter)
  const withCells = (bytes: Uint8Array, cells: readonly string[]): Buffer =>
    Buffer.concat([bytes, Buffer.from(`${separator}${csvTexts(cells, separator)}${newline}`)])
  return {
    with: withCells,
    header: (names: readonly string[]): Buffer =>
      withCells(headerBytes.subarray(0, headerBytes.length - newline.length), names),
  }
}

/** As in "fips:06059 Orange County, California, United States; fips:12095 …". */
const candidatesText = async (
  { candidates }: Unmatched,
  catalog: Pick<Catalog, 'records'>,
  languages: readonly string[],
): Promise<string> => {
  const nameOfParent = await parentNames(catalog, candidates, languages)
  return candidates.map((record) => candidateText(record, languages, nameOfParent)).join('; ')
}

const candidateText = (record: BoundaryRecord, languages: readonly string[], nameOfParent: NameOf): string =>
  `${record.id} ${[nameIn(record, languages), ...record.parents.toReversed().map(nameOfParent)].join(', ')}`
