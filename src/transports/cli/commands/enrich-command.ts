/** `metes enrich FILE`: adds the boundaries that contain each point of a file. */

import { basename, extname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { KINDS, type Kind } from '../../../domain/boundary/kind.ts'
import type { DecimalMark } from '../../../domain/enrich/csv-degrees.ts'
import {
  FORMAT_OF_EXTENSION,
  OUTPUTS,
  POINT_FORMATS,
  type PointFormat,
  type WrittenFormat,
} from '../../../domain/enrich/point-formats.ts'
import { PointsFault } from '../../../domain/enrich/points-reader.ts'
import type { Enrich, EnrichReport, EnrichRequest } from '../../../domain/enrich/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { listedChoices } from '../../../util/join-words.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { remoteCall } from '../../client/remote-call.ts'
import { requireWritable, writeUserFile } from '../../client/write-user-file.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { languageOption } from '../input/language-option.ts'
import { createProgressDisplay, durationText } from '../terminal/progress-display.ts'
import { refuseTerminal, STDOUT, writeToStream } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { RejectedRows } from './rejected-rows-file.ts'
import { keyFor, namedServer } from './server-and-key.ts'
import { adviceOnFile, encodingOf, textInput } from './text-input.ts'

interface EnrichNeeds {
  readonly enrich: Enrich
}

export const addEnrich = (program: Command, io: CliIo, host: CliHost<EnrichNeeds>): void => {
  program
    .command('enrich')
    .summary('Add the boundaries that contain each point of a file.')
    .description(
      `Add to each point of a CSV, GeoJSON, GeoPackage, Shapefile or Parquet file the id and name of every boundary that contains it: country_id, country_name, state_id and so on, down to the postcode area. A point on a border is in both neighbours, separated by a semicolon.
Rows keep their content and order; the same file and catalog give the same bytes. Rows without a valid position are rejected and written to FILE.rejected beside the output. If all rows are rejected, the command fails and writes nothing.
The file can have any size. Show the attribution, which is printed on standard error, wherever you use the file. The command uses the data on this machine and all processors. With --server it needs no local data: it asks the server once for each distinct position, which costs 1 unit, and waits when the server limits calls.`,
    )
    .argument(
      '<file>',
      'A .csv, .tsv, .geojson, .geojsonl, .gpkg, .shp or .parquet file, or - for standard input',
    )
    .option(
      '-o, --output <file>',
      'Write to this file; its extension may be that of another format (CSV as .parquet, a table as .csv or .geojson); - for standard output (default: standard output)',
    )
    .option('--format <format>', `${FORMATS} (default: from the extension of the file)`, formatOf)
    .option('--kinds <kinds>', `Add only these kinds: ${KINDS.join(', ')}`, kindsOf)
    .option('--lon <column>', 'Column of the longitude (default: lon, lng, long, longitude or x)')
    .option('--lat <column>', 'Column of the latitude (default: lat, latitude or y)')
    .option(
      '--lat-lon <column>',
      'Column with both, such as "47.14,9.52" (default: lat_lon, latlng or similar)',
    )
    .addOption(
      new Option('--decimal <mark>', 'Decimal mark of a CSV file (default: both are read)').choices([
        'point',
        'comma',
      ]),
    )
    .option(
      '--encoding <name>',
      'Encoding of the text, such as windows-1252 (default: from the byte order mark, else UTF-8)',
      encodingOf,
    )
    .option('--layer <name>', 'Table to read, if a GeoPackage has several')
    .addOption(languageOption())
    .option('--keep-order', 'Do not check whether longitude and latitude are swapped')
    .option(
      '--server <url>',
      'Ask this server instead of using the data on this machine; METES_SERVER is ignored',
    )
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: EnrichCommandOptions) => runEnrich(file, options, io, host))
}

const FORMATS = listedChoices(POINT_FORMATS)

const EXAMPLES = `
Examples:
  $ ${METES} enrich shops.csv --output shops-with-areas.csv
  $ ${METES} enrich shops.csv --kinds country,state,county --language en -o out.csv
  $ ${METES} enrich kunden.csv --encoding windows-1252 --lat Breite --lon Laenge -o out.csv
  $ ${METES} enrich visits.parquet -o visits-with-areas.parquet
  $ ${METES} enrich stops.gpkg --layer stops -o stops-with-areas.geojson
  $ cat points.geojsonl | ${METES} enrich - --format geojsonl > out.geojsonl`

