/** Adds to each point of a file the boundaries that contain it. Threads work on blocks of rows, which are written in the order of the file. */
import { Piscina } from 'piscina'
import { openPoints, type PointsLayout, wholeRows } from '../../domain/enrich/formats.ts'
import { ladderColumns } from '../../domain/enrich/ladder-columns.ts'
import { PointsFault } from '../../domain/enrich/points-reader.ts'
import type { EnrichReport, EnrichRequest } from '../../domain/enrich/ports.ts'
import { siblingModule } from '../../util/sibling-module.ts'
import type { EnrichedBlock, EnrichThread, Orientation } from './worker.ts'

export interface EnrichOptions {
  readonly threads: number
  /** Bytes of memory for indexes, all threads together. */
  readonly indexBytes: number
  /** Changes whenever an answer of the catalog may change. */
  readonly version: () => string | Promise<string>
}

/** Rejects with a `PointsFault` what cannot be done with the file as a whole. */
export async function* enrich(
  { threads, indexBytes, version }: EnrichOptions,
  { input, format, position, kinds, languages, keepOrder, onRejected, onProgress, signal }: EnrichRequest,
): AsyncGenerator<Uint8Array, EnrichReport> {
  const before = await version()
  const blocks = readBlocks(input, signal)
  const columns = ladderColumns(kinds, languages)
  let begun: Uint8Array = new Uint8Array()
  let opened = null
  while (opened === null) {
    const { value, done } = await blocks.next()
    if (done) throw new PointsFault('The file is empty, or its header is not complete.')
    begun = Buffer.concat([begun, value])
    opened = openPoints(format, begun, columns, position)
    if (opened === null && begun.length > MAX_ROW_BYTES)
      throw new PointsFault(`The header has more than ${MAX_ROW_BYTES} bytes.`)
  }
  const { layout, preamble, rejected, lines } = opened
  const thread: EnrichThread = { layout, kinds, languages, regionBytes: Math.floor(indexBytes / threads) }
  const pool = new Piscina({
    filename: siblingModule('worker', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    workerData: thread,
  })
  try {
    const report = { rows: 0, rejected: 0, outside: 0 }
    let line = lines
    let isRejectedBegun = false
    const take = async (block: EnrichedBlock): Promise<Uint8Array> => {
      for (const { line: inBlock, reason, row } of block.rejected) {
        await onRejected({
          line: line + inBlock + 1,
          reason,
          bytes: row,
          preamble: isRejectedBegun ? null : rejected,
        })
        isRejectedBegun = true
      }
      line += block.lines
      report.rows += block.rows
      report.outside += block.outside
      report.rejected += block.rejected.length
      onProgress(report.rows)
      return block.bytes
    }
    yield preamble
    const running: Promise<EnrichedBlock>[] = []
    let isFirst = true
    for await (const block of wholeBlocks(layout, begun.subarray(opened.bytes), blocks, () => line)) {
      if (isFirst && !keepOrder) refuseSwapped(await pool.run(block, { name: 'orientationOf', signal }))
      isFirst = false
      const done: Promise<EnrichedBlock> = pool.run(block, { name: 'enrichBlock', signal })
      // Observed when its turn comes.
      done.catch(() => {})
      running.push(done)
      if (running.length > 2 * threads) yield await take(await running.shift()!)
    }
    for (const done of running) yield await take(await done)
    if ((await version()) !== before)
      throw new PointsFault('The catalog changed while the points were read. Run the command again.')
    return report
  } finally {
    await pool.destroy()
  }
}

const BLOCK_BYTES = 1024 * 1024
const MAX_ROW_BYTES = 1024 * 1024

/** Shares of points in boundaries that tell swapped coordinates from right ones. */
const FEW = 0.2
const MOST = 0.8
const LEAST_POINTS = 20

const refuseSwapped = ({ points, inside, insideSwapped }: Orientation): void => {
  if (points < LEAST_POINTS || inside > FEW * points || insideSwapped < MOST * points) return
  throw new PointsFault(
    `Longitude and latitude seem to be swapped: of ${points} points ${inside} are on land, and ${insideSwapped} would be with the columns exchanged. Exchange them with --lon and --lat, or keep them with --keep-order.`,
  )
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
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/** Blocks of whole rows; the last row need not end with a line break. */
async function* wholeBlocks(
  layout: PointsLayout,
  begun: Uint8Array,
  blocks: AsyncGenerator<Uint8Array>,
  line: () => number,
): AsyncGenerator<Uint8Array> {
  let rest = begun
  for await (const block of blocks) {
    const bytes = Buffer.concat([rest, block])
    const end = wholeRows(bytes, layout)
    if (end > 0) yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
    if (rest.length > MAX_ROW_BYTES)
      throw new PointsFault(
        `A row behind line ${line()} has more than ${MAX_ROW_BYTES} bytes; a quotation mark may be missing.`,
      )
  }
  if (rest.length > 0) yield rest
}
