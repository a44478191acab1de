/** The functions of threads that enrich points, called by name. A thread opens the catalog for itself. */
import { workerData } from 'node:worker_threads'
import { readConfig } from '../../config/config.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { openReverseMany, type ReverseMany } from '../../domain/catalog/reverse-many.ts'
import { type PointsLayout, pointsReader } from '../../domain/enrich/formats.ts'
import { ladderColumns } from '../../domain/enrich/ladder-columns.ts'
import { type PointsReader, positionFault } from '../../domain/enrich/points-reader.ts'
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
  const valid = (degrees: Float64Array): Float64Array =>
    rows.faults.size === 0 ? degrees : degrees.map((value, row) => (rows.faults.has(row) ? 0 : value))
  const answers = await many.locate(valid(rows.lons), valid(rows.lats))
  const rejected: RejectedRow[] = []
  const additions: (Uint8Array | null)[] = []
  let outside = 0
  for (let row = 0; row < rows.count; row++) {
    const reason = rows.faults.get(row)
    if (reason !== undefined) rejected.push({ line: rows.lineOf(row), reason, row: rows.row(row).slice() })
    else if (many.answers[answers[row]].length === 0) outside++
    additions.push(reason === undefined ? additionOf(answers[row], many, reader) : null)
  }
  const bytes = rows.joined(additions)
  return { bytes, rows: rows.count, outside, lines: rows.lines, rejected }
}

export const orientationOf = async (block: Uint8Array): Promise<Orientation> => {
  const { many, reader } = await thread.get()
  const { lons, lats, count } = reader.rows(block)
  const sample: number[] = []
  const step = Math.max(1, Math.floor(count / SAMPLE))
  for (let row = 0; row < count; row += step)
    if (Number.isFinite(lons[row]) && Number.isFinite(lats[row])) sample.push(row)
  const insideOf = async (x: Float64Array, y: Float64Array): Promise<number> => {
    const valid = sample.filter((row) => positionFault(x[row], y[row]) === null)
    const at = (degrees: Float64Array): Float64Array => Float64Array.from(valid, (row) => degrees[row])
    const answers = await many.locate(at(x), at(y))
    return answers.reduce((sum, answer) => sum + Math.sign(many.answers[answer].length), 0)
  }
  return {
    points: sample.length,
    inside: await insideOf(lons, lats),
    insideSwapped: await insideOf(lats, lons),
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
