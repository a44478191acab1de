/** Prints an answer: JSON for programs, indented JSON on a terminal, a table for people, or a file. */
import { stat } from 'node:fs/promises'
import type { OpenFile } from '../client/call.ts'
import { contentOf, exportedFile, fileOfFeature, type NamedFile } from '../client/named-file.ts'
import { writeUserFile } from '../client/write-user-file.ts'
import { answerTable } from './answer-table.ts'
import { painter } from './colours.ts'
import type { CliIo } from './host.ts'
import { prettyJson } from './pretty-json.ts'
import { terminalText } from './terminal-text.ts'

export interface OutputOptions {
  readonly format: 'json' | 'table'
  /** `--output`: a path, or undefined and `-` for stdout. */
  readonly file: string | undefined
}

const DEFAULT_COLUMNS = 80

/**
 * If the answer names a file, `--output` writes that file, and the answer still goes to stdout. If the polygon of a Feature is in a file,
 * the whole Feature is written with its polygon.
 */
export const printAnswer = async (
  bytes: Uint8Array,
  options: OutputOptions,
  openFile: OpenFile,
  io: CliIo,
): Promise<void> => {
  const path = options.file === '-' ? undefined : options.file
  const file = path === undefined ? null : fileToWrite(bytes, options)
  const isPrinted = path === undefined || file?.isAnswer === false
  const text = render(bytes, options, isPrinted && io.stdout.isTTY === true, io)
  if (path !== undefined) {
    await writeUserFile(path, file === null ? text : contentOf(file, openFile, io.signal))
    report(path, (await stat(path)).size, remarksOf(bytes), io)
  }
  if (isPrinted) io.stdout.write(text)
}

/** The file to write instead of the answer. A table needs no polygon. */
const fileToWrite = (answer: Uint8Array, { format }: OutputOptions): NamedFile | null =>
  exportedFile(answer) ?? (format === 'table' ? null : fileOfFeature(answer))

const report = (path: string, length: number, { summary, notes }: Remarks, io: CliIo): void => {
  const lines = [
    ...(summary === null ? [] : [summary]),
    `Wrote ${path} (${length.toLocaleString('en')} bytes).`,
    ...notes.map((note) => `Note: ${note}`),
  ]
  io.stderr.write(lines.map((line) => `${terminalText(line)}\n`).join(''))
}

const render = (bytes: Uint8Array, options: OutputOptions, onTerminal: boolean, io: CliIo): Uint8Array => {
  if (options.format === 'table') {
    const paint = onTerminal ? painter(io.stdout, io.env) : (_style: unknown, text: string) => text
    return Buffer.from(
      answerTable(parse(bytes), onTerminal ? (io.stdout.columns ?? DEFAULT_COLUMNS) : null, paint),
    )
  }
  return onTerminal ? Buffer.from(prettyJson(parse(bytes))) : Buffer.concat([bytes, Buffer.from('\n')])
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** What an answer says about itself in sentences, for the person who has it written to a file. */
interface Remarks {
  readonly summary: string | null
  readonly notes: readonly string[]
}

/** Of a Feature with a summary; nothing of other answers, which are not read for it. */
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
