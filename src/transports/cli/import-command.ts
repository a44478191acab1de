/** `metes import FILE`: takes the boundaries of an OpenStreetMap extract into the catalog and reports what it found. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import { painter } from './colours.ts'
import { interruptible } from './exit.ts'
import type { CliHost, CliIo } from './host.ts'
import { createProgressDisplay } from './import-progress.ts'
import { reportJson, reportText } from './import-report.ts'
import { terminalJson } from './terminal-text.ts'

export const addImport = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('import')
    .summary('Import the boundaries of an OpenStreetMap extract (.osm.pbf).')
    .description(
      'Reads administrative and postal boundaries from an .osm.pbf file, of a city or of the planet.\nCan be run again, also with a newer file; an older one is refused. When it fails or is stopped, the catalog stays as it was.\n"metes catalog list" lists what was imported.',
    )
    .argument('<file>', 'The extract, as from download.geofabrik.de')
    .option('--allow-older', 'Take the file although the catalog has newer data of the same places')
    .option('--skipped', 'List every boundary that was skipped, also those that the file was cut through')
    .option('--json', 'Print the report as JSON on stdout')
    .action((file: string, options: Options) => importFile(file, options, io, host))
}

interface Options {
  readonly allowOlder?: boolean
  readonly skipped?: boolean
  readonly json?: boolean
}

const importFile = async (
  file: string,
  { allowOlder = false, skipped = false, json = false }: Options,
  io: CliIo,
  host: CliHost,
): Promise<void> => {
  const service = await interruptible(io.signal, host.openService())
  const progress = createProgressDisplay(io.stderr, host.clock)
  const startedMs = host.clock.elapsedMs()
  try {
    // Interrupted, the import itself ends soon, and puts away its temporary files.
    const report = await service.importFile({
      file,
      allowOlder,
      onProgress: progress.show,
      signal: io.signal,
    })
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    const shown = { name: basename(file), seconds, listsAll: skipped }
    io.stderr.write(reportText(report, shown, painter(io.stderr, io.env)))
    if (json) io.stdout.write(`${terminalJson(reportJson(report))}\n`)
  } finally {
    progress.end()
    await service.close()
  }
}
