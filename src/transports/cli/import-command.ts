/** `metes import FILE`: takes the boundaries of an OpenStreetMap extract into the catalog and reports what it found. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import { type Paint, painter } from './colours.ts'
import { interruptible } from './exit.ts'
import type { CliHost, CliIo, ImportReport } from './host.ts'
import { createProgressDisplay, durationText } from './import-progress.ts'
import { renderTable } from './table.ts'

/** So many skipped boundaries are listed; a broken planet has thousands, which `--json` prints. */
const SKIPPED_SHOWN = 50

export const addImport = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('import')
    .summary('Take the boundaries of an OpenStreetMap extract (.osm.pbf) into the catalog')
    .description(
      'Reads administrative and postal boundaries from an .osm.pbf file, of a city or of the planet.\nCan be run again, also with a newer file. When it fails or is stopped, the catalog stays as it was.',
    )
    .argument('<file>', 'The extract, as from download.geofabrik.de')
    .option('--json', 'Print the report as JSON on stdout')
    .action((file: string, { json }: { json?: boolean }) => importFile(file, json === true, io, host))
}

const importFile = async (file: string, json: boolean, io: CliIo, host: CliHost): Promise<void> => {
  const service = await host.openService()
  const progress = createProgressDisplay(io.stderr, host.clock)
  const startedMs = host.clock.elapsedMs()
  try {
    const report = await interruptible(
      io.signal,
      service.importFile({ file, onProgress: progress.show, signal: io.signal }),
    )
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    io.stderr.write(
      reportText(
        basename(file),
        report,
        seconds,
        io.stderr.isTTY ? (io.stderr.columns ?? 80) : null,
        painter(io.stderr, io.env),
      ),
    )
    if (json) io.stdout.write(`${JSON.stringify(report)}\n`)
  } finally {
    progress.end()
    await service.close()
  }
}

const reportText = (
  name: string,
  report: ImportReport,
  seconds: number,
  width: number | null,
  paint: Paint,
): string => {
  const { boundaries, levels, skipped } = report
  const blocks = [`${name}: ${boundaries.toLocaleString('en')} boundaries in ${durationText(seconds)}.`]
  if (levels.length > 0) blocks.push(levelTable(report, paint))
  if (skipped.length > 0) {
    blocks.push(`${skipped.length.toLocaleString('en')} skipped:\n${skippedTable(report, width, paint)}`)
  }
  if (skipped.length > SKIPPED_SHOWN) {
    blocks.push(`… and ${(skipped.length - SKIPPED_SHOWN).toLocaleString('en')} more, which --json lists.`)
  }
  return `${blocks.join('\n\n')}\n`
}

const levelTable = ({ levels }: ImportReport, paint: Paint): string =>
  renderTable(
    [
      { title: 'LEVEL', align: 'right' },
      { title: 'BOUNDARIES', align: 'right' },
    ],
    levels.map(({ admin_level, boundaries }) => [levelText(admin_level), boundaries.toLocaleString('en')]),
    null,
    paint,
  )

const skippedTable = ({ skipped }: ImportReport, width: number | null, paint: Paint): string =>
  renderTable(
    [
      { title: 'ID', align: 'left' },
      { title: 'LEVEL', align: 'right' },
      { title: 'NAME', align: 'left' },
      { title: 'REASON', align: 'left' },
    ],
    skipped
      .slice(0, SKIPPED_SHOWN)
      .map(({ id, admin_level, name, reason }) => [id, levelText(admin_level), name ?? '', reason]),
    width,
    paint,
  )

const levelText = (level: number | null): string => (level === null ? 'postal' : String(level))
