/**
 * The report of an import. For people: a table of levels, what is missing and why, and the summary last, where a terminal still shows
 * it. For programs: JSON.
 */

import type { ImportReport, ReportedBoundary } from '../../../domain/catalog/import-report.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { renderTable, tableColumns } from '../output/answer-text/table.ts'
import type { Paint } from '../terminal/colours.ts'
import { durationText } from '../terminal/progress-display.ts'
import { terminalText } from '../terminal/terminal-text.ts'

/** Maximum length of each list; `--skipped` and `--json` print all of it. */
const MAX_LISTED = 50

const CONFLICTING = `in conflict with known ones, each found only by its own id ("${METES} catalog conflicts" lists them, "${METES} catalog resolve" decides)`

interface Shown {
  /** Name of the file. */
  readonly name: string
  readonly seconds: number
  /** List every skipped boundary, including those at the edge of the file. */
  readonly listsAll: boolean
}

export const importReportText = (
  report: ImportReport,
  { name, seconds, listsAll }: Shown,
  paint: Paint,
): string => {
  const { boundaries, stored, levels, skipped, timestamp, coast, tiles } = report
  const listed = listsAll ? skipped : skipped.filter(({ isCut }) => !isCut)
  const maxListed = listsAll ? Number.POSITIVE_INFINITY : MAX_LISTED
  const counts = { ...stored, 'in conflict': report.conflicts.length }
  const changes = (['added', 'replaced', 'unchanged', 'removed', 'in conflict'] as const)
    .filter((change) => counts[change] > 0)
    .map((change) => `${groupedCount(counts[change])} ${change}`)
  const state = timestamp === null ? '' : `, map data of ${timestamp}`
  const list = (what: string, all: readonly ReportedBoundary[]) => boundaryList(what, all, maxListed, paint)
  return [
    levels.length > 0 && levelTable(levels, paint),
    coast.ways > 0 && coastText(coast, maxListed),
    tiles !== null && tiles.left > 0 && tilesText(tiles.left),
    list('with cleaned names or tags', report.cleaned),
    list('that may lack parents', report.crowded),
    list('kept in their previous version', report.kept),
    list(CONFLICTING, report.conflicts),
    list('skipped', listed),
    skipped.length > listed.length && edgeText(skipped.length - listed.length),
    report.timestampProblem,
    `${terminalText(name)}: ${counted(boundaries, 'boundary', 'boundaries')} in ${durationText(seconds)}${state} (${changes.join(', ') || 'nothing to store'}).`,
  ]
    .filter((text) => text !== null && text !== false)
    .join('\n\n')
    .concat('\n')
}

export const importReportJson = (report: ImportReport): object => ({
  boundaries: report.boundaries,
  elements: report.elements,
  levels: report.levels.map(({ adminLevel, boundaries }) => ({ admin_level: adminLevel, boundaries })),
  skipped: report.skipped.map(wire),
  kept: report.kept.map(wire),
  conflicts: report.conflicts.map(wire),
  cleaned: report.cleaned.map(wire),
  crowded: report.crowded.map(wire),
  covered_countries: report.coveredCountries,
  timestamp: report.timestamp,
  timestamp_problem: report.timestampProblem,
  stored: report.stored,
  coast: report.coast,
  tiles: report.tiles,
})

const edgeText = (count: number): string => {
  const what = count === 1 ? '1 boundary was' : `${groupedCount(count)} boundaries were`
  const why = count === 1 ? 'the extract cuts it off' : 'the extract cuts them off'
  return `${what} skipped at the edge of the file: ${why}. --skipped lists ${count === 1 ? 'it' : 'them'}.`
}

const coastText = ({ ways, tiles, skipped }: ImportReport['coast'], maxListed: number): string => {
  const more = skipped.length - maxListed
  return [
    tiles === 0
      ? `${counted(ways, 'coastline')}, too incomplete for the land mask.`
      : `${counted(ways, 'coastline')}: redrew ${counted(tiles, 'tile')} of the land mask.`,
    ...skipped.slice(0, maxListed).map((sentence) => `  ${terminalText(sentence)}`),
    ...(more > 0 ? [moreText(more)] : []),
  ].join('\n')
}

const moreText = (count: number): string => `… and ${groupedCount(count)} more. Use --skipped to list all.`

const tilesText = (left: number): string =>
  left === 1
    ? '1 block of vector tiles was not prepared: its first request takes longer.'
    : `${groupedCount(left)} blocks of vector tiles were not prepared: their first requests take longer.`

const wire = ({ id, name, adminLevel, reason }: ReportedBoundary) => ({
  id,
  name,
  admin_level: adminLevel,
  reason,
})

export const levelTable = (levels: ImportReport['levels'], paint: Paint): string =>
  renderTable(
    tableColumns(['LEVEL', 'BOUNDARIES'], ['LEVEL', 'BOUNDARIES']),
    levels.map(({ adminLevel, boundaries }) => [
      adminLevel === null ? 'postal' : String(adminLevel),
      groupedCount(boundaries),
    ]),
    null,
    paint,
  )

/** Each reason has its own line: reasons name ways and positions, which must not be cut to a column. */
const boundaryList = (
  what: string,
  boundaries: readonly ReportedBoundary[],
  maxListed: number,
  paint: Paint,
): string | null => {
  if (boundaries.length === 0) return null
  const listed = boundaries.slice(0, maxListed)
  const table = renderTable(
    tableColumns(['ID', 'LEVEL', 'NAME'], ['LEVEL']),
    listed.map(({ id, adminLevel, name }) => [id, adminLevel === null ? '' : String(adminLevel), name ?? '']),
    null,
    paint,
  )
  const [head, ...rows] = table.split('\n')
  const lines = rows.flatMap((row, index) => [row, `  ${terminalText(listed[index].reason)}`])
  const more = boundaries.length - listed.length
  const title = `${counted(boundaries.length, 'boundary', 'boundaries')} ${what}:`
  return [title, head, ...lines, ...(more > 0 ? [moreText(more)] : [])].join('\n')
}

const groupedCount = (count: number): string => count.toLocaleString('en')
