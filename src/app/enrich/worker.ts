/** Functions of threads that enrich points, called by name. Each thread opens the catalog itself. */
import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { readConfig } from '../../config/config.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import { openReverseMany } from '../../domain/catalog/reverse-many.ts'
import { type LineLayout, pointsReader } from '../../domain/enrich/formats.ts'
import { ladderColumns } from '../../domain/enrich/ladder-columns.ts'
import { positionFault } from '../../domain/enrich/points-reader.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import { lazily } from '../../util/lazily.ts'
import { createLog } from '../../util/log.ts'
import { openCatalog } from '../open/catalog.ts'
import { blockEnricher } from './enrich-block.ts'
import { groupEnricher, type ParquetLayout } from './enrich-group.ts'
import type { EnrichedPart, Enricher } from './enriched-part.ts'
import { sharedBy } from './shared-regions.ts'

/** Layout of the parts of a file: plain data, so that it can be sent to a thread. */
export type PointsLayout = LineLayout | ParquetLayout

/** Data with which every thread starts. */
export interface EnrichThread {
  readonly layout: PointsLayout
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  readonly regionBytes: number
  readonly threads: number
}

/** The first message of a thread. */
export interface FromThread {
  /** Port on which it requests regions. */
  readonly regions: MessagePort
}

/** Points of a sample that lie in a boundary, as they are and with longitude and latitude swapped. */
export interface Orientation {
  readonly points: number
  readonly inside: number
  readonly insideSwapped: number
}

export const enrichPart = async (part: unknown): Promise<unknown> => {
  const enriched: EnrichedPart = await (await thread.get()).enricher.enrich(part)
  return move({ [transferableSymbol]: enriched.moved, [valueSymbol]: enriched })
}

export const orientationOf = async (part: unknown): Promise<Orientation> => {
  const { many, enricher } = await thread.get()
  const { lons, lats } = enricher.points(part)
  const sample: number[] = []
  const step = Math.max(1, Math.floor(lons.length / SAMPLE))
  for (let row = 0; row < lons.length; row += step)
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

const { layout, kinds, languages, regionBytes, threads } = workerData as EnrichThread

const thread = lazily(async () => {
  const config = { ...readConfig(), live: null }
  const storage = await openStorage(config)
  const log = createLog(config.logLevel, (line) => line)
  const { sources, disputes } = await openCatalog({ config, storage, log, onClose: () => {} })
  const { port1, port2 } = new MessageChannel()
  parentPort?.postMessage({ regions: port2 }, [port2])
  const many = await openReverseMany({ sources, disputes, regionBytes, sharing: sharedBy(threads, port1) })
  const columns = ladderColumns(kinds, languages)
  const enricher: Enricher =
    layout.format === 'parquet'
      ? groupEnricher(layout, columns, many)
      : blockEnricher(pointsReader(layout, columns), many)
  return { many, enricher }
})
