/**
 * Points as CSV (RFC 4180), separated by commas, semicolons, tabs or bars. Rows are copied as they stand, and the new columns follow them.
 */
import type { LadderColumns } from './ladder-columns.ts'
import {
  type Opened,
  type PointRows,
  PointsFault,
  type PointsReader,
  positionFault,
} from './points-reader.ts'

/** Plain data, so that it can be sent to a thread. */
export interface CsvLayout {
  readonly format: 'csv'
  readonly delimiter: number
  readonly columns: number
  readonly lonColumn: number
  readonly latColumn: number
  /** Line breaks as the header has them. */
  readonly newline: string
}

/** The layout of the file, from its first bytes; null when they do not contain the whole header. */
export const openCsv = (
  bytes: Uint8Array,
  columns: LadderColumns,
  { lon, lat }: { readonly lon: string | null; readonly lat: string | null },
): Opened<CsvLayout> | null => {
  const header = readHeader(bytes)
  if (header === null) return null
  const { delimiter, names, newline } = header
  const layout: CsvLayout = {
    format: 'csv',
    delimiter,
    columns: names.length,
    lonColumn: columnOf(names, lon, LON_NAMES, 'longitude', '--lon'),
    latColumn: columnOf(names, lat, LAT_NAMES, 'latitude', '--lat'),
    newline,
  }
  const added = csvRow(columns.names, delimiter)
  const own = bytes.subarray(0, header.bytes - newline.length)
  const separator = String.fromCharCode(delimiter)
  const preamble = Buffer.concat([own, Buffer.from(`${separator}${added}${newline}`)])
  return {
    layout,
    bytes: header.bytes,
    preamble,
    rejected: bytes.slice(0, header.bytes),
    lines: linesIn(own) + 1,
  }
}

export const csvReader = (layout: CsvLayout, columns: LadderColumns): PointsReader => {
  const separator = String.fromCharCode(layout.delimiter)
  return {
    rows: (bytes) => new CsvRows(bytes, layout),
    addition: (ladder) =>
      Buffer.from(`${separator}${csvRow(columns.values(ladder), layout.delimiter)}${layout.newline}`),
    joined: (rows, additions) => {
      let length = 0
      for (let row = 0; row < rows.count; row++) {
        const addition = additions[row]
        if (addition !== null) length += rows.row(row).length + addition.length
      }
      const bytes = new Uint8Array(length)
      let at = 0
      for (let row = 0; row < rows.count; row++) {
        const addition = additions[row]
        if (addition === null) continue
        const own = rows.row(row)
        bytes.set(own, at)
        bytes.set(addition, at + own.length)
        at += own.length + addition.length
      }
      return bytes
    },
  }
}

/** Names of columns in which longitudes and latitudes are looked for, in lower case. */
const LON_NAMES: readonly string[] = ['lon', 'lng', 'long', 'longitude', 'x']
const LAT_NAMES: readonly string[] = ['lat', 'latitude', 'y']

const columnOf = (
  names: readonly string[],
  given: string | null,
  usual: readonly string[],
  what: string,
  option: string,
): number => {
  const column = names.findIndex((name) =>
    given === null ? usual.includes(name.toLowerCase()) : name === given,
  )
  if (column !== -1) return column
  throw new PointsFault(
    given === null
      ? `No column is called ${usual.join(', ')}. Name the column of the ${what} with ${option}; the columns are ${names.join(', ')}.`
      : `No column is called "${given}"; the columns are ${names.join(', ')}.`,
  )
}

const linesIn = (bytes: Uint8Array): number => {
  let lines = 0
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++
  return lines
}

interface Header {
  readonly delimiter: number
  readonly names: readonly string[]
  readonly newline: string
  /** Bytes of the header with its line break, and a byte order mark before it. */
  readonly bytes: number
}

