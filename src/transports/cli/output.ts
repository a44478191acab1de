/** Prints an answer: tables and sentences for people, JSON for programs, another format on request, or a file. */
import { stat } from 'node:fs/promises'
import { FORMATS } from '../../domain/formats/index.ts'
import type { OpenFile } from '../client/call.ts'
import { contentOf, exportedFile, fileOfFeature } from '../client/named-file.ts'
import { writeUserFile } from '../client/write-user-file.ts'
import type { AnswerFormat } from './answer-format.ts'
import { answerText } from './answer-text/answer-text.ts'
import { painter } from './colours.ts'
import { UsageError } from './exit.ts'
import type { CliIo } from './host.ts'
import { prettyJson } from './pretty-json.ts'
import { terminalText } from './terminal-text.ts'

export interface OutputOptions {
  /** Of the answer on stdout. */
  readonly format: AnswerFormat
  /** Of the answer in a file. */
  readonly fileFormat: AnswerFormat
  /** Where `--output` writes to; undefined for stdout. */
  readonly path: string | undefined
}

export interface PrintedAnswer {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array
}

/** Where a text goes. */
interface Place {
  readonly isTerminal: boolean
  readonly writtenTo: string | null
}

/**
 * If the answer names a file, `--output` writes that file, and the answer still goes to stdout. If the polygon of a Feature is in a file,
 * the whole Feature is written with its polygon.
 */
export const printAnswer = async (
  answer: PrintedAnswer,
  options: OutputOptions,
  openFile: OpenFile,
  io: CliIo,
): Promise<void> => {
  const { path, format } = options
  const isTerminal = io.stdout.isTTY === true
  if (path === undefined) {
    const whole = await withPolygon(answer, format, openFile, io)
    io.stdout.write(await rendered(whole, format, { isTerminal, writtenTo: null }, io))
    return
  }
  const exported = exportedFile(answer.bytes)
  await writeUserFile(
    path,
    exported === null
      ? await fileContent(answer, options.fileFormat, path, openFile, io)
      : contentOf(exported, openFile, io.signal),
  )
  report(path, (await stat(path)).size, remarksOf(answer.bytes), io)
  if (exported !== null) io.stdout.write(await rendered(answer, format, { isTerminal, writtenTo: path }, io))
}

/** A large polygon is streamed where its bytes stay as they are. */
const fileContent = async (
  answer: PrintedAnswer,
  format: AnswerFormat,
  path: string,
  openFile: OpenFile,
  io: CliIo,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> => {
  const polygon = format === 'json' ? fileOfFeature(answer.bytes) : null
  if (polygon !== null) return contentOf(polygon, openFile, io.signal)
  const whole = await withPolygon(answer, format, openFile, io)
  return rendered(whole, format, { isTerminal: false, writtenTo: path }, io)
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
  const pieces: Uint8Array[] = []
  for await (const piece of contentOf(polygon, openFile, io.signal)) pieces.push(piece)
  return { ...answer, bytes: Buffer.concat(pieces) }
}

const report = (path: string, length: number, { summary, notes }: Remarks, io: CliIo): void => {
  const lines = [
    ...(summary === null ? [] : [summary]),
    `Wrote ${path} (${length.toLocaleString('en')} bytes).`,
    ...notes.map((note) => `Note: ${note}`),
  ]
  io.stderr.write(lines.map((line) => `${terminalText(line)}\n`).join(''))
}

const DEFAULT_COLUMNS = 80

const rendered = async (
  { operation, input, bytes }: PrintedAnswer,
  format: AnswerFormat,
  { isTerminal, writtenTo }: Place,
  io: CliIo,
): Promise<Uint8Array> => {
  if (format === 'json')
    return isTerminal ? Buffer.from(prettyJson(parse(bytes))) : Buffer.concat([bytes, Buffer.from('\n')])
  if (format === 'yaml') return Buffer.from((await import('./yaml.ts')).yamlText(parse(bytes)))
  if (format !== 'table') {
    if (isTerminal && FORMATS[format].content === 'binary')
      throw new UsageError(`${FORMATS[format].title} is not text. Name a file with --output.`)
    const file = (await import('./boundary-file.ts')).boundaryFile(bytes, format)
    return isTerminal ? Buffer.from(terminalLines(file)) : file
  }
  const paint = isTerminal ? painter(io.stdout, io.env) : (_style: unknown, text: string) => text
  // A terminal of unknown width reports 0.
  const width = isTerminal ? io.stdout.columns || DEFAULT_COLUMNS : null
  return Buffer.from(answerText(operation, parse(bytes), { width, paint, input, writtenTo }))
}

const terminalLines = (file: Uint8Array): string =>
  new TextDecoder().decode(file).split('\n').map(terminalText).join('\n')

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** The sentences of an answer that is written to a file. */
interface Remarks {
  readonly summary: string | null
  readonly notes: readonly string[]
}

/** From a Feature with a summary. Other answers are not parsed and have none. */
const remarksOf = (answer: Uint8Array): Remarks => {
  const { buffer, byteOffset, byteLength } = answer
  if (!Buffer.from(buffer, byteOffset, byteLength).includes('"summary":"')) return NONE
  const { type, properties } = JSON.parse(new TextDecoder().decode(answer)) ?? {}
  if (type !== 'Feature' || typeof properties?.summary !== 'string') return NONE
  const notes: unknown = properties.notes
  return {
    summary: properties.summary,
    notes: Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [],
  }
}

const NONE: Remarks = { summary: null, notes: [] }
