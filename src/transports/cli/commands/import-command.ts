/** `metes import FILE`: imports the boundaries of an OpenStreetMap extract and prints a report. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { ImportProgress, ImportReport } from '../../../domain/catalog/import-report.ts'
import type { CliHost, CliIo } from '../host.ts'
import { painter } from '../terminal/colours.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { importProgressText } from './import-progress.ts'
import { importReportJson, importReportText } from './import-report.ts'
import { withProgress } from './with-service.ts'

interface ImportNeeds {
  importFile(request: {
    readonly file: string
    /** Import the file even if the catalog has newer data for the same places. */
    readonly allowOlder: boolean
    /** Prepare the tiles around the imported boundaries after storing them. */
    readonly preparesTiles: boolean
    readonly onProgress: (progress: ImportProgress) => void
    readonly signal: AbortSignal
  }): Promise<ImportReport>
}

export const addImport = (program: Command, io: CliIo, host: CliHost<ImportNeeds>): void => {
  program
    .command('import')
    .summary('Import the boundaries of an OpenStreetMap extract (.osm.pbf).')
    .description(
      'Imports administrative and postal boundaries from an .osm.pbf file, from a city to the planet.\nRun it again to import a newer file; an older one is refused. If the import fails or is interrupted, the catalog stays unchanged.\nWhen everything is stored, the vector tiles around the boundaries are prepared; an interruption then only leaves them to their first requests.\n"metes catalog list" lists the imports.',
    )
    .argument('<file>', 'The extract, for example from download.geofabrik.de')
    .option('--allow-older', 'Import the file even if the catalog has newer data for the same places')
    .option('--no-tiles', 'Do not prepare vector tiles; use it for all but the last of several imports')
    .option('--skipped', 'List every skipped boundary, including those cut off at the edge of the file')
    .option('--json', 'Print the report as JSON on stdout')
    .action((file: string, options: ImportCommandOptions) => importFile(file, options, io, host))
}

interface ImportCommandOptions {
  readonly allowOlder?: boolean
  readonly tiles: boolean
  readonly skipped?: boolean
  readonly json?: boolean
}

const importFile = async (
  file: string,
  { allowOlder = false, tiles, skipped = false, json = false }: ImportCommandOptions,
  io: CliIo,
  host: CliHost<ImportNeeds>,
): Promise<void> => {
  const [report, seconds] = await withProgress(io, host, {
    long: true,
    progressText: importProgressText,
    // The import itself reacts to the signal and removes its temporary files.
    run: (service, onProgress) =>
      service.importFile({ file, allowOlder, preparesTiles: tiles, onProgress, signal: io.signal }),
  })
  const shown = { name: basename(file), seconds, listsAll: skipped }
  io.stderr.write(importReportText(report, shown, painter(io.stderr, io.env)))
  if (json) writeJson(importReportJson(report), io)
}