interface EnrichCommandOptions {
  readonly output?: string
  readonly format?: PointFormat
  readonly kinds?: readonly Kind[]
  readonly lon?: string
  readonly lat?: string
  readonly latLon?: string
  readonly decimal?: DecimalMark
  readonly encoding?: string
  readonly layer?: string
  readonly language?: readonly string[]
  readonly keepOrder?: boolean
  readonly server?: string
}

const formatOf = (text: string): PointFormat => {
  const format = POINT_FORMATS.find((each) => each === text)
  if (format !== undefined) return format
  throw new InvalidArgumentError(`It must be ${FORMATS}.`)
}

const kindsOf = (text: string): readonly Kind[] =>
  text.split(',').map((word) => {
    const kind = KINDS.find((each) => each === word.trim())
    if (kind !== undefined) return kind
    throw new InvalidArgumentError(`There is no kind "${word}". The kinds are ${KINDS.join(', ')}.`)
  })

/** Formats that each option is about; all others would ignore it. */
const FORMATS_OF_OPTION: Readonly<Partial<Record<keyof EnrichCommandOptions, readonly PointFormat[]>>> = {
  lon: ['csv', 'parquet'],
  lat: ['csv', 'parquet'],
  latLon: ['csv'],
  decimal: ['csv'],
  encoding: ['csv', 'geojson', 'geojsonl', 'shp'],
  layer: ['gpkg'],
}

const refuseUnusedOptions = (options: EnrichCommandOptions, format: PointFormat): void => {
  for (const [name, formats] of Object.entries(FORMATS_OF_OPTION)) {
    if (options[name as keyof EnrichCommandOptions] === undefined || formats.includes(format)) continue
    const flag = name.replace('L', '-l')
    throw new UsageError(
      `--${flag} is for files in the format ${listedChoices(formats)}; this one is ${format}.`,
    )
  }
}

const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase()

const inputFormatOf = (file: string, asked: PointFormat | undefined): PointFormat => {
  const format = asked ?? FORMAT_OF_EXTENSION[extensionOf(file)]
  if (format !== undefined) return format
  const hint = adviceOnFile(file, 'enrich - --format csv') ?? ''
  throw new UsageError(`The format of ${file} is unknown. ${hint}Name it with --format: ${FORMATS}.`)
}

/** The format of the output by its extension; that of the input, or the usual one for it, if the name has none. */
const outputFormatOf = (output: string | undefined, format: PointFormat): WrittenFormat => {
  const formats = OUTPUTS[format]
  const extension = output === undefined ? '' : extensionOf(output)
  if (output === undefined || extension === '') return formats[0]
  const known = FORMAT_OF_EXTENSION[extension]
  const written = formats.find((each) => each === known)
  if (written !== undefined) return written
  const extensions = Object.entries(FORMAT_OF_EXTENSION)
    .filter(([, each]) => formats.some((one) => one === each))
    .map(([name]) => `.${name}`)
  throw new UsageError(
    `The output cannot be written to ${basename(output)}. A file in the format ${format} can be written to ${listedChoices(extensions)}.`,
  )
}

