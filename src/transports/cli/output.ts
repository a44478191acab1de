/** Where an answer goes and how it is dressed: JSON for programs, readable JSON on a terminal, tables for people, a file. */
import { answerTable } from './answer-table.ts'
import { painter } from './colours.ts'
import type { CliIo } from './host.ts'
import { prettyJson } from './pretty-json.ts'
import { writeWhole } from './write-whole.ts'

export interface OutputOptions {
  readonly format: 'json' | 'table'
  /** `--output`: a path, or undefined and `-` for stdout. */
  readonly file: string | undefined
}

const DEFAULT_COLUMNS = 80

export const printAnswer = async (bytes: Uint8Array, options: OutputOptions, io: CliIo): Promise<void> => {
  const toFile = options.file !== undefined && options.file !== '-'
  const onTerminal = io.stdout.isTTY === true && !toFile
  const text = render(bytes, options, onTerminal, io)
  if (!toFile) {
    io.stdout.write(text)
    return
  }
  await writeWhole(options.file, text)
  io.stderr.write(`Wrote ${options.file} (${text.length.toLocaleString('en')} bytes).\n`)
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
