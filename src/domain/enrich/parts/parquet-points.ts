/**
 * Points in a Parquet file: threads process its row groups. Other columns are copied from file to file without being
 * decoded.
 */
import { type LadderColumns, refuseTakenColumns } from '../added-columns.ts'
import { MAX_REWRITTEN_BYTES, positionBytes, rewrittenBytes } from '../parquet/group-size.ts'
import { CODECS } from '../parquet/leaf.ts'
import { type FilePiece, parquetOutput } from '../parquet/output.ts'
import { parquetPosition } from '../parquet/position.ts'
import { PointsFault } from '../points-reader.ts'
import type { PositionColumns } from '../position-columns.ts'
import type { EnrichedGroup } from './enrich-group.ts'
import type { OpenedPoints } from './opened-points.ts'
import { openParquetFile } from './parquet-file.ts'

export interface ParquetRequest {
  readonly path: string
  readonly position: PositionColumns
  readonly columns: LadderColumns
  readonly signal: AbortSignal
}

const COPIED_BYTES = 1024 * 1024

export const openParquet = async ({
  path,
  position,
  columns,
  signal,
}: ParquetRequest): Promise<OpenedPoints> => {
  const file = openParquetFile(path)
  const { footer } = file
  try {
    refuseTakenColumns(
      footer.schema.children.map(({ element }) => element.name),
      columns,
    )
    const unknown = footer.rowGroups.flatMap(({ codecs }) => codecs).find((codec) => !CODECS.includes(codec))
    if (unknown !== undefined)
      throw new PointsFault(
        `The file is compressed with ${unknown}, which cannot be read. Write it with Zstandard, Snappy, gzip or Brotli.`,
      )
    const output = parquetOutput(footer, columns.names)
    const rejected = parquetOutput(footer, [])
    let hasRejected = false
    function* bytesOf(pieces: Iterable<FilePiece>): Generator<Uint8Array> {
      for (const piece of pieces) {
        if (piece instanceof Uint8Array) yield piece
        else
          for (let at = 0; at < piece.length; at += COPIED_BYTES) {
            signal.throwIfAborted()
            yield file.read(piece.start + at, Math.min(COPIED_BYTES, piece.length - at))
          }
      }
    }
    const place = parquetPosition(footer, position)
    return {
      layout: { format: 'parquet', path, position: place },
      unit: 'Row',
      countedBefore: 0,
      parts: async function* () {
        for (const [index, { rows }] of footer.rowGroups.entries()) if (rows > 0) yield index
      },
      // Includes memory for rewriting its columns; whether that is necessary is only known when they are read.
      bytesOf: (part) =>
        positionBytes(footer, part as number, place) +
        Math.min(rewrittenBytes(footer, part as number), MAX_REWRITTEN_BYTES),
      moved: () => [],
      begin: output.begin(),
      written: (part) => {
        const { index, rows, own, added } = part as EnrichedGroup
        const left = rows - part.rejected
        return left === 0 ? [] : bytesOf(output.group({ index, rows: left, own, added }))
      },
      end: () => output.end(),
      rejected: function* (part) {
        const { index, rejectedOwn } = part as EnrichedGroup
        if (!hasRejected) yield rejected.begin()
        hasRejected = true
        yield* bytesOf(rejected.group({ index, rows: part.rejected, own: rejectedOwn, added: [] }))
      },
      rejectedEnd: () => rejected.end(),
      close: async () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}
