/** `metes enrich FILE`: adds the boundaries that contain each point of a file. */

import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { KINDS, type Kind } from '../../../domain/boundary/kind.ts'
import { FORMAT_OF_EXTENSION, POINT_FORMATS, type PointFormat } from '../../../domain/enrich/formats.ts'
import { PointsFault } from '../../../domain/enrich/points-reader.ts'
import {
  type Enrich,
  type EnrichReport,
  type EnrichRequest,
  MAX_LISTED,
  type RejectedRow,
} from '../../../domain/enrich/ports.ts'
import { counted } from '../../../util/counted.ts'
import { listedChoices } from '../../../util/listed.ts'
import { CommandFailure } from '../../client/failure.ts'
import { cannotWrite } from '../../client/file-failure.ts'
import { requireWritable, writeUserFile } from '../../client/write-user-file.ts'
import { interruptible, UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { languageOption } from '../input/language-option.ts'
import { createProgressDisplay, durationText } from '../terminal/progress-display.ts'
import { refuseTerminal, STDOUT, writeToStream } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'

interface EnrichNeeds {
  readonly enrich: Enrich
}

export const addEnrich = (program: Command, io: CliIo, host: CliHost<EnrichNeeds>): void => {
  program
    .command('enrich')
    .summary('Add the boundaries that contain each point of a file.')
    .description(
      `Add to each point of a CSV, GeoJSON Lines or Parquet file the id and name of every boundary that contains it: country_id, country_name, state_id and so on, down to the postcode area. A point on a border is in both neighbours, separated by a semicolon.
Rows stay as they are and in their order; the same file and catalog give the same bytes. Rows without a valid position are rejected, and written to FILE.rejected beside the output.
The file may be of any size. The attribution on standard error must be shown wherever the file is used. The command uses the data on this machine, and all processors.`,
    )
    .argument('<file>', 'A .csv, .tsv, .geojsonl or .parquet file, or - for standard input')
    .option('-o, --output <file>', 'Write to this file; - for standard output, which is the default')
    .option('--format <format>', `${FORMATS} (default: by the extension of the file)`, formatOf)
    .option('--kinds <kinds>', `Add only these kinds: ${KINDS.join(', ')}`, kindsOf)
    .option('--lon <column>', 'Column of the longitude (default: lon, lng, long, longitude or x)')
    .option('--lat <column>', 'Column of the latitude (default: lat, latitude or y)')
    .addOption(languageOption())
    .option('--keep-order', 'Do not check whether longitude and latitude are swapped')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: EnrichCommandOptions) => runEnrich(file, options, io, host))
}

const FORMATS = listedChoices(POINT_FORMATS)

const EXAMPLES = `
Examples:
  $ metes enrich shops.csv --output shops-with-areas.csv
  $ metes enrich shops.csv --kinds country,state,county --language en -o out.csv
  $ metes enrich visits.parquet -o visits-with-areas.parquet
  $ cat points.geojsonl | metes enrich - --format geojsonl > out.geojsonl`

interface EnrichCommandOptions {
  readonly output?: string
  readonly format?: PointFormat
  readonly kinds?: readonly Kind[]
  readonly lon?: string
  readonly lat?: string
  readonly language?: readonly string[]
  readonly keepOrder?: boolean
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
    throw new InvalidArgumentError(`There is no kind "${word}". Kinds are ${KINDS.join(', ')}.`)
  })

const formatOfPath = (path: string): PointFormat | undefined =>
  FORMAT_OF_EXTENSION[extname(path).slice(1).toLowerCase()]

