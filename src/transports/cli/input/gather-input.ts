/** Combines the input of an operation from a JSON file, positional arguments and options; later ones override earlier ones. */
import { readFile } from 'node:fs/promises'
import { CommandFailure } from '../../client/command-failure.ts'
import { pathFault } from '../../client/file-failure.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliIo } from '../host.ts'
import type { Field } from './schema-options.ts'
import { readList, readValue } from './values.ts'

/** The raw value of a field: words, or the presence of a flag. */
export type RawValue = string | readonly string[] | boolean

export interface GatheredInput {
  readonly positional: ReadonlyMap<Field, RawValue>
  readonly options: ReadonlyMap<Field, RawValue>
  /** `--input`: a path, `-` for stdin. */
  readonly file: string | undefined
}

export const gatherInput = async (
  fields: readonly Field[],
  written: GatheredInput,
  stdin: CliIo['stdin'],
): Promise<Readonly<Record<string, unknown>>> => {
  for (const field of written.positional.keys()) {
    if (written.options.has(field))
      throw new UsageError(`<${field.name}> is given twice: as an argument and as ${field.flag}.`)
  }
  const input = {
    ...(written.file === undefined ? {} : await readInputFile(written.file, stdin)),
    ...Object.fromEntries(
      [...written.positional].map(([field, value]) => [
        field.name,
        readField(field, value, `<${field.name}>`),
      ]),
    ),
    ...Object.fromEntries(
      [...written.options].map(([field, value]) => [field.name, readField(field, value, field.flag)]),
    ),
  }
  const missing = fields.filter((field) => field.required && !(field.name in input))
  if (missing.length > 0 && written.file === undefined) {
    throw new UsageError(
      `Missing ${missing.map((field) => `<${field.name}>${field.help && `: ${field.help}`}`).join('; missing ')}.`,
    )
  }
  return input
}

const readField = (field: Field, value: RawValue, label: string): unknown => {
  if (typeof value === 'boolean') return value
  if (field.type === 'list') return readList(field, [value].flat(), label)
  return readValue(field, String(value), label)
}

const readInputFile = async (
  path: string,
  stdin: CliIo['stdin'],
): Promise<Readonly<Record<string, unknown>>> => {
  const name = path === '-' ? 'The input on stdin' : `The input file ${path}`
  const text = path === '-' ? await readAll(stdin) : await readText(path)
  const value = parseInputJson(text, name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandFailure(`${name} is not a JSON object.`)
  }
  return value as Readonly<Record<string, unknown>>
}

const readText = async (path: string): Promise<string> => {
  try {
    return textOf(await readFile(path))
  } catch (error) {
    throw new CommandFailure(
      `Cannot read the input file ${path}: ${pathFault(error as Error) ?? (error as Error).message}`,
    )
  }
}

/** Without a byte order mark, with which editors on Windows begin files. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const readAll = async (stream: CliIo['stdin']): Promise<string> => {
  const chunks = await Array.fromAsync(stream, (chunk) => Buffer.from(chunk))
  return textOf(Buffer.concat(chunks))
}

const parseInputJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandFailure(`${name} is not valid JSON: ${(error as Error).message}.`)
  }
}
