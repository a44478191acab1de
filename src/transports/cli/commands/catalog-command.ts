/** `metes catalog …`: lists and removes imports; `catalog-conflicts-commands.ts` adds the commands for conflicts, `catalog-publish-commands.ts` those for published versions. */

import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { ImportRecord, ImportRemoval } from '../../../domain/catalog/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'
import { commandTable, tableColumns } from '../output/answer-text/table.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { addIdentityCommands, type ConflictNeeds } from './catalog-conflicts-commands.ts'
import { addPublishCommands } from './catalog-publish-commands.ts'
import { withService } from './with-service.ts'

interface CatalogNeeds extends ConflictNeeds {
  listImports(): Promise<readonly ImportRecord[]>
  /** Returns null if there is no such import. */
  removeImport(id: number): Promise<ImportRemoval | null>
}

export const addCatalog = (program: Command, io: CliIo, host: CliHost<CatalogNeeds>): void => {
  const catalog = program
    .command('catalog')
    .summary('List and remove imports, resolve conflicts between boundaries, and publish the catalog.')
    .usage('<command> [options]')
    .helpCommand(false)
  catalog
    .command('list')
    .summary('List the imports whose boundaries are in the catalog.')
    .description(
      'Lists every import: its file, when it was imported, the date of its map data, its boundaries, and the countries that it covers completely.\nA boundary belongs to the last import that contained it. Imports that later ones have replaced completely are not listed.',
    )
    .option('--json', 'Print the list as JSON')
    .addHelpText('after', LIST_EXAMPLES)
    .action(async ({ json }: { json?: boolean }) => {
      const imports = await withService(host, (service) => service.listImports())
      if (json) writeJson({ imports: imports.map(importJson) }, io)
      else if (imports.length === 0)
        io.stderr.write(`No imports yet. Run "${METES} import FILE" to import a file.\n`)
      else io.stdout.write(importTable(imports, io))
    })
  catalog
    .command('remove')
    .summary('Remove the boundaries of an import.')
    .description(
      'Removes all boundaries of an import from the catalog atomically. A running service sees the change at once, and the atlas answers for these places again.\nBoundaries that a later import contained stay, and so do the coastlines of the import in the land mask.',
    )
    .addArgument(
      new Argument('<import>', `Number of the import, from "${METES} catalog list"`).argParser(importNumber),
    )
    .option('--json', 'Print what was removed as JSON')
    .addHelpText('after', REMOVE_EXAMPLES)
    .action(async (id: number, { json }: { json?: boolean }) => {
      const removal = await withService(host, (service) => service.removeImport(id))
      if (removal === null)
        throw new CommandFailure(`There is no import ${id}. Run "${METES} catalog list" to list the imports.`)
      io.stderr.write(removalText(removal))
      if (json) writeJson({ removed: importJson(removal.removed), incomplete: removal.incomplete }, io)
    })
  addIdentityCommands(catalog, io, host)
  addPublishCommands(catalog, io, host)
}

const LIST_EXAMPLES = `
Examples:
  $ ${METES} catalog list
  $ ${METES} catalog list --json`

const REMOVE_EXAMPLES = `
Examples:
  $ ${METES} catalog list
  $ ${METES} catalog remove 3`

const importNumber = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`It must be the number of an import, from "${METES} catalog list".`)
}

const COLUMNS = tableColumns(
  ['import', 'file', 'imported', 'map date', 'boundaries', 'countries'],
  ['import', 'boundaries'],
)

const importTable = (imports: readonly ImportRecord[], io: CliIo): string => {
  const rows = imports.map(({ id, file, importedAt, dataTimestamp, boundaries, coveredCountries }) => [
    String(id),
    file,
    importedAt,
    dataTimestamp ?? 'unknown',
    boundaries.toLocaleString('en'),
    coveredCountries.join(' '),
  ])
  return commandTable(COLUMNS, rows, io)
}

const importJson = (record: ImportRecord): object => {
  const { id, file, importedAt, dataTimestamp: timestamp, boundaries, coveredCountries } = record
  return { id, file, imported_at: importedAt, timestamp, boundaries, covered_countries: coveredCountries }
}

const removalText = ({ removed: { id, file, boundaries }, incomplete }: ImportRemoval): string => {
  const count = counted(boundaries, 'boundary', 'boundaries')
  return [
    `Removed import ${id}, ${terminalText(file)}: ${count}.`,
    ...incomplete.map(
      ({ country, file: other }) =>
        `${country} is no longer complete: some of its boundaries came from ${terminalText(other)} originally. Import that file again to restore them.`,
    ),
  ]
    .join('\n')
    .concat('\n')
}
