/** Prints an answer: tables and sentences for people, JSON for programs, another format on request, or a file. */
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { OpenFile } from '../../client/command-call.ts'
import { checkedContent, exportedFile, fileOfFeature } from '../../client/fetch-answer-file.ts'
import { writeUserFile } from '../../client/write-user-file.ts'
import type { CliIo, OutputStream } from '../host.ts'
import { painter } from '../terminal/colours.ts'
import { STDOUT, writeToStream } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import type { AnswerFormat } from './answer-format.ts'
import { answerText } from './answer-text/answer-text.ts'
import { explanationLines } from './answer-text/explanation-text.ts'
import { prettyJson } from './pretty-json.ts'

export interface OutputOptions {
  /** Of an answer that is printed. */
  readonly format: AnswerFormat
  /** Of an answer that is written where `--output` says. */
  readonly fileFormat: AnswerFormat
  /** Where `--output` writes to, `-` for stdout; undefined: the answer is printed. */
  readonly path: string | undefined
}

export interface PrintedAnswer {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array
}

/** Where a text goes. */
interface TextTarget {
  readonly terminal: OutputStream | null
  readonly writtenTo: string | null
}

/**
 * If the answer names a file, `--output` writes that file, and the answer still goes to stdout, or to stderr if the file is on stdout. If
 * the polygon of a Feature is in a file, the whole Feature is written with its polygon.
 */
export const printAnswer = async (
  answer: PrintedAnswer,
  options: OutputOptions,
  openFile: OpenFile,
  io: CliIo,
): Promise<void> => {
  const { path, format, fileFormat } = options
  if (path === undefined) {
    const whole = await withPolygon(answer, format, openFile, io)
    io.stdout.write(await rendered(whole, format, { terminal: terminalOf(io.stdout), writtenTo: null }, io))
    return
  }
  const exported = exportedFile(answer.bytes)
  const content =
    exported === null
      ? await fileContent(answer, fileFormat, path, openFile, io)
      : checkedContent(exported, { openFile, signal: io.signal, isStreamed: path === STDOUT })
  if (path === STDOUT) {
    await writeToStdout(content, io)
    remark(answerRemarks(answer.bytes), null, io)
    if (exported === null) return
    const place = { terminal: terminalOf(io.stderr), writtenTo: 'standard output' }
    io.stderr.write(await rendered(answer, 'table', place, io))
    return
  }
  await writeUserFile(path, content)
  remark(answerRemarks(answer.bytes), await writtenText(path), io)
  if (exported === null) return
  io.stdout.write(await rendered(answer, format, { terminal: terminalOf(io.stdout), writtenTo: path }, io))
}

/** A pipe or a device has no size. */
const writtenText = async (path: string): Promise<string> => {
  const file = await stat(path)
  const bytes = file.isFile() ? ` (${file.size.toLocaleString('en')} bytes)` : ''
  return `Wrote ${path}${bytes}.${/(?<!\.shp)\.zip$/i.test(path) ? PLAIN_ZIP : ''}`
}

/** The only archives that the commands write are Shapefiles. */
const PLAIN_ZIP = ' GDAL opens a Shapefile in an archive only if its name ends in .shp.zip.'

const terminalOf = (stream: OutputStream): OutputStream | null => (stream.isTTY === true ? stream : null)

/** A file of text is shown on a terminal as it is, except for characters that would control the terminal. */
const writeToStdout = async (
  content: Uint8Array | AsyncIterable<Uint8Array>,
  { stdout }: CliIo,
): Promise<void> => {
  if (stdout.isTTY === true) stdout.write(terminalLines(await wholeOf(content)))
  else await writeToStream(stdout, content instanceof Uint8Array ? Readable.from([content]) : content)
}

const wholeOf = async (content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
  content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content))

/** A large polygon is streamed where its bytes stay as they are. */
const fileContent = async (
  answer: PrintedAnswer,
  format: AnswerFormat,
  path: string,
  openFile: OpenFile,
  io: CliIo,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> => {
  const polygon = format === 'json' ? fileOfFeature(answer.bytes) : null
  if (polygon !== null)
    return checkedContent(polygon, { openFile, signal: io.signal, isStreamed: path === STDOUT })
  const whole = await withPolygon(answer, format, openFile, io)
  return rendered(whole, format, { terminal: null, writtenTo: path }, io)
}

/** The answer with its polygon, from its file where the answer only names that, for the formats that cannot do without. */
const withPolygon = async (
  answer: PrintedAnswer,
  format: AnswerFormat,
  openFile: OpenFile,
  io: CliIo,
): Promise<PrintedAnswer> => {
  const polygon = format === 'json' || format === 'table' ? null : fileOfFeature(answer.bytes)
  if (polygon === null) return answer
  const content = checkedContent(polygon, { openFile, signal: io.signal, isStreamed: false })
  return { ...answer, bytes: await wholeOf(content) }
}

const remark = ({ summary, notes, explanation }: Remarks, written: string | null, io: CliIo): void => {
  const lines = [summary, written, ...notes.map((note) => `Note: ${note}`), ...explanation].filter(
    (line) => line !== null,
  )
  io.stderr.write(lines.map((line) => `${terminalText(line)}\n`).join(''))
}

const DEFAULT_COLUMNS = 80

const rendered = async (
  { operation, input, bytes }: PrintedAnswer,
  format: AnswerFormat,
  { terminal, writtenTo }: TextTarget,
  { env }: CliIo,
): Promise<Uint8Array> => {
  const isTerminal = terminal !== null
  if (format === 'json')
    return isTerminal ? Buffer.from(prettyJson(parse(bytes))) : Buffer.concat([bytes, Buffer.from('\n')])
  if (format === 'yaml') return Buffer.from((await import('./yaml.ts')).yamlText(parse(bytes)))
  if (format !== 'table') {
    const file = (await import('./boundary-file.ts')).boundaryFile(bytes, format)
    return isTerminal ? Buffer.from(terminalLines(file)) : file
  }
  const paint = terminal === null ? (_style: unknown, text: string) => text : painter(terminal, env)
  // A terminal of unknown width reports 0.
  const width = terminal === null ? null : terminal.columns || DEFAULT_COLUMNS
  return Buffer.from(answerText(operation, parse(bytes), { width, paint, input, writtenTo }))
}

const terminalLines = (file: Uint8Array): string =>
  new TextDecoder().decode(file).split('\n').map(terminalText).join('\n')

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** The sentences of an answer that is written to a file. */
interface Remarks {
  readonly summary: string | null
  readonly notes: readonly string[]
  /** How a description was read, a line for each node. */
  readonly explanation: readonly string[]
}

/** From a Feature with a summary. Other answers are not parsed and have none. */
const answerRemarks = (answer: Uint8Array): Remarks => {
  const { buffer, byteOffset, byteLength } = answer
  if (!Buffer.from(buffer, byteOffset, byteLength).includes('"summary":"')) return NONE
  const { type, properties } = JSON.parse(new TextDecoder().decode(answer)) ?? {}
  if (type !== 'Feature' || typeof properties?.summary !== 'string') return NONE
  const notes: unknown = properties.notes
  return {
    summary: properties.summary,
    notes: Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [],
    explanation: explanationLines(properties),
  }
}

const NONE: Remarks = { summary: null, notes: [], explanation: [] }
