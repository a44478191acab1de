/** Where an answer goes and how it is dressed: JSON for programs, readable JSON on a terminal, tables for people, a file. */
import { answerTable } from './answer-table.ts'
import { painter } from './colours.ts'
import type { CliIo, OpenFile } from './host.ts'
import { contentOf, namedFile } from './named-file.ts'
import { prettyJson } from './pretty-json.ts'
import { writeWhole } from './write-whole.ts'

export interface OutputOptions {
  readonly format: 'json' | 'table'
  /** `--output`: a path, or undefined and `-` for stdout. */
  readonly file: string | undefined
}

const DEFAULT_COLUMNS = 80

/** Of an answer that names a file, the file is written, and the answer still goes to stdout. */
export const printAnswer = async (
  bytes: Uint8Array,
  options: OutputOptions,
  openFile: OpenFile,
  io: CliIo,
): Promise<void> => {
  const path = options.file === '-' ? undefined : options.file
  const file = path === undefined ? null : namedFile(bytes)
  const onTerminal = io.stdout.isTTY === true && (path === undefined || file !== null)
  const text = render(bytes, options, onTerminal, io)
  if (path !== undefined) {
    await writeWhole(path, file === null ? text : contentOf(file, openFile, io.signal))
    io.stderr.write(`Wrote ${path} (${(file?.bytes ?? text.length).toLocaleString('en')} bytes).\n`)
  }
  if (path === undefined || file !== null) io.stdout.write(text)
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
