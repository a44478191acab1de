/** What an import tells at its end: for people a table of levels and of what is missing and why, for programs JSON. */
import type { Paint } from './colours.ts'
import type { ImportReport, SkippedBoundary } from './host.ts'
import { durationText } from './import-progress.ts'
import { printable, renderTable } from './table.ts'

/** So many skipped boundaries are listed; a broken planet has thousands, which `--json` prints. */
const MOST_LISTED = 50

export const reportText = (name: string, report: ImportReport, seconds: number, paint: Paint): string => {
  const { boundaries, stored, levels, skipped, kept, timestamp, coast } = report
  const changes = (['added', 'replaced', 'unchanged', 'removed'] as const)
    .filter((change) => stored[change] > 0)
    .map((change) => `${shown(stored[change])} ${change}`)
  const state = timestamp === null ? '' : `, the map of ${timestamp}`
  return [
    `${printable(name)}: ${shown(boundaries)} boundaries in ${durationText(seconds)}${state} (${changes.join(', ') || 'nothing to store'}).`,
    ...(levels.length > 0 ? [levelTable(report, paint)] : []),
    ...(coast.ways > 0 ? [coastText(coast)] : []),
    ...boundaryList('skipped', skipped, paint),
    ...boundaryList('kept as they were before', kept, paint),
  ]
    .join('\n\n')
    .concat('\n')
}

export const reportJson = (report: ImportReport): string =>
  JSON.stringify({
    boundaries: report.boundaries,
    elements: report.elements,
    levels: report.levels.map(({ adminLevel, boundaries }) => ({ admin_level: adminLevel, boundaries })),
    skipped: report.skipped.map(wire),
    kept: report.kept.map(wire),
    covered_countries: report.coveredCountries,
    timestamp: report.timestamp,
    stored: report.stored,
    coast: report.coast,
  })

const coastText = ({ ways, tiles }: ImportReport['coast']): string =>
  tiles === 0
    ? `${shown(ways)} coastlines, none complete enough for the land mask.`
    : `${shown(ways)} coastlines: ${shown(tiles)} ${tiles === 1 ? 'tile of the land mask is' : 'tiles of the land mask are'} drawn anew.`

const wire = ({ id, name, adminLevel, reason }: SkippedBoundary) => ({
  id,
  name,
  admin_level: adminLevel,
  reason,
})

const levelTable = ({ levels }: ImportReport, paint: Paint): string =>
  renderTable(
    [
      { title: 'LEVEL', align: 'right' },
      { title: 'BOUNDARIES', align: 'right' },
    ],
    levels.map(({ adminLevel, boundaries }) => [
      adminLevel === null ? 'postal' : String(adminLevel),
      shown(boundaries),
    ]),
    null,
    paint,
  )

/** Reasons name ways and positions: each stands whole below its boundary instead of being cut to a column. */
const boundaryList = (
  what: string,
  boundaries: readonly SkippedBoundary[],
  paint: Paint,
): readonly string[] => {
  if (boundaries.length === 0) return []
  const listed = boundaries.slice(0, MOST_LISTED)
  const table = renderTable(
    [
      { title: 'ID', align: 'left' },
      { title: 'LEVEL', align: 'right' },
      { title: 'NAME', align: 'left' },
    ],
    listed.map(({ id, adminLevel, name }) => [id, adminLevel === null ? '' : String(adminLevel), name ?? '']),
    null,
    paint,
  )
  const [head, ...rows] = table.split('\n')
  const lines = rows.flatMap((row, index) => [row, `  ${printable(listed[index].reason)}`])
  const more = boundaries.length - MOST_LISTED
  return [
    [
      `${shown(boundaries.length)} ${what}:`,
      head,
      ...lines,
      ...(more > 0 ? [`… and ${shown(more)} more, which --json lists.`] : []),
    ].join('\n'),
  ]
}

const shown = (count: number): string => count.toLocaleString('en')
