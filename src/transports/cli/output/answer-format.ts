/** Chooses the format of an answer: the requested one, that of the file's extension, or the one that suits the reader. */
import { basename, extname } from 'node:path'
import { FORMATS, type Format, SINGLE_FORMATS } from '../../../domain/formats/index.ts'
import { listedChoices } from '../../../util/join-words.ts'
import { UsageError } from '../exit-codes.ts'
import type { CommandOperation } from '../host.ts'
import type { Field } from '../input/schema-options.ts'
import { commandName } from '../short-names.ts'

/** `table`: tables and sentences for people. `geojson` is the JSON of a Feature. */
export type AnswerFormat = 'json' | 'yaml' | 'table' | Format

const ANY_ANSWER = ['json', 'yaml', 'table'] as const

/** The formats that the command can write its answer in. */
export const answerFormats = (operation: CommandOperation): readonly AnswerFormat[] =>
  answersBoundary(operation) ? [...ANY_ANSWER, ...SINGLE_FORMATS] : ANY_ANSWER

/** Whether the answer is a Feature with the members that file writers need (`FeatureHead`). */
const answersBoundary = ({ output }: CommandOperation): boolean => {
  const { type, properties } = output.properties ?? {}
  const members = Object.keys(properties?.properties ?? {})
  return type?.const === 'Feature' && ['name', 'kind', 'source'].every((member) => members.includes(member))
}

/** Extensions of file names, without a dot. */
const EXTENSIONS: Readonly<Record<string, AnswerFormat>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  ndjson: 'geojsonl',
  zip: 'shp',
  ...Object.fromEntries(
    Object.entries(FORMATS).map(([format, { extension }]) => [extension, format as Format]),
  ),
}

export interface FormatRequest {
  /** `--format`, where it is not a field of the operation, or `--json`. */
  readonly asked: AnswerFormat | undefined
  /** `--output`; undefined for stdout. */
  readonly path: string | undefined
  readonly isTerminal: boolean
}

/** @throws UsageError when the extension is of no format that the command can write */
export const answerFormat = (
  operation: CommandOperation,
  { asked, path, isTerminal }: FormatRequest,
): AnswerFormat => {
  if (asked !== undefined) return asked
  if (path === undefined) return isTerminal ? 'table' : 'json'
  const extension = pathExtension(path)
  if (extension === null) return 'json'
  const format = EXTENSIONS[extension]
  const formats = answerFormats(operation)
  if (format !== undefined && formats.includes(format)) return format === 'geojson' ? 'json' : format
  const written = extensionsOf(formats)
  if (format !== undefined) throw noBoundary(path, operation, written)
  throw unknownExtension(path, operation, written, '--format')
}

/**
 * The value of an operation's own field `format` for the file; undefined when its name has no extension.
 * @throws UsageError when the extension is of no format that the operation has
 */
export const fileFormat = (operation: CommandOperation, field: Field, path: string): string | undefined => {
  const extension = pathExtension(path)
  if (extension === null) return undefined
  const format = extension === 'json' ? 'geojson' : EXTENSIONS[extension]
  if (format !== undefined && field.choices.includes(format)) return format
  throw unknownExtension(path, operation, extensionsOf(field.choices), field.flag)
}

const extensionsOf = (formats: readonly string[]): readonly string[] =>
  Object.keys(EXTENSIONS).filter((extension) => formats.includes(EXTENSIONS[extension]))

const pathExtension = (path: string): string | null => {
  const name = basename(path).toLowerCase()
  const known = Object.keys(EXTENSIONS).find((extension) => name.endsWith(`.${extension}`))
  return known ?? (extname(name).slice(1) || null)
}

const noBoundary = (path: string, { name }: CommandOperation, extensions: readonly string[]): UsageError =>
  new UsageError(
    `The answer of ${commandName(name)} is not a boundary, so it cannot be written to ${basename(path)}. Use ${dotted(extensions)}.`,
  )

const unknownExtension = (
  path: string,
  { name }: CommandOperation,
  extensions: readonly string[],
  option: string,
): UsageError => {
  const hint = path.toLowerCase().endsWith('.shp') && extensions.includes('shp.zip') ? SHAPEFILE_HINT : ''
  return new UsageError(
    `The extension of ${basename(path)} is unknown to ${commandName(name)}. ${hint}Use ${dotted(extensions)}, or name the format with ${option}.`,
  )
}

const SHAPEFILE_HINT = 'A Shapefile is several files, which are written as one .shp.zip. '

const dotted = (extensions: readonly string[]): string => listedChoices(extensions.map((each) => `.${each}`))
