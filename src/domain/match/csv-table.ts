/** Reads a table as CSV (RFC 4180), separated by commas, semicolons, tabs or bars, a piece at a time. */
import { isUtf8 } from 'node:buffer'
import { type Header, readHeader } from '../enrich/csv-header.ts'
import { CR, LF, linesIn, recordEnd } from '../enrich/csv-records.ts'
import { NOT_UTF8, PointsFault } from '../enrich/points-reader.ts'
import { inUtf8 } from '../enrich/text-encoding.ts'
import { csvRecords } from '../enrich/written/csv-fields.ts'

export interface CsvTable extends Header {
  /** The header as it is in the file, with its line break. */
  readonly headerBytes: Uint8Array
  /** Yields the rows of each piece of the file; empty lines are no rows. */
  readonly blocks: () => AsyncGenerator<readonly CsvRow[]>
  readonly close: () => Promise<void>
}

export interface CsvRow {
  /** As it is in the file, without its line break. */
  readonly bytes: Uint8Array
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** A sentence about a row whose cells cannot be used; null for all others. */
  readonly fault: string | null
}

const MAX_ROW_BYTES = 1024 * 1024

/** @throws PointsFault if the file has no header that can be read */
export const openCsvTable = async (
  input: AsyncIterable<Uint8Array | string>,
  encoding: string | null,
): Promise<CsvTable> => {
  const pieces = inUtf8(asBytes(input), encoding)
  const close = async (): Promise<void> => {
    await pieces.return(undefined)
  }
  const { head, header } = await readHead(pieces).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const { bytes, delimiter, names } = header
  const headerBytes = head.subarray(0, bytes)

  async function* blocks(): AsyncGenerator<readonly CsvRow[]> {
    let rest = Buffer.from(head.subarray(bytes))
    let line = 1 + linesIn(headerBytes)
    const rowsIn = (block: Buffer, isLast: boolean): readonly CsvRow[] => {
      const rows: CsvRow[] = []
      let start = 0
      while (start < block.length) {
        const feed = recordEnd(block, start, [delimiter])
        if (feed === -1 && !isLast) break
        const end = feed === -1 ? block.length : feed
        const row = block.subarray(start, block[end - 1] === CR && end > start ? end - 1 : end)
        if (row.length > MAX_ROW_BYTES) throw tooLong(line)
        if (row.length > 0) rows.push(rowOf(row, line, delimiter, names.length))
        line += linesIn(block.subarray(start, end)) + 1
        start = end + 1
      }
      rest = Buffer.from(block.subarray(start))
      if (rest.length > MAX_ROW_BYTES) throw tooLong(line)
      return rows
    }
    yield rowsIn(rest, false)
    for await (const piece of pieces) yield rowsIn(Buffer.concat([rest, piece]), false)
    yield rowsIn(rest, true)
  }

  return { ...header, headerBytes, blocks, close }
}

interface Head {
  /** The header, and what was read with it. */
  readonly head: Buffer
  readonly header: Header
}

const readHead = async (pieces: AsyncGenerator<Uint8Array>): Promise<Head> => {
  let head = Buffer.alloc(0)
  for (;;) {
    const { value, done } = await pieces.next()
    // The last line may be a header without a line feed.
    head = Buffer.concat([head, done === true ? LINE_FEED : value])
    const header = readHeader(head)
    if (header !== null) return { head, header }
    if (done === true) throw new PointsFault('The file is empty.')
    if (head.length > MAX_ROW_BYTES) throw new PointsFault(`The header has more than ${MAX_ROW_BYTES} bytes.`)
  }
}

const LINE_FEED = Buffer.from([LF])

const tooLong = (line: number): PointsFault =>
  new PointsFault(
    `The row at line ${line} has more than ${MAX_ROW_BYTES} bytes; a quotation mark may be missing.`,
  )

async function* asBytes(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of input) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

const rowOf = (bytes: Buffer, line: number, delimiter: number, columns: number): CsvRow => {
  if (!isUtf8(bytes)) return { bytes, line, cells: [], fault: NOT_UTF8 }
  const [cells = []] = csvRecords(bytes.toString(), delimiter)
  const fault =
    cells.length === columns
      ? null
      : `It has ${cells.length} ${cells.length === 1 ? 'column' : 'columns'} instead of ${columns}.`
  return { bytes, line, cells, fault }
}
