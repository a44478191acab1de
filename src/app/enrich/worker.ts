/** The functions of threads that enrich points, called by name. A thread opens the catalog for itself. */
import { workerData } from 'node:worker_threads'
import { readConfig } from '../../config/config.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { openReverseMany, type ReverseMany } from '../../domain/catalog/reverse-many.ts'
import { type PointsLayout, pointsReader } from '../../domain/enrich/formats.ts'
import { ladderColumns } from '../../domain/enrich/ladder-columns.ts'
import type { PointsReader } from '../../domain/enrich/points-reader.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import { lazily } from '../../util/lazily.ts'
import { createLog } from '../../util/log.ts'
import { openCatalog } from '../open/catalog.ts'

/** What every thread is started with. */
export interface EnrichThread {
  readonly layout: PointsLayout
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  readonly regionBytes: number
}

export interface EnrichedBlock {
  readonly bytes: Uint8Array
  readonly rows: number
  /** Rows with a point that no boundary contains. */
  readonly outside: number
  /** Line breaks in the block. */
  readonly lines: number
  readonly rejected: readonly RejectedRow[]
}

export interface RejectedRow {
  /** From 0, in the block. */
  readonly line: number
  readonly reason: string
  readonly row: Uint8Array
}

/** Points of a sample that lie in a boundary, as they are and with longitude and latitude swapped. */
export interface Orientation {
  readonly points: number
  readonly inside: number
  readonly insideSwapped: number
}

export const enrichBlock = async (block: Uint8Array): Promise<EnrichedBlock> => {
  const { many, reader } = await thread.get()
  const rows = reader.rows(block)
  const answers = await many.locate(rows.lons, rows.lats)
  const rejected: RejectedRow[] = []
  const additions: (Uint8Array | null)[] = []
  let outside = 0
  for (let row = 0; row < rows.count; row++) {
    const reason = rows.faults.get(row)
    if (reason !== undefined) rejected.push({ line: rows.lineOf(row), reason, row: rows.row(row).slice() })
    else if (many.answers[answers[row]].length === 0) outside++
    additions.push(reason === undefined ? additionOf(answers[row], many, reader) : null)
  }
  const bytes = reader.joined(rows, additions)
  return { bytes, rows: rows.count, outside, lines: rows.lines, rejected }
}

export const orientationOf = async (block: Uint8Array): Promise<Orientation> => {
  const { many, reader } = await thread.get()
  const { lons, lats, count, faults } = reader.rows(block)
  const sample: number[] = []
  const step = Math.max(1, Math.floor(count / SAMPLE))
  for (let row = 0; row < count; row += step) if (!faults.has(row)) sample.push(row)
  const at = (degrees: Float64Array): Float64Array => Float64Array.from(sample, (row) => degrees[row])
  const insideOf = async (x: Float64Array, y: Float64Array): Promise<number> =>
    (await many.locate(x, y)).reduce((sum, answer) => sum + Math.sign(many.answers[answer].length), 0)
  const canSwap = sample.every((row) => Math.abs(lons[row]) <= 90)
  return {
    points: sample.length,
    inside: await insideOf(at(lons), at(lats)),
    insideSwapped: canSwap ? await insideOf(at(lats), at(lons)) : 0,
  }
}

const SAMPLE = 1_000

const { layout, kinds, languages, regionBytes } = workerData as EnrichThread

const thread = lazily(async () => {
  const config = { ...readConfig(), live: null }
  const storage = await openStorage(config)
  const log = createLog(config.logLevel, (line) => line)
  const { sources, disputes } = await openCatalog({ config, storage, log, onClose: () => {} })
  return {
    many: await openReverseMany({ sources, disputes, regionBytes }),
    reader: pointsReader(layout, ladderColumns(kinds, languages)),
  }
})

const known: Uint8Array[] = []

const additionOf = (answer: number, many: ReverseMany, reader: PointsReader): Uint8Array => {
  known[answer] ??= reader.addition(many.answers[answer])
  return known[answer]
}
