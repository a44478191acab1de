/** The file format that the name after `--output` asks for, where `--format` does not. */
import { FORMAT_NAMES, FORMATS } from '../../domain/formats/index.ts'
import { CommandFailure } from '../client/failure.ts'
import type { Field } from './fields.ts'

/** Further usual extensions. */
const OTHER_EXTENSIONS: Readonly<Record<string, string>> = { json: 'geojson', ndjson: 'geojsonl' }

/**
 * The input with the format that belongs to the extension of the file, for operations that have formats.
 * @throws CommandFailure for an extension without a format
 */
export const withFormatOfOutput = (
  input: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  path: string | undefined,
): Readonly<Record<string, unknown>> => {
  const field = fields.find(({ name, choices }) => name === 'format' && choices.includes('geojson'))
  const extension = path === undefined ? undefined : /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase()
  if (field === undefined || extension === undefined || input.format !== undefined) return input
  const format =
    OTHER_EXTENSIONS[extension] ??
    FORMAT_NAMES.find((name) => name === extension || FORMATS[name].extension === extension)
  if (format === undefined || !field.choices.includes(format))
    throw new CommandFailure(
      `No file format has the extension .${extension}. Choose one with --format: ${field.choices.join(', ')}.`,
    )
  return { ...input, format }
}