const runEnrich = async (
  file: string,
  options: EnrichCommandOptions,
  io: CliIo,
  host: CliHost<EnrichNeeds>,
): Promise<void> => {
  const { output, lon = null, lat = null, latLon = null, decimal = null } = options
  if (latLon !== null && (lon !== null || lat !== null))
    throw new UsageError('--lat-lon cannot be used with --lon or --lat: name either one column or two.')
  const format = inputFormatOf(file, options.format)
  refuseUnusedOptions(options, format)
  const written = outputFormatOf(output === STDOUT ? undefined : output, format)
  const isToFile = output !== undefined && output !== STDOUT
  if (isToFile) await requireWritable(output)
  else if (written === 'parquet') refuseTerminal('a Parquet file', io)
  const service = await openEnrich(options, io, host)
  const startedMs = host.clock.elapsedMs()
  const progress = createProgressDisplay(io.stderr, host.clock, (rows: number, elapsedMs) =>
    [counted(rows, 'row'), `${counted(Math.round((1000 * rows) / elapsedMs), 'row')} a second`].join(' · '),
  )
  const rejected = new RejectedRows(isToFile ? `${output}.rejected` : null)
  const request: EnrichRequest = {
    input: inputOf(file, format, options.layer ?? null, io),
    output: written,
    encoding: options.encoding ?? null,
    position: { lon, lat, latLon, decimal },
    kinds: options.kinds ?? KINDS,
    languages: options.language ?? [],
    keepOrder: options.keepOrder ?? false,
    onRejected: (rows, bytes) => rejected.add(rows, bytes),
    onProgress: progress.show,
    signal: io.signal,
  }
  let report: EnrichReport | null = null
  async function* rows(): AsyncGenerator<Uint8Array> {
    report = yield* service.enrich(request)
    if (report.rows === 0 || report.rejected < report.rows) return
    progress.end()
    for (const line of rejected.texts(report.rows)) io.stderr.write(`${line}\n`)
    throw allRejected(report)
  }
  try {
    if (isToFile) await writeUserFile(output, rows())
    else await writeToStream(io.stdout, rows())
    await rejected.finish()
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    if (report !== null) io.stderr.write(enrichReportText(report, request.kinds, seconds, rejected))
  } catch (error) {
    if (error instanceof PointsFault) throw new CommandFailure(terminalText(error.message))
    throw error
  } finally {
    progress.end()
    await rejected.discard()
    await service.close()
  }
}

/** Calls of a server may wait for this long, together, for its limits. */
const RETRY = { retries: 1_000, maxRetryAfterSeconds: 3_600 }

const openEnrich = async (
  { server }: EnrichCommandOptions,
  io: CliIo,
  host: CliHost<EnrichNeeds>,
): Promise<EnrichNeeds & { close(): Promise<void> }> => {
  // A server in the environment must not cost units for a command that needs none.
  const url = namedServer({ server: server ?? '' }, { ...io, env: {} })
  if (url === null) return host.openService()
  const { enrichAtServer } = await import('./enrich-at-server.ts')
  return {
    enrich: enrichAtServer(remoteCall(url, await keyFor(url, io), host.version, RETRY)),
    close: async () => {},
  }
}

const inputOf = (
  file: string,
  format: PointFormat,
  layer: string | null,
  io: CliIo,
): EnrichRequest['input'] => {
  if (format === 'csv' || format === 'geojsonl' || format === 'geojson') {
    return { format, bytes: textInput(file, io) }
  }
  if (file !== '-') return { format, path: file, layer }
  throw new UsageError(
    `A file in the format ${format} cannot be read from standard input, because it is not read from start to end. Write it to a file first.`,
  )
}

const allRejected = ({ rows }: EnrichReport): CommandFailure =>
  new CommandFailure(
    rows === 1
      ? 'The only row was rejected, so nothing is written.'
      : `All ${counted(rows, 'row')} were rejected, so nothing is written.`,
  )

const enrichReportText = (
  { rows, rejected: count, outside, attribution }: EnrichReport,
  kinds: readonly Kind[],
  seconds: number,
  rejected: RejectedRows,
): string => {
  if (rows === 0) return 'The file has no rows, so there was nothing to add.\n'
  const [inside, inNone, left] = [rows - count - outside, outside, count].map((each) =>
    each.toLocaleString('en'),
  )
  const boundary = boundaryOf(kinds)
  const lines = [
    ...rejected.texts(count),
    ...(count > 0 && rejected.path !== null
      ? [`Wrote the rejected rows to ${terminalText(rejected.path)}.`]
      : []),
    `${counted(rows, 'row')} in ${durationText(seconds)}: ${inside} in ${boundary}, ${inNone} in none, ${left} rejected.`,
    ...(outside > 0 && outside === rows - count
      ? [`No point is in ${boundary}, so the new columns are empty.`]
      : []),
    attribution,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** "a boundary", or "a boundary of the kind city". */
const boundaryOf = (kinds: readonly Kind[]): string =>
  kinds.length === KINDS.length
    ? 'a boundary'
    : `a boundary of the ${kinds.length === 1 ? 'kind' : 'kinds'} ${listedChoices(kinds)}`
