/** The first row of a CSV file: its delimiter, the names of its columns, its line breaks. */
import { isUtf8 } from 'node:buffer'
import { CR, LF, recordEnd } from './csv-records.ts'
import { PointsFault } from './points-reader.ts'

export interface Header {
  readonly delimiter: number
  readonly names: readonly string[]
  readonly newline: string
  /** Bytes up to the end of the header's line, including a byte order mark and empty lines before it. */
  readonly bytes: number
}

/** Returns the first row that is not empty; null if the bytes do not contain all of it. */
export const readHeader = (bytes: Uint8Array): Header | null => {
  let start = hasByteOrderMark(bytes) ? 3 : 0
  while (bytes[start] === LF || bytes[start] === CR) start++
  const end = recordEnd(
    bytes,
    start,
    DELIMITERS.map((each) => each.charCodeAt(0)),
  )
  if (end === -1) return null
  const isCrLf = bytes[end - 1] === CR
  const row = bytes.subarray(start, isCrLf ? end - 1 : end)
  if (!isUtf8(row))
    throw new PointsFault(
      'The names of the columns are not in UTF-8. State the encoding of the file with --encoding, for example windows-1252.',
    )
  if (row.includes(0))
    throw new PointsFault(
      'The file has zero bytes, like text in UTF-16. State its encoding with --encoding, for example utf-16le.',
    )
  const text = new TextDecoder().decode(row)
  const delimiter = DELIMITERS.reduce((best, each) =>
    occurrencesOf(text, each) > occurrencesOf(text, best) ? each : best,
  )
  return {
    delimiter: delimiter.charCodeAt(0),
    names: headerFields(text, delimiter),
    newline: isCrLf ? '\r\n' : '\n',
    bytes: end + 1,
  }
}

const DELIMITERS = [',', ';', '\t', '|']

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const occurrencesOf = (text: string, part: string): number => text.split(part).length - 1

const headerFields = (text: string, delimiter: string): readonly string[] => {
  const fields: string[] = []
  for (let at = 0; at <= text.length; ) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      fields.push(text.slice(at, end === -1 ? undefined : end))
      if (end === -1) break
      at = end + 1
    } else {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) end = text.length
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 2
    }
  }
  return fields.map((field) => field.trim())
}
