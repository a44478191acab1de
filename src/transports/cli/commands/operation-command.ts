/** Adds an operation as a command: derives arguments and options from its input schema, calls it, prints the answer. */
import { type Command, Option } from 'commander'
import { FORMATS, type Format } from '../../../domain/formats/index.ts'
import type { CallOperation, OpenFile } from '../../client/command-call.ts'
import { NAMED_FIELDS, withNamedBoundary } from '../../client/named-boundary.ts'
import { remoteCall, remoteFile } from '../../client/remote-call.ts'
import { requireWritable } from '../../client/write-user-file.ts'
import { interruptible, UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo, CommandOperation, LocalCalls } from '../host.ts'
import { gatherInput, type RawValue } from '../input/gather-input.ts'
import { languageOption } from '../input/language-option.ts'
import { dashedName, type Field, fieldsOf, placeholder } from '../input/schema-options.ts'
import { type AnswerFormat, answerFormat, answerFormats, fileFormat } from '../output/answer-format.ts'
import { type OutputOptions, printAnswer } from '../output/print-answer.ts'
import { ProblemError } from '../output/problem-text.ts'
import { SHORT_FLAGS, SHORT_NAMES } from '../short-names.ts'
import { createSpinner } from '../terminal/spinner.ts'
import { refuseTerminal, STDOUT } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { operationNotes, plainText, positionalUsage } from './operation-help.ts'
import { keyFor, namedServer } from './server-and-key.ts'

const SHARED_GROUP = 'Options of every operation:'

export const addOperation = (
  program: Command,
  operation: CommandOperation,
  io: CliIo,
  host: CliHost<LocalCalls>,
): void => {
  const fields = fieldsOf(operation)
  const positional = operation.positional.flatMap((name) => fields.filter((field) => field.name === name))
  const command = program
    .command(dashedName(operation.name))
    .summary(operation.summary)
    .description(plainText(`${operation.summary}\n\n${operation.description}`))
    .usage(positionalUsage(positional))
  const shortName = SHORT_NAMES[operation.name]
  if (shortName !== undefined) command.alias(shortName)
  for (const field of positional) {
    const help = `${field.help === '' ? '' : `${field.help}; `}also ${field.flag}`
    command.argument(field.type === 'list' ? `[${field.name}...]` : `[${field.name}]`, help)
  }
  for (const field of fields) addField(command, field, positional.includes(field))
  const shared = sharedOptions(operation, fields)
  for (const option of shared) command.addOption(option)
  if (hasPreview(operation)) command.option('--open', 'Show the answer as a page in the browser')
  command.addHelpText('after', operationNotes(operation))

  command.action(async () => {
    const options: Readonly<Record<string, unknown>> = { ...program.opts(), ...command.opts() }
    const given = {
      positional: written(positional, (_field, index) => command.processedArgs[index]),
      options: written(fields, (field) => command.getOptionValue(optionName(field))),
      file: textValue(options.input),
    }
    const gathering = gatherInput(fields, given, io.stdin)
    const input = await interruptible(io.signal, gathering)
    const output = outputOptions(operation, fields, options, io)
    const asked = withFileFormat(operation, fields, input, output.path)
    const destination = await usable(output, fields, asked, io)
    // Programs write files of input: they know the ids.
    const mayName = [...given.positional.keys(), ...given.options.keys()].some(
      ({ name }) => name === NAMED_FIELDS[operation.name],
    )
    await answer({ operation, input: asked, mayName }, options, destination, io, host)
  })
}

/** A field that is an argument is not listed again among the options. */
const addField = (command: Command, field: Field, isArgument: boolean): void => {
  if (field.type === 'boolean') {
    command.option(field.flag, field.help)
    command.addOption(new Option(field.flag.replace('--', '--no-'), `Opposite of ${field.flag}`))
    return
  }
  const flags = [SHORT_FLAGS[field.name], field.flag].filter((flag) => flag !== undefined).join(', ')
  const option = new Option(`${flags} <${placeholder(field)}>`, field.help)
  if (field.type === 'list') option.argParser((word, earlier: readonly string[] = []) => [...earlier, word])
  command.addOption(option.hideHelp(isArgument))
}

/** Options that every operation has besides its fields. A field of the same name takes precedence. */
const sharedOptions = (operation: CommandOperation, fields: readonly Field[]): readonly Option[] =>
  [
    new Option(
      '--input <file>',
      'Read the input from a JSON file, - for stdin; arguments and options override it',
    ),
    new Option(
      '--format <format>',
      'Format of the answer; table is for people (default: from the extension of --output, else table on a terminal and json elsewhere)',
    ).choices(answerFormats(operation)),
    new Option('--json', 'Print JSON even on a terminal'),
    new Option('-o, --output <file>', 'Write the answer, or the file that it names, to a file; - for stdout'),
    languageOption(),
    serverOption(),
  ]
    .filter((option) => !fields.some((field) => field.flag === option.long))
    .map((option) => option.helpGroup(SHARED_GROUP))

export const serverOption = (): Option =>
  new Option(
    '--server <url>',
    'Call this server instead of using the data on this machine (environment: METES_SERVER)',
  )

/** Areas have a preview, so that people check them before they rely on them. */
const hasPreview = ({ name }: CommandOperation): boolean => name === 'create_area'

