/** `metes import FILE`: takes the boundaries of an OpenStreetMap extract into the catalog and reports what it found. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import { painter } from './colours.ts'
import { interruptible } from './exit.ts'
import type { CliHost, CliIo } from './host.ts'
import { createProgressDisplay } from './import-progress.ts'
import { reportJson, reportText } from './import-report.ts'

export const addImport = (program: Command, io: CliIo, host: CliHost): void => {
  program
    .command('import')
    .summary('Take the boundaries of an OpenStreetMap extract (.osm.pbf) into the catalog.')
    .description(
      'Reads administrative and postal boundaries from an .osm.pbf file, of a city or of the planet.\nCan be run again, also with a newer file. When it fails or is stopped, the catalog stays as it was.',
    )
    .argument('<file>', 'The extract, as from download.geofabrik.de')
    .option('--json', 'Print the report as JSON on stdout')
    .action((file: string, { json }: { json?: boolean }) => importFile(file, json === true, io, host))
}

const importFile = async (file: string, json: boolean, io: CliIo, host: CliHost): Promise<void> => {
  const service = await interruptible(io.signal, host.openService())
  const progress = createProgressDisplay(io.stderr, host.clock)
  const startedMs = host.clock.elapsedMs()
  try {
    // Interrupted, the import itself ends soon, and puts away its temporary files.
    const report = await service.importFile({ file, onProgress: progress.show, signal: io.signal })
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    io.stderr.write(reportText(basename(file), report, seconds, painter(io.stderr, io.env)))
    if (json) io.stdout.write(`${reportJson(report)}\n`)
  } finally {
    progress.end()
    await service.close()
  }
}
