/**
 * `metes import`: imports the boundaries of OpenStreetMap extracts and prints a report. An extract is a file, an address, or a region
 * of Geofabrik's index.
 */
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { ImportProgress, ImportReport } from '../../../domain/catalog/import-report.ts'
import type {
  DownloadProgress,
  ExtractRegion,
  RemoteExtract,
  RemoteFile,
  RemoteImport,
  WantedExtract,
} from '../../../domain/catalog/remote-extracts.ts'
import { METES } from '../../../util/command-name.ts'
import { addressProblem, isAddress } from '../../../util/download-address.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { painter } from '../terminal/colours.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { publishCatalog } from './catalog-publish-commands.ts'
import { createImportProgressText } from './import-progress.ts'
import { printRegions, printRemoteFiles } from './import-region-tables.ts'
import { importReportJson, importReportText } from './import-report-text.ts'
import { showProgress, withService } from './with-service.ts'

interface Asked {
  readonly onRedirect?: (from: string, to: string) => void
  readonly signal?: AbortSignal | undefined
}

interface ImportRequest {
  /** Import the file even if the catalog has newer data for the same places. */
  readonly allowOlder: boolean
  /** Prepare the tiles around the imported boundaries after storing them. */
  readonly preparesTiles: boolean
  readonly onProgress: (progress: ImportProgress) => void
  readonly signal: AbortSignal
}

interface ImportNeeds {
  importFile(request: ImportRequest & { readonly file: string }): Promise<ImportReport>
  /** Downloads an extract and imports it, unless the catalog has it already. */
  importRemote(
    request: ImportRequest &
      Asked & { readonly extract: RemoteExtract; readonly onDownload: (progress: DownloadProgress) => void },
  ): Promise<RemoteImport>
  /** Returns where each extract is; rejects if a name stands for none or for several. */
  findExtracts(wanted: readonly WantedExtract[], asked: Asked): Promise<readonly RemoteExtract[]>
  askExtract(extract: RemoteExtract, asked: Asked): Promise<RemoteFile>
  /** Returns the regions whose id, name or code contains the text. */
  listRegions(text: string, asked: Asked): Promise<readonly ExtractRegion[]>
}

export const addImport = (program: Command, io: CliIo, host: CliHost<ImportNeeds>): void => {
  program
    .command('import')
    .summary('Import the boundaries of an OpenStreetMap extract (.osm.pbf).')
    .usage('[options] [FILE | URL]')
    .description(
      `Imports administrative and postal boundaries from an .osm.pbf file, from a city to the planet: a file on this machine, one at an address, or a region that Geofabrik offers.\nA download is resumed where it was interrupted, checked, and deleted after its import; if the server still has the file that was imported last, nothing is downloaded.\nRun it again to import a newer file; an older one is refused. If the import fails or is interrupted, the catalog stays unchanged.\nWhen everything is stored, the vector tiles around the boundaries are prepared; if you interrupt this, the first requests prepare the rest.\n"${METES} catalog list" lists the imports.`,
    )
    .argument('[file]', 'The extract: a file, or an address that begins with https://', sourceArgument)
    .option(
      '--region <region...>',
      'Regions to download: ids, names or ISO 3166 codes, such as monaco, Bayern or US-CA; or places in them',
    )
    .option(
      '--regions [text]',
      'List the regions whose id, name or code contains the text, and import nothing',
    )
    .option('--dry-run', 'Print the address, size and date of each download, and import nothing')
    .option('--allow-older', 'Import the file even if the catalog has newer data for the same places')
    .option('--no-tiles', 'Do not prepare vector tiles; use it for all but the last of several imports')
    .option('--publish', 'Publish the catalog afterwards, as "catalog publish" does')
    .option('--skipped', 'List every skipped boundary, including those cut off at the edge of the file')
    .option('--json', 'Print the report as JSON on stdout, one line per extract')
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: ImportCommandOptions) => runImport(file, options, io, host))
}

const EXAMPLES = `
Examples:
  $ ${METES} import luxembourg-latest.osm.pbf
  $ ${METES} import --region monaco
  $ ${METES} import --region Bayern US-CA --dry-run
  $ ${METES} import --regions brazil
  $ ${METES} import https://download.geofabrik.de/europe/monaco-latest.osm.pbf`

interface ImportCommandOptions {
  readonly region?: readonly string[]
  readonly regions?: string | true
  readonly dryRun?: boolean
  readonly allowOlder?: boolean
  readonly tiles: boolean
  readonly publish?: boolean
  readonly skipped?: boolean
  readonly json?: boolean
}

