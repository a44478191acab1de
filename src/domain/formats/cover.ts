/**
 * Writes the exact cover of a set of boundaries as Parquet (`geometry/cells/cover-cells.ts`): a row for each interval of Morton codes, in their
 * order, in plain columns and lists, so that any SQL engine joins points with it (`warehouses/`).
 *
 * The edges of all boundaries are collected first and then in memory together, with the lists of the kernel about 30 bytes each. Rows are
 * written in groups, so the file itself takes no memory.
 */
import { constants, zstdCompressSync } from 'node:zlib'
import { ParquetWriter } from 'hyparquet-writer'
import { EDGE_LENGTH, edgesOf } from '../geometry/cells/cell-edges.ts'
import { type AreaEdges, type CoverCell, coverCells, TooManyAreas } from '../geometry/cells/cover-cells.ts'
import { featureId } from './feature-head.ts'
import { SinkBytes } from './parquet-sink.ts'
import { BeyondFormat, type OpenWriter } from './writer.ts'

/** A larger estimate is refused; twice that while it is written, because an estimate knows only the number of positions. */
export const MAX_COVER_BYTES = 250_000_000

/** Small groups, because engines skip those without a point, and compress hardly better in large ones. */
const GROUP_ROWS = 25_000

const ZSTD_LEVEL = 9

/** Of cells without edges: every boundary of the row contains all of it. */
const ALL = -1n

export const openCover: OpenWriter = ({ write, scratch }, { attribution, title, provenance }) => {
  const stored = scratch.file()
  const ids: string[] = []
  const edgeCounts: number[] = []
  return {
    feature: (head, rings) => {
      const edges = edgesOf(rings)
      stored.append(new Uint8Array(edges.buffer))
      ids.push(featureId(head))
      edgeCounts.push(edges.length / EDGE_LENGTH)
    },
    end: () => {
      let bytes = 0
      const parquet = new ParquetWriter({
        writer: new SinkBytes((piece) => {
          bytes += piece.length
          if (bytes > 2 * MAX_COVER_BYTES) throw tooLarge()
          write(piece)
        }),
        schema: SCHEMA,
        codec: 'ZSTD',
        compressors: { ZSTD: (input) => zstdCompressSync(input, COMPRESSION) },
        createdBy: 'metes',
      })
      let group: CoverCell[] = []
      const flush = (): void => {
        if (group.length > 0) parquet.write({ columnData: columnsOf(group, ids), rowGroupSize: group.length })
        group = []
      }
      const coords = new Int32Array(stored.size / Int32Array.BYTES_PER_ELEMENT)
      stored.readInto(new Uint8Array(coords.buffer), 0)
      writeCells({ coords, owners: ownersOf(edgeCounts) }, (cell) => {
        group.push(cell)
        if (group.length === GROUP_ROWS) flush()
      })
      flush()
      parquet.kvMetadata = Object.entries({ ...provenance, title, attribution, cover: '1' }).map(
        ([key, value]) => ({ key, value }),
      )
      parquet.finish()
    },
  }
}

const writeCells = (edges: AreaEdges, emit: (cell: CoverCell) => void): void => {
  try {
    coverCells(edges, emit)
  } catch (error) {
    if (error instanceof TooManyAreas) throw new BeyondFormat(`${error.message} A cover cannot hold them.`)
    throw error
  }
}

const tooLarge = (): BeyondFormat =>
  new BeyondFormat(`The cover has more than ${2 * MAX_COVER_BYTES} bytes. Export fewer boundaries.`)

/** The number of the boundary that has each edge. */
const ownersOf = (edgeCounts: readonly number[]): Int32Array => {
  const owners = new Int32Array(edgeCounts.reduce((sum, count) => sum + count, 0))
  let at = 0
  for (const [owner, count] of edgeCounts.entries()) {
    owners.fill(owner, at, at + count)
    at += count
  }
  return owners
}

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const REQUIRED = { repetition_type: 'REQUIRED' } as const

const listOf = (name: string, element: Partial<SchemaElement>): readonly SchemaElement[] => [
  { name, ...REQUIRED, converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', ...REQUIRED, ...element },
]

/** The ends of the edges, in units of 1e-7 degrees. */
const ENDS = ['x1', 'y1', 'x2', 'y2'] as const

const COLUMNS = ['lo', 'hi', 'ids', 'parity', ...ENDS, 'owners'] as const

const SCHEMA: SchemaElement[] = [
  { name: 'schema', num_children: COLUMNS.length },
  { name: 'lo', type: 'INT64', ...REQUIRED },
  { name: 'hi', type: 'INT64', ...REQUIRED },
  ...listOf('ids', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
  { name: 'parity', type: 'INT64', ...REQUIRED },
  ...ENDS.flatMap((name) => listOf(name, { type: 'INT32' })),
  ...listOf('owners', { type: 'INT64' }),
]

const columnsOf = (cells: readonly CoverCell[], ids: readonly string[]) => [
  // Read as they are by more engines than the newer encodings, which would save a sixth.
  { name: 'lo', data: cells.map(({ lo }) => lo), encoding: 'PLAIN' as const },
  { name: 'hi', data: cells.map(({ hi }) => hi), encoding: 'PLAIN' as const },
  { name: 'ids', data: cells.map(({ areas }) => areas.map((area) => ids[area])) },
  { name: 'parity', data: cells.map(({ border }) => border?.parity ?? ALL) },
  ...ENDS.map((name, end) => ({
    name,
    data: cells.map(({ border }) =>
      border === null ? [] : border.owners.map((_, edge) => border.coords[EDGE_LENGTH * edge + end]),
    ),
    encoding: 'PLAIN' as const,
    statistics: false,
  })),
  { name: 'owners', data: cells.map(({ border }) => border?.owners ?? []), statistics: false },
]