/** The first row; null when the bytes hold no whole one. */
const readHeader = (bytes: Uint8Array): Header | null => {
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

/** The row of names or values, each in quotes where it needs them. */
const csvRow = (values: readonly string[], delimiter: number): string => {
  const separator = String.fromCharCode(delimiter)
  return values
    .map((value) =>
      /["\r\n]/.test(value) || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value,
    )
    .join(separator)
}

/** Where the last whole row of the bytes ends, its line break included; 0 when there is none. The bytes begin with a row. */
export const wholeCsvRows = (bytes: Uint8Array, { delimiter }: CsvLayout): number => {
  let end = bytes.lastIndexOf(LF) + 1
  if (bytes.indexOf(QUOTE) === -1) return end
  end = 0
  for (let at = recordEnd(bytes, 0, [delimiter]); at !== -1; at = recordEnd(bytes, at + 1, [delimiter]))
    end = at + 1
  return end
}

/** The rows of a block; empty lines are left out. */
class CsvRows implements PointRows {
  readonly lons: Float64Array
  readonly lats: Float64Array
  readonly faults = new Map<number, string>()
  readonly count: number
  /** Line breaks in the block. */
  readonly lines: number
  readonly #bytes: Uint8Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #lineOf: Int32Array

  constructor(bytes: Uint8Array, layout: CsvLayout) {
    const most = Math.floor(bytes.length / 2) + 1
    this.#bytes = bytes
    this.#starts = new Int32Array(most)
    this.#ends = new Int32Array(most)
    this.#lineOf = new Int32Array(most)
    const lons = new Float64Array(most)
    const lats = new Float64Array(most)
    let row = 0
    let line = 0
    for (let start = 0; start < bytes.length; ) {
      this.#lineOf[row] = line
      let column = 0
      let fieldStart = start
      let lon = Number.NaN
      let lat = Number.NaN
      let at = start
      for (; ; at++) {
        const byte = at < bytes.length ? bytes[at] : LF
        if (byte === QUOTE && at === fieldStart) {
          for (at++; at < bytes.length && !(bytes[at] === QUOTE && bytes[at + 1] !== QUOTE); at++) {
            if (bytes[at] === LF) line++
            if (bytes[at] === QUOTE) at++
          }
          continue
        }
        if (byte !== layout.delimiter && byte !== LF) continue
        if (column === layout.lonColumn) lon = degreesIn(bytes, fieldStart, at)
        else if (column === layout.latColumn) lat = degreesIn(bytes, fieldStart, at)
        column++
        fieldStart = at + 1
        if (byte === LF) break
      }
      line++
      const end = at > start && bytes[at - 1] === CR ? at - 1 : at
      if (end > start) {
        this.#starts[row] = start
        this.#ends[row] = end
        const fault =
          column === layout.columns
            ? positionFault(lon, lat)
            : `It has ${column} columns instead of ${layout.columns}.`
        lons[row] = lon
        lats[row] = lat
        if (fault !== null) this.faults.set(row, fault)
        row++
      }
      start = at + 1
    }
    this.count = row
    this.lines = line
    this.lons = lons.subarray(0, row)
    this.lats = lats.subarray(0, row)
  }

  /** Without its line break. */
  row(index: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[index], this.#ends[index])
  }

  /** The line on which the row begins, from 0. */
  lineOf(index: number): number {
    return this.#lineOf[index]
  }
}

const [LF, CR, QUOTE] = [10, 13, 34]
const DELIMITERS = [',', ';', '\t', '|']

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** The line feed that ends the record, as line breaks in quotes do not; -1 where it does not end. */
const recordEnd = (bytes: Uint8Array, start: number, delimiters: readonly number[]): number => {
  for (let at = start; ; ) {
    const end = bytes.indexOf(LF, at)
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1 || end === -1 || end < quote) return end
    // Elsewhere it is a letter like any other, as in 5".
    const isOpening = quote === start || delimiters.includes(bytes[quote - 1])
    let closing = isOpening ? bytes.indexOf(QUOTE, quote + 1) : quote
    while (isOpening && closing !== -1 && bytes[closing + 1] === QUOTE)
      closing = bytes.indexOf(QUOTE, closing + 2)
    if (closing === -1) return -1
    at = closing + 1
  }
}

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

/** The number that the field contains, in quotes and spaces or not; NaN for anything else. */
const degreesIn = (bytes: Uint8Array, start: number, fieldEnd: number): number => {
  let at = start
  let end = fieldEnd
  while (at < end && bytes[at] <= SPACE) at++
  while (end > at && bytes[end - 1] <= SPACE) end--
  const isNegative = bytes[at] === MINUS
  if (isNegative) at++
  let digits = 0
  let mantissa = 0
  let decimals = -1
  for (; at < end; at++) {
    const digit = bytes[at] - ZERO
    if (digit >= 0 && digit <= 9) {
      mantissa = 10 * mantissa + digit
      digits++
      if (decimals >= 0) decimals++
    } else if (bytes[at] === POINT && decimals < 0) decimals = 0
    else break
  }
  // A quotient of exact numbers is rounded once, as reading the text would be.
  if (at === end && digits > 0 && digits <= EXACT_DIGITS) {
    const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals] : mantissa
    return isNegative ? -value : value
  }
  const text = new TextDecoder()
    .decode(bytes.subarray(start, end))
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}

const [SPACE, MINUS, POINT, ZERO] = [32, 45, 46, 48]
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)
