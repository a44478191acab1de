/** `metes export-catalog`: writes the catalog as a folder of Parquet files, for warehouses. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { DETAILS, type Detail } from '../../../domain/boundary/detail-levels.ts'
import type { FolderPlan, FolderQuestion } from '../../../domain/collections/folder/plan-folder.ts'
import type {
  FolderContents,
  FolderOrder,
  FolderOutput,
  FolderProgress,
  ListedFile,
} from '../../../domain/collections/folder/write-folder.ts'
import { GEOMETRY_TYPES, type GeometryType } from '../../../domain/formats/writer.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'
import { createCatalogFolder, requireFolder } from '../output/catalog-folder.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { withProgress } from './with-service.ts'

interface ExportCatalogNeeds {
  planCatalogExport(question: FolderQuestion, signal: AbortSignal): Promise<FolderPlan>
  exportCatalog(
    order: FolderOrder,
    output: FolderOutput,
  ): Promise<{ readonly contents: FolderContents; readonly files: readonly ListedFile[] }>
}

export const addExportCatalog = (program: Command, io: CliIo, host: CliHost<ExportCatalogNeeds>): void => {
  program
    .command('export-catalog')
    .summary('Write the whole catalog as a folder of Parquet files, for warehouses.')
    .description(
      `Writes every boundary in the catalog to a folder that DuckDB, ClickHouse, BigQuery, Sedona and others read as partitioned tables: boundaries/country=DE/level=4/boundaries.parquet as GeoParquet, the exact cover of each beside it in cover/, and names.parquet, parents.parquet and codes.parquet. Postcode areas, which have no level, are in level=0.
The folder appears when it is complete; nothing is left after an interruption. Show the attribution, which is in catalog.json and in each file, wherever you use the data.`,
    )
    .requiredOption('-o, --output <folder>', 'Folder to write; it must not exist, or be empty')
    .option('--in <countries>', 'Only these countries, by their ISO 3166-1 alpha-2 codes', countryCodes)
    .addOption(
      new Option('--detail <detail>', 'Detail of the polygons; covers are always of the full ones')
        .choices(DETAILS)
        .default('full'),
    )
    .addOption(
      new Option(
        '--geometry-type <type>',
        'wkb: GeoParquet 1.1; geometry or geography: also the type of that name in Parquet, for readers that know it',
      )
        .choices(GEOMETRY_TYPES)
        .default('wkb'),
    )
    .option('--no-cover', 'Leave the covers out')
    .option('--force', 'Replace an earlier export in the folder')
    .option('--dry-run', 'Print only what would be written, and its approximate size')
    .addHelpText('after', EXAMPLES)
    .action((options: ExportCatalogOptions) => exportCatalog(options, io, host))
}

const EXAMPLES = `
Examples:
  $ ${METES} export-catalog --output catalog --dry-run
  $ ${METES} export-catalog --output catalog
  $ ${METES} export-catalog --output benelux --in BE,NL,LU --detail high --no-cover
  $ ${METES} export-catalog --output catalog --geometry-type geometry --force`

interface ExportCatalogOptions {
  readonly output: string
  readonly in?: readonly string[]
  readonly detail: Detail
  readonly geometryType: GeometryType
  readonly cover: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
}

const countryCodes = (text: string): readonly string[] =>
  text.split(',').map((word) => {
    const code = word.trim().toUpperCase()
    if (/^[A-Z]{2}$/.test(code)) return code
    throw new InvalidArgumentError('It must be codes of two letters with commas between them, such as BE,NL.')
  })

const exportCatalog = async (
  options: ExportCatalogOptions,
  io: CliIo,
  host: CliHost<ExportCatalogNeeds>,
): Promise<void> => {
  const { output, in: countries = [], detail, geometryType, cover: covers, force = false } = options
  if (options.dryRun !== true) await requireFolder(output, force)
  const run = async (service: ExportCatalogNeeds, onProgress: (progress: Shown) => void) => {
    const plan = await service.planCatalogExport({ countries, detail, covers }, io.signal)
    if (plan.boundaries === 0) throw new CommandFailure(nothingText(countries))
    if (options.dryRun === true) return { plan, files: null }
    const folder = await createCatalogFolder(output)
    try {
      const { contents, files } = await service.exportCatalog(
        { plan, detail, geometryType, covers },
        {
          scratchIn: folder.scratchIn,
          onFile: (path, file) => folder.add(path, file.path),
          onProgress: (progress) => onProgress({ ...progress, of: plan.boundaries }),
          signal: io.signal,
        },
      )
      await folder.finish({ ...contents, boundaries: plan.boundaries, files })
      return { plan, files }
    } finally {
      await folder.close()
    }
  }
  const [{ plan, files }, seconds] = await withProgress(io, host, { long: true, progressText, run })
  io.stderr.write(files === null ? planText(plan) : writtenText(plan, files, output, seconds))
}

interface Shown extends FolderProgress {
  /** Boundaries in all. */
  readonly of: number
}

const progressText = ({ boundaries, of, files, bytes }: Shown, elapsedMs: number): string =>
  [
    `${Math.floor((100 * boundaries) / of)} %`,
    counted(files, 'file'),
    bytesText(bytes),
    durationText(elapsedMs / 1000),
  ].join(' · ')

const planText = ({ boundaries, partitions, bytes, attribution }: FolderPlan): string =>
  `${counted(boundaries, 'boundary', 'boundaries')} in ${counted(partitions.length, 'partition')} would take about ${bytesText(bytes)}. Nothing was written.\n${attribution}\n`

const writtenText = (
  { boundaries, attribution }: FolderPlan,
  files: readonly ListedFile[],
  output: string,
  seconds: number,
): string => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `Wrote ${counted(boundaries, 'boundary', 'boundaries')} in ${counted(files.length, 'file')}, ${bytesText(bytes)}, to ${output} in ${durationText(seconds)}.\n${attribution}\n`
}

const nothingText = (countries: readonly string[]): string =>
  `The catalog has no boundaries${countries.length === 0 ? '' : ` in ${countries.join(', ')}`}; nothing was written.`
