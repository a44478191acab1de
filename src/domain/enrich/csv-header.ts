/** The first row of a CSV file: its delimiter, the names of its columns, its line breaks. */
import { CR, recordEnd } from './csv-records.ts'

export interface Header {
  readonly delimiter: number
  readonly names: readonly string[]
  readonly newline: string
  /** Bytes of the header with its line break, and a byte order mark before it. */
  readonly bytes: number
}

/** The first row; null when the bytes hold no whole one. */
export const readHeader = (bytes: Uint8Array): Header | null => {
  const start = hasByteOrderMark(bytes) ? 3 : 0
  const end = recordEnd(
    bytes,
    start,
    DELIMITERS.map((each) => each.charCodeAt(0)),
  )
  if (end === -1) return null
  const isCrLf = bytes[end - 1] === CR
  const text = new TextDecoder().decode(bytes.subarray(start, isCrLf ? end - 1 : end))
  const delimiter = DELIMITERS.reduce((best, each) =>
    countOf(text, each) > countOf(text, best) ? each : best,
  )
  return {
    delimiter: delimiter.charCodeAt(0),
    names: fieldsOf(text, delimiter),
    newline: isCrLf ? '\r\n' : '\n',
    bytes: end + 1,
  }
}

const DELIMITERS = [',', ';', '\t', '|']

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const countOf = (text: string, part: string): number => text.split(part).length - 1

const fieldsOf = (text: string, delimiter: string): readonly string[] => {
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
