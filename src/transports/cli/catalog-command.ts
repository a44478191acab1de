/** `metes catalog …`: which imports the catalog has boundaries of, and how to remove one. */
import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { ImportRecord, ImportRemoval } from '../../domain/catalog/ports.ts'
import { CommandFailure } from '../client/failure.ts'
import { painter } from './colours.ts'
import type { CliHost, CliIo } from './host.ts'
import { type Column, renderTable } from './table.ts'
import { terminalJson, terminalText } from './terminal-text.ts'

export const addCatalog = (program: Command, io: CliIo, host: CliHost): void => {
  const catalog = program
    .command('catalog')
    .summary('List and remove imports.')
    .usage('<command> [options]')
    .helpCommand(false)
  catalog
    .command('list')
    .summary('List the imports that the catalog has boundaries of.')
    .description(
      'Lists every import: its file, when it was imported, the state of the map in the file, its boundaries, and the countries that it holds completely.\nA boundary belongs to the last import that had it, so an import of which later ones have taken everything is not listed.',
    )
    .option('--json', 'Print the list as JSON')
    .addHelpText('after', LIST_EXAMPLES)
    .action(async ({ json }: { json?: boolean }) => {
      const service = await host.openService()
      try {
        const imports = await service.listImports()
        if (json) io.stdout.write(`${terminalJson(JSON.stringify({ imports: imports.map(bodyOf) }))}\n`)
        else if (imports.length === 0) io.stderr.write('Nothing was imported. "metes import FILE" does it.\n')
        else io.stdout.write(tableOf(imports, io))
      } finally {
        await service.close()
      }
    })
  catalog
    .command('remove')
    .summary('Remove the boundaries of an import.')
    .description(
      'Removes the boundaries of an import from the catalog, all of them or, when it fails or is stopped, none; a running service sees it at once.\nThe atlas answers for their places again. What a later import has taken over stays. The coasts of the import stay in the land mask.',
    )
    .addArgument(new Argument('<import>', 'Its number in "metes catalog list"').argParser(importNumber))
    .option('--json', 'Print what was removed as JSON')
    .addHelpText('after', REMOVE_EXAMPLES)
    .action(async (id: number, { json }: { json?: boolean }) => {
      const service = await host.openService()
      try {
        const removal = await service.removeImport(id)
        if (removal === null)
          throw new CommandFailure(
            `There is no import ${id}. "metes catalog list" lists those that there are.`,
          )
        io.stderr.write(removalText(removal))
        if (json) io.stdout.write(`${terminalJson(JSON.stringify(removalBody(removal)))}\n`)
      } finally {
        await service.close()
      }
    })
}

const LIST_EXAMPLES = `
Examples:
  $ metes catalog list
  $ metes catalog list --json`

const REMOVE_EXAMPLES = `
Examples:
  $ metes catalog list
  $ metes catalog remove 3`

const importNumber = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of an import, as "metes catalog list" shows it.')
}

const COLUMNS: readonly Column[] = [
  { title: 'import', align: 'right' },
  { title: 'file', align: 'left' },
  { title: 'imported', align: 'left' },
  { title: 'map of', align: 'left' },
  { title: 'boundaries', align: 'right' },
  { title: 'countries', align: 'left' },
]

const tableOf = (imports: readonly ImportRecord[], io: CliIo): string => {
  const rows = imports.map(({ id, file, importedAt, dataTimestamp, boundaries, coveredCountries }) => [
    String(id),
    file,
    importedAt,
    dataTimestamp ?? 'unknown',
    boundaries.toLocaleString('en'),
    coveredCountries.join(' '),
  ])
  return `${renderTable(COLUMNS, rows, io.stdout.columns ?? null, painter(io.stdout, io.env))}\n`
}

const bodyOf = ({
  id,
  file,
  importedAt,
  dataTimestamp,
  boundaries,
  coveredCountries,
}: ImportRecord): object => ({
  id,
  file,
  imported_at: importedAt,
  timestamp: dataTimestamp,
  boundaries,
  covered_countries: coveredCountries,
})

const removalBody = ({ removed, incomplete }: ImportRemoval): object => ({
  removed: bodyOf(removed),
  incomplete,
})

const removalText = ({ removed: { id, file, boundaries }, incomplete }: ImportRemoval): string => {
  const count = `${boundaries.toLocaleString('en')} ${boundaries === 1 ? 'boundary' : 'boundaries'}`
  return [
    `Removed import ${id}, ${terminalText(file)}: ${count}.`,
    ...incomplete.map(
      ({ country, file: other }) =>
        `${country} is no longer complete: some of its boundaries had come from ${terminalText(other)} before. To have them again, import that file again.`,
    ),
  ]
    .join('\n')
    .concat('\n')
}
