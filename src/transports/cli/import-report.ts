/** What an import tells at its end: for people a table of levels and of what is missing and why, for programs JSON. */
import type { Paint } from './colours.ts'
import type { ImportReport, SkippedBoundary } from './host.ts'
import { durationText } from './import-progress.ts'
import { printable, renderTable } from './table.ts'

/** So many skipped boundaries are listed; a broken planet has thousands, which `--json` prints. */
const MOST_LISTED = 50

export const reportText = (
  name: string,
  report: ImportReport,
  seconds: number,
  width: number | null,
  paint: Paint,
): string => {
  const { boundaries, stored, levels, skipped, kept, timestamp } = report
  const changes = (['added', 'replaced', 'unchanged', 'removed'] as const)
    .filter((change) => stored[change] > 0)
    .map((change) => `${shown(stored[change])} ${change}`)
  const state = timestamp === null ? '' : `, the map of ${timestamp}`
  return [
    `${printable(name)}: ${shown(boundaries)} boundaries in ${durationText(seconds)}${state} (${changes.join(', ') || 'nothing to store'}).`,
    ...(levels.length > 0 ? [levelTable(report, paint)] : []),
    ...boundaryList('skipped', skipped, width, paint),
    ...boundaryList('kept as they were before', kept, width, paint),
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
  })

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

const boundaryList = (
  what: string,
  boundaries: readonly SkippedBoundary[],
  width: number | null,
  paint: Paint,
): readonly string[] => {
  if (boundaries.length === 0) return []
  const table = renderTable(
    [
      { title: 'ID', align: 'left' },
      { title: 'LEVEL', align: 'right' },
      { title: 'NAME', align: 'left' },
      { title: 'REASON', align: 'left' },
    ],
    boundaries
      .slice(0, MOST_LISTED)
      .map(({ id, adminLevel, name, reason }) => [
        id,
        adminLevel === null ? '' : String(adminLevel),
        name ?? '',
        reason,
      ]),
    width,
    paint,
  )
  const more = boundaries.length - MOST_LISTED
  return [
    `${shown(boundaries.length)} ${what}:\n${table}${more > 0 ? `\n… and ${shown(more)} more, which --json lists.` : ''}`,
  ]
}

const shown = (count: number): string => count.toLocaleString('en')
