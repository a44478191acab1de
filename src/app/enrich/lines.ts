/** Points in lines: cut into blocks of whole rows, so that memory does not grow with the file. */
import { type LineFormat, type LineLayout, openPoints, wholeRows } from '../../domain/enrich/formats.ts'
import type { LadderColumns } from '../../domain/enrich/ladder-columns.ts'
import { PointsFault } from '../../domain/enrich/points-reader.ts'
import type { PositionColumns } from '../../domain/enrich/position-columns.ts'
import type { EnrichedBlock } from './enrich-block.ts'
import type { OpenedPoints } from './opened-points.ts'

export interface LinesRequest {
  readonly bytes: AsyncIterable<Uint8Array | string>
  readonly format: LineFormat
  readonly position: PositionColumns
  readonly columns: LadderColumns
  readonly signal: AbortSignal
}

const BLOCK_BYTES = 1024 * 1024
const MAX_ROW_BYTES = 1024 * 1024
const NOTHING = new Uint8Array()

export const openLines = async (request: LinesRequest): Promise<OpenedPoints> => {
  const { format, position, columns, signal } = request
  const blocks = readBlocks(request.bytes, signal)
  let head: Uint8Array = NOTHING
  let opened = null
  while (opened === null) {
    const { value, done } = await blocks.next()
    if (done) throw new PointsFault('The file is empty, or its header is not complete.')
    head = Buffer.concat([head, value])
    opened = openPoints(format, head, columns, position)
    if (opened === null && head.length > MAX_ROW_BYTES)
      throw new PointsFault(`The header has more than ${MAX_ROW_BYTES} bytes.`)
  }
  const { layout, preamble, rejected, lines, bytes } = opened
  let rejectedBegin = rejected
  return {
    layout,
    unit: 'Line',
    countedBefore: lines,
    parts: (line) => wholeBlocks(layout, head.subarray(bytes), blocks, line),
    moved: (part) => [(part as Uint8Array<ArrayBuffer>).buffer],
    begin: preamble,
    written: (part) => [(part as EnrichedBlock).bytes],
    end: () => NOTHING,
    rejected: (part) => {
      const bytes = Buffer.concat([rejectedBegin, (part as EnrichedBlock).rejectedBytes])
      rejectedBegin = NOTHING
      return bytes
    },
    rejectedEnd: () => NOTHING,
    close: async () => {
      await blocks.return(undefined)
    },
  }
}

/** Pieces of about a block. */
async function* readBlocks(
  input: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const given of input) {
    signal.throwIfAborted()
    const piece = typeof given === 'string' ? Buffer.from(given) : given
    pieces.push(piece)
    bytes += piece.length
    if (bytes < BLOCK_BYTES) continue
    yield pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/** Blocks of whole rows, each with a buffer of its own, so that it can be moved to a thread; the last row need not end with a line break. */
async function* wholeBlocks(
  layout: LineLayout,
  head: Uint8Array,
  blocks: AsyncGenerator<Uint8Array>,
  line: () => number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest = head
  for await (const block of blocks) {
    const bytes = new Uint8Array(rest.length + block.length)
    bytes.set(rest)
    bytes.set(block, rest.length)
    const end = wholeRows(bytes, layout)
    rest = bytes.slice(end)
    if (end > 0) yield bytes.subarray(0, end)
    if (rest.length > MAX_ROW_BYTES)
      throw new PointsFault(
        `A row after line ${line()} has more than ${MAX_ROW_BYTES} bytes; a quotation mark may be missing.`,
      )
  }
  if (rest.length > 0) yield new Uint8Array(rest)
}