const outputOptions = (
  operation: CommandOperation,
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
  io: CliIo,
): OutputOptions => {
  const hasOwn = ownFormat(fields) !== undefined
  const path = textValue(options.output)
  const format = hasOwn ? undefined : textValue(options.format)
  if (options.json === true && format !== undefined && format !== 'json')
    throw new UsageError(`--json cannot be used with --format ${format}.`)
  const asked = options.json === true || format === 'geojson' ? 'json' : (format as AnswerFormat | undefined)
  const isTerminal = io.stdout.isTTY === true
  // Where an operation has formats of its own, `--output` names one of them, and the answer is printed as without it.
  if (hasOwn)
    return {
      path,
      format: answerFormat(operation, { asked, path: undefined, isTerminal }),
      fileFormat: 'json',
    }
  const chosen = answerFormat(operation, { asked, path, isTerminal })
  return { path, format: chosen, fileFormat: chosen }
}

const ownFormat = (fields: readonly Field[]): Field | undefined =>
  fields.find((field) => field.flag === '--format' && field.type === 'choice')

/** The input with the format that the name of the file asks for, where the operation has formats and none is given. */
const withFileFormat = (
  operation: CommandOperation,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
  path: string | undefined,
): Readonly<Record<string, unknown>> => {
  const field = ownFormat(fields)
  if (field === undefined || path === undefined || field.name in input) return input
  const format = fileFormat(operation, field, path)
  return format === undefined ? input : { ...input, [field.name]: format }
}

/** Refuses a destination that cannot be written, before any work. A dry run has none. */
const usable = async (
  output: OutputOptions,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
  io: CliIo,
): Promise<OutputOptions> => {
  const { path, fileFormat, format } = output
  if (path !== undefined && input.dry_run === true) {
    io.stderr.write('This is a dry run: nothing is written.\n')
    return { ...output, path: undefined }
  }
  if (path !== undefined && path !== STDOUT) {
    await requireWritable(path)
    return output
  }
  const own = ownFormat(fields)
  const shown = path === undefined ? format : own === undefined ? fileFormat : chosenFormat(own, input)
  if (isBinary(shown)) refuseTerminal(FORMATS[shown].title, io)
  return output
}

const chosenFormat = (field: Field, input: Readonly<Record<string, unknown>>): string =>
  String(input[field.name] ?? field.schema.default)

const isBinary = (format: string): format is Format =>
  format in FORMATS && FORMATS[format as Format].content === 'binary'

const optionName = (field: Field): string => new Option(field.flag).attributeName()

const written = (
  fields: readonly Field[],
  wordsOf: (field: Field, index: number) => unknown,
): ReadonlyMap<Field, RawValue> =>
  new Map(
    fields.flatMap((field, index): [Field, RawValue][] => {
      const value = wordsOf(field, index) as RawValue | undefined
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[field, value]]
    }),
  )

const textValue = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

interface CommandCall {
  readonly operation: CommandOperation
  readonly input: Readonly<Record<string, unknown>>
  /** True if an id may be a name: a person typed it. */
  readonly mayName: boolean
}

const answer = async (
  { operation, input, mayName }: CommandCall,
  options: Readonly<Record<string, unknown>>,
  output: OutputOptions,
  io: CliIo,
  host: CliHost<LocalCalls>,
): Promise<void> => {
  const server = namedServer(options, io)
  const spinner = createSpinner(io.stderr)
  const request = {
    operation: operation.name,
    input,
    languages: (options.language as readonly string[] | undefined) ?? [],
    signal: io.signal,
    long: operation.long,
    progress: spinner.say,
  }
  const preview = async (bytes: Uint8Array, lookUp: CallOperation, openFile: OpenFile) => {
    const { showPreview } = await import('../output/area-preview/show-preview.ts')
    await showPreview(bytes, { call: lookUp, openFile, host, io })
  }
  const ask = async ({ call, openFile }: LocalCalls, lookUp?: CallOperation) => {
    const named = mayName
      ? await withNamedBoundary(request, call)
      : { ok: true as const, request, used: null }
    if (named.ok && named.used !== null) io.stderr.write(`${terminalText(named.used)}\n`)
    const result = await (named.ok ? call(named.request) : Promise.resolve(named)).finally(spinner.end)
    if (!result.ok) throw new ProblemError(result.problem, server === null ? 'here' : 'server')
    const answered = {
      operation: operation.name,
      input: named.ok ? named.request.input : input,
      bytes: result.bytes,
    }
    await printAnswer(answered, output, openFile, io)
    if (options.open === true && hasPreview(operation)) await preview(result.bytes, lookUp ?? call, openFile)
  }
  if (server !== null) {
    // Not `interruptible`: an interrupted remote call first cancels its job.
    const call = remoteCall(server, await keyFor(server, io), host.version)
    // The preview calls without a key, which is free.
    return ask({ call, openFile: remoteFile(host.version) }, remoteCall(server, undefined, host.version))
  }
  const service = await interruptible(
    io.signal,
    host.openService({ long: operation.long, apiKey: io.env.METES_API_KEY }),
  )
  try {
    await ask({ ...service, call: (asked) => interruptible(io.signal, service.call(asked)) })
  } finally {
    await service.close()
  }
}
