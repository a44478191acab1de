/** `metes match FILE`: finds the boundary of each row of a table of names. */
import { realpath } from 'node:fs/promises'
import type { Command } from 'commander'
import { PointsFault } from '../../../domain/enrich/points-reader.ts'
import type { Match, MatchReport } from '../../../domain/match/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { counted, grouped } from '../../../util/count-with-noun.ts'
import { unlessMissing } from '../../../util/unless-missing.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { requireWritable, writeUserFile } from '../../client/write-user-file.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { languageOption } from '../input/language-option.ts'
import { createProgressDisplay, durationText } from '../terminal/progress-display.ts'
import { STDOUT, writeToStream } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { RejectedRows } from './rejected-rows-file.ts'
import { adviceOnFile, encodingOf, textInput } from './text-input.ts'

interface MatchNeeds {
  readonly match: Match
}

export const addMatch = (program: Command, io: CliIo, host: CliHost<MatchNeeds>): void => {
  program
    .command('match')
    .summary('Find the boundary of each row of a table of names.')
    .description(
      `Add the id of its boundary to each row of a CSV file that names places: the columns id, score (0 to 1) and reason. The columns name, country, level and parent say what is meant; only name is required. All may hold names in any language, codes (ISO 3166, FIPS) or ids; level is a word such as county, Landkreis or municipality. Case, accents, a missing "County" and typing errors do no harm.
A row is matched only if exactly one boundary fits best all that it says. All other rows are written to FILE.rejected beside the output, with the reason and the candidates: two that fit equally well are both named, none is chosen. Correct such a row, or write the id in place of the name, and match it again.
Rows keep their content and order, and each is answered as if it were alone. The file can have any size; equal rows are looked up once. If all rows are rejected, the command fails and writes no output. The command uses the data on this machine. Show the attribution, which is printed on standard error, wherever you use the file.`,
    )
    .argument('<file>', 'A .csv, .tsv or .txt file, or - for standard input')
    .option('-o, --output <file>', 'Write to this file; - for standard output (default: standard output)')
    .option('--name <column>', 'Column of names, codes or ids (default: name)')
    .option('--country <column>', 'Column of countries (default: country, if there is one)')
    .option('--level <column>', 'Column of level words or levels of OpenStreetMap (default: level)')
    .option('--parent <column>', 'Column of the state, region or other boundary around it (default: parent)')
    .option(
      '--encoding <name>',
      'Encoding of the text, such as windows-1252 (default: from the byte order mark, else UTF-8)',
      encodingOf,
    )
    .addOption(languageOption())
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: MatchCommandOptions) => runMatch(file, options, io, host))
}

const EXAMPLES = `
Examples:
  $ ${METES} match sales.csv --output sales-with-ids.csv
  $ ${METES} match kunden.csv --name Kreis --country Land --encoding windows-1252 -o out.csv
  $ ${METES} match counties.csv --name county --parent state -o out.csv
  $ cut -d, -f2,3 sales.csv | ${METES} match - > out.csv`

interface MatchCommandOptions {
  readonly output?: string
  readonly name?: string
  readonly country?: string
  readonly level?: string
  readonly parent?: string
  readonly encoding?: string
  readonly language?: readonly string[]
}

const runMatch = async (
  file: string,
  options: MatchCommandOptions,
  io: CliIo,
  host: CliHost<MatchNeeds>,
): Promise<void> => {
  const { output, name = null, country = null, level = null, parent = null } = options
  const advice = adviceOnFile(file, 'match -')
  if (advice !== null) throw new UsageError(`${file} is no CSV file. ${advice.trim()}`)
  const path = output === undefined || output === STDOUT ? null : output
  if (path !== null) {
    await refuseInput(file, path)
    await requireWritable(path)
  }
  const service = await host.openService()
  const startedMs = host.clock.elapsedMs()
  const progress = createProgressDisplay(io.stderr, host.clock, (rows: number, elapsedMs) =>
    [counted(rows, 'row'), `${counted(Math.round((1000 * rows) / elapsedMs), 'row')} a second`].join(' · '),
  )
  const rejected = new RejectedRows(path === null ? null : `${path}.rejected`)
  let report: MatchReport | null = null
  async function* rows(): AsyncGenerator<Uint8Array> {
    report = yield* service.match({
      bytes: textInput(file, io),
      encoding: options.encoding ?? null,
      columns: { name, country, level, parent },
      languages: options.language ?? [],
      onRejected: (rows, bytes) => rejected.add(rows, bytes),
      onProgress: progress.show,
      signal: io.signal,
    })
    if (report.rows === 0 || report.rejected < report.rows) return
    // The candidates are of use although nothing is matched.
    await rejected.finish()
    progress.end()
    writeLines(io, rejectedTexts(report, rejected))
    throw allRejected(report)
  }
  try {
    if (path === null) await writeToStream(io.stdout, rows())
    else await writeUserFile(path, rows())
    await rejected.finish()
    progress.end()
    const seconds = (host.clock.elapsedMs() - startedMs) / 1000
    if (report !== null) writeLines(io, reportTexts(report, seconds, rejected))
  } catch (error) {
    if (error instanceof PointsFault) throw new CommandFailure(terminalText(error.message))
    throw error
  } finally {
    progress.end()
    await rejected.discard()
    await service.close()
  }
}

/** Neither file that is written may be the one that is read. */
const refuseInput = async (file: string, output: string): Promise<void> => {
  const input = file === STDOUT ? null : await realpath(file).catch(unlessMissing)
  if (input === null) return
  for (const written of [output, `${output}.rejected`])
    if ((await realpath(written).catch(unlessMissing)) === input)
      throw new UsageError(
        `The command would replace the file that it reads, ${written}. Write to another one.`,
      )
}

const allRejected = ({ rows }: MatchReport): CommandFailure =>
  new CommandFailure(
    rows === 1
      ? 'The only row has no match, so no output is written.'
      : `None of ${counted(rows, 'row')} has a match, so no output is written.`,
  )

const rejectedTexts = ({ rejected: count }: MatchReport, rejected: RejectedRows): readonly string[] => [
  ...rejected.texts(count).map(terminalText),
  ...(count > 0 && rejected.path !== null
    ? [`Wrote the rows without a match to ${terminalText(rejected.path)}.`]
    : []),
]

const reportTexts = (report: MatchReport, seconds: number, rejected: RejectedRows): readonly string[] => {
  const { rows, rejected: count, similar, attribution } = report
  if (rows === 0) return ['The file has no rows, so there was nothing to match.']
  return [
    ...rejectedTexts(report, rejected),
    `${counted(rows, 'row')} in ${durationText(seconds)}: ${grouped(rows - count)} matched, of them ${grouped(similar)} with typing errors, ${grouped(count)} rejected.`,
    attribution,
  ]
}

const writeLines = ({ stderr }: CliIo, lines: readonly string[]): void => {
  for (const line of lines) stderr.write(`${line}\n`)
}
