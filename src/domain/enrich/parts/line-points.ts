/** Reads points in lines: cuts the file into blocks of whole rows, so that memory does not grow with the file. */
import type { LadderColumns } from '../added-columns.ts'
import { type LineFormat, type LineLayout, openPoints, wholeRows } from '../point-formats.ts'
import { PointsFault } from '../points-reader.ts'
import type { PositionColumns } from '../position-columns.ts'
import { inUtf8 } from '../text-encoding.ts'
import type { EnrichedBlock, RowBlock } from './enrich-block.ts'
import type { OpenedPoints } from './opened-points.ts'

export interface LinesRequest {
  readonly bytes: AsyncIterable<Uint8Array | string>
  readonly format: LineFormat
  /** What a line is called in messages. */
  readonly unit: 'Line' | 'Feature' | 'Row'
  /** Of the text, as `TextDecoder` names it; null for UTF-8, or what a byte order mark says. */
  readonly encoding: string | null
  readonly position: PositionColumns
  readonly columns: LadderColumns
  readonly signal: AbortSignal
}

const MAX_ROW_BYTES = 1024 * 1024
/** Larger than any row. */
const BLOCK_BYTES = 2 * MAX_ROW_BYTES
const NOTHING = new Uint8Array()

export const openLines = async (request: LinesRequest): Promise<OpenedPoints> => {
  const { format, unit, encoding, position, columns, signal } = request
  const pieces = inUtf8(readPieces(request.bytes, signal), encoding)
  let head: Uint8Array = NOTHING
  let opened = null
  while (opened === null) {
    const { value, done } = await pieces.next()
    if (done) throw new PointsFault('The file is empty, or its first line does not end with a line feed.')
    head = Buffer.concat([head, value])
    opened = openPoints(format, head, columns, position)
    if (opened === null && head.length > MAX_ROW_BYTES)
      throw new PointsFault(`The header has more than ${MAX_ROW_BYTES} bytes.`)
  }
  const { layout, preamble, rejected, lines, bytes } = opened
  let rejectedBegin = rejected
  // Buffers are transferred to a thread and back: new ones would trigger garbage collection sooner.
  const spareInputs: ArrayBuffer[] = []
  const spareOutputs: ArrayBuffer[] = []
  return {
    layout,
    unit,
    countedBefore: lines,
    parts: async function* (line) {
      for await (const rows of wholeBlocks(layout, head.subarray(bytes), pieces, spareInputs, line))
        yield { rows, output: spareOutputs.pop() ?? new ArrayBuffer(0) } satisfies RowBlock
    },
    bytesOf: () => BLOCK_BYTES,
    moved: (part) => [(part as RowBlock).rows.buffer, (part as RowBlock).output],
    begin: preamble,
    written: function* (part) {
      const { bytes, input } = part as EnrichedBlock
      yield bytes
      spareInputs.push(input)
      spareOutputs.push(bytes.buffer)
    },
    end: () => NOTHING,
    rejected: (part) => {
      const pieces = [rejectedBegin, (part as EnrichedBlock).rejectedBytes]
      rejectedBegin = NOTHING
      return pieces
    },
    rejectedEnd: () => NOTHING,
    close: async () => {
      await pieces.return(undefined)
    },
  }
}

async function* readPieces(
  input: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of input) {
    signal.throwIfAborted()
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}

/**
 * Yields blocks of whole rows, each with its own buffer, so that it can be transferred to a thread; the last row need not
 * end with a line break.
 */
async function* wholeBlocks(
  layout: LineLayout,
  head: Uint8Array,
  pieces: AsyncGenerator<Uint8Array>,
  spare: ArrayBuffer[],
  line: () => number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(BLOCK_BYTES)
  let length = 0
  const endOfRows = (): number => {
    const end = wholeRows(block.subarray(0, length), layout)
    if (length - end <= MAX_ROW_BYTES) return end
    throw new PointsFault(
      `A row after line ${line()} has more than ${MAX_ROW_BYTES} bytes; a quotation mark may be missing.`,
    )
  }
  for (let piece = head; ; ) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + block.length - length)
      block.set(taken, length)
      length += taken.length
      at += taken.length
      if (length < block.length) continue
      const end = endOfRows()
      const next = new Uint8Array(spare.pop() ?? new ArrayBuffer(BLOCK_BYTES))
      next.set(block.subarray(end))
      length -= end
      yield block.subarray(0, end)
      block = next
    }
    const { value, done } = await pieces.next()
    if (done === true) break
    piece = value
  }
  endOfRows()
  if (length > 0) yield block.subarray(0, length)
}