const runEnrich = async (
  file: string,
  options: EnrichCommandOptions,
  io: CliIo,
  host: CliHost<EnrichNeeds>,
): Promise<void> => {
  const { output, lon = null, lat = null } = options
  const format = options.format ?? formatOfPath(file)
  if (format === undefined)
    throw new UsageError(`The format of ${file} is unknown. Name it with --format: ${FORMATS}.`)
  if (output !== undefined && (formatOfPath(output) ?? format) !== format)
    throw new UsageError(
      `The output has the format of the input, which is ${format}. Name ${output} accordingly.`,
    )
  const isToFile = output !== undefined && output !== STDOUT
  if (isToFile) await requireWritable(output)
  else if (format === 'parquet') refuseTerminal('a Parquet file', io)
  const service = await host.openService()
  const startedMs = host.clock.elapsedMs()
  const progress = createProgressDisplay(io.stderr, host.clock, (rows: number, elapsedMs) =>
    [counted(rows, 'row'), `${counted(Math.round((1000 * rows) / elapsedMs), 'row')} a second`].join(' · '),
  )
  const rejected = new RejectedRows(isToFile ? `${output}.rejected` : null)
  const request: EnrichRequest = {
    input: inputOf(file, format, io),
    position: { lon, lat },
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
  }
  try {
    if (isToFile) await writeUserFile(output, rows())
    else await writeToStream(io.stdout, rows())
    await rejected.finish()
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    if (report !== null) io.stderr.write(enrichReportText(report, seconds, rejected))
  } catch (error) {
    if (error instanceof PointsFault) throw new CommandFailure(terminalText(error.message))
    throw error
  } finally {
    progress.end()
    await rejected.discard()
    await service.close()
  }
}

const CHUNK_BYTES = 256 * 1024

const inputOf = (file: string, format: PointFormat, io: CliIo): EnrichRequest['input'] => {
  if (format !== 'parquet') {
    const bytes = file === '-' ? io.stdin : inputBytes(file)
    return { format, bytes: untilInterrupted(bytes, io.signal) }
  }
  if (file !== '-') return { format, path: file }
  throw new UsageError(
    'Parquet is read from its end, so it cannot come from standard input. Write it to a file first.',
  )
}

/** A piece is there until the next one is asked for, so that all are read into one buffer. */
async function* inputBytes(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const buffer = new Uint8Array(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await handle.read(buffer).catch((error: Error) => {
        throw Object.assign(error, { path: file })
      })
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Standard input may never end. */
async function* untilInterrupted<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const pieces = input[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await interruptible(signal, pieces.next())
    if (done === true) return
    yield value
  }
}

const enrichReportText = (
  { rows, rejected: count, outside, attribution }: EnrichReport,
  seconds: number,
  rejected: RejectedRows,
): string => {
  const [inside, inNone, left] = [rows - count - outside, outside, count].map((each) =>
    each.toLocaleString('en'),
  )
  const lines = [
    ...rejected.listed.map(({ place, reason }) => `${place}: ${reason}`),
    ...(count > rejected.listed.length
      ? [`… and ${counted(count - rejected.listed.length, 'more row')}.`]
      : []),
    ...(count > 0 && rejected.path !== null
      ? [`Wrote the rejected rows to ${terminalText(rejected.path)}.`]
      : []),
    `${counted(rows, 'row')} in ${durationText(seconds)}: ${inside} in a boundary, ${inNone} in none, ${left} rejected.`,
    attribution,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Rejected rows beside the output: the file appears only when all is written, and an older one disappears. */
class RejectedRows {
  readonly path: string | null
  readonly listed: RejectedRow[] = []
  #file: FileHandle | null = null

  constructor(path: string | null) {
    this.path = path
  }

  get #aside(): string {
    return `${this.path}.${process.pid}.part`
  }

  async add(rows: readonly RejectedRow[], bytes: Uint8Array): Promise<void> {
    this.listed.push(...rows.slice(0, MAX_LISTED - this.listed.length))
    if (this.path === null) return
    try {
      this.#file ??= await open(this.#aside, 'w')
      await this.#file.writeFile(bytes)
    } catch (error) {
      throw cannotWrite(this.path, error)
    }
  }

  async finish(): Promise<void> {
    if (this.path === null) return
    if (this.#file === null) return rm(this.path, { force: true })
    try {
      await this.#file.sync()
      await this.#file.close()
      this.#file = null
      await rename(this.#aside, this.path)
    } catch (error) {
      throw cannotWrite(this.path, error)
    }
  }

  /** Leaves nothing of an unfinished file. */
  async discard(): Promise<void> {
    if (this.#file === null) return
    await this.#file.close()
    this.#file = null
    await rm(this.#aside, { force: true })
  }
}