const sourceArgument = (text: string): string => {
  const problem = isAddress(text) ? addressProblem(text) : null
  if (problem !== null) throw new InvalidArgumentError(`An address to download from ${problem}.`)
  return text
}

const runImport = async (
  file: string | undefined,
  options: ImportCommandOptions,
  io: CliIo,
  host: CliHost<ImportNeeds>,
): Promise<void> => {
  const { region = [], regions, dryRun = false, publish = false, json = false } = options
  const ways = [file, regions, options.region].filter((way) => way !== undefined)
  if (ways.length !== 1)
    throw new UsageError(
      'State what to import: a file, an address, or regions with --region. "--regions TEXT" lists regions.',
    )
  if (dryRun && file !== undefined && !isAddress(file))
    throw new UsageError('--dry-run applies only to downloads: name an address or regions.')
  const asked: Asked = { signal: io.signal, onRedirect: (from, to) => tellRedirect(from, to, io) }
  const wanted = file === undefined ? region.map(wantedRegion) : [{ url: file }]
  const work = async (service: ImportNeeds): Promise<void> => {
    if (regions !== undefined) {
      const text = regions === true ? '' : regions
      return printRegions(await service.listRegions(text, asked), { text, json }, io)
    }
    if (file !== undefined && !isAddress(file))
      return importSource(
        basename(file),
        (request) => service.importFile({ ...request, file }),
        options,
        io,
        host,
      )
    // All before the first download, which may take an hour.
    const extracts = await service.findExtracts(wanted, asked)
    if (dryRun) {
      const files = await Promise.all(extracts.map((extract) => service.askExtract(extract, asked)))
      return printRemoteFiles(extracts, files, { json }, io)
    }
    for (const extract of extracts) {
      if (extract.region !== null) io.stderr.write(`${regionText(extract)}\n`)
      await importSource(
        basename(new URL(extract.url).pathname),
        (request, onDownload) => service.importRemote({ ...request, ...asked, extract, onDownload }),
        options,
        io,
        host,
      )
    }
  }
  if (publish && (dryRun || regions !== undefined))
    throw new UsageError('--publish applies only to imports, and this command imports nothing.')
  if (publish && (await host.publishing()).place === null)
    throw new UsageError('--publish needs METES_CATALOG_URL, the place where the catalog is published.')
  await withService(host, work, { long: true })
  if (publish) await publishCatalog(io, host, false)
  else if (regions === undefined && !dryRun && (await host.publishing()).place !== null)
    io.stderr.write(
      `Servers serve the published catalog: publish this one with "${METES} catalog publish".\n`,
    )
}

const MAX_REGION_NAME = 200

const wantedRegion = (text: string): WantedExtract => {
  const region = text.trim()
  if (region === '' || region.length > MAX_REGION_NAME)
    throw new UsageError(
      `The name of a region has 1 to ${MAX_REGION_NAME} characters; "${METES} import --regions TEXT" lists regions.`,
    )
  return { region }
}

const tellRedirect = (from: string, to: string, io: CliIo): void =>
  void io.stderr.write(`${terminalText(from)} redirects to ${terminalText(to)}\n`)

/** "US-CA: us/california (California), https://…". */
const regionText = ({ wanted, region, url }: RemoteExtract): string =>
  terminalText(`${wanted}: ${region?.id} (${region?.name}), ${url}`)

const importSource = async (
  name: string,
  run: (
    request: ImportRequest,
    onDownload: (progress: DownloadProgress) => void,
  ) => Promise<ImportReport | RemoteImport>,
  { allowOlder = false, tiles, skipped = false, json = false }: ImportCommandOptions,
  io: CliIo,
  host: Pick<CliHost, 'clock'>,
): Promise<void> => {
  const [result, seconds] = await showProgress(
    io,
    host,
    createImportProgressText(),
    // The import itself reacts to the signal and removes its temporary files.
    (onProgress: (progress: ImportProgress | DownloadProgress) => void) =>
      run({ allowOlder, preparesTiles: tiles, onProgress, signal: io.signal }, onProgress),
  )
  if ('outcome' in result && result.outcome === 'unchanged') {
    io.stderr.write(
      `${terminalText(result.file)}: the server still has the file that was imported at ${result.importedAt}. Nothing was downloaded.\n`,
    )
    if (json) writeJson({ unchanged: true, imported_at: result.importedAt }, io)
    return
  }
  const report = 'outcome' in result ? result.report : result
  io.stderr.write(importReportText(report, { name, seconds, listsAll: skipped }, painter(io.stderr, io.env)))
  if (json) writeJson(importReportJson(report), io)
}
