/** Where an answer goes and how it is dressed: JSON for programs, readable JSON on a terminal, tables for people, a file. */
import { stat } from 'node:fs/promises'
import type { OpenFile } from '../client/call.ts'
import { writeUserFile } from '../client/write-user-file.ts'
import { answerTable } from './answer-table.ts'
import { painter } from './colours.ts'
import type { CliIo } from './host.ts'
import { contentOf, exportedFile, fileOfFeature, type NamedFile } from './named-file.ts'
import { prettyJson } from './pretty-json.ts'
import { type Remarks, remarksOf } from './remarks.ts'
import { terminalText } from './terminal-text.ts'

export interface OutputOptions {
  readonly format: 'json' | 'table'
  /** `--output`: a path, or undefined and `-` for stdout. */
  readonly file: string | undefined
}

const DEFAULT_COLUMNS = 80

/**
 * Of an answer that names a file, the file is written, and the answer still goes to stdout. A Feature whose polygon is in a file is
 * that file: no file without a polygon is written.
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

/** A table has no polygon to miss. */
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
