/** The side of a thread that enriches points. */
import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { Kind } from '../../domain/boundary/kind.ts'
import {
  openReverseMany,
  type ReverseMany,
  type ReverseManyOptions,
} from '../../domain/catalog/reverse-many.ts'
import { type LineLayout, pointsReader } from '../../domain/enrich/formats.ts'
import { ladderColumns } from '../../domain/enrich/ladder-columns.ts'
import { positionFault } from '../../domain/enrich/points-reader.ts'
import { lazily } from '../../util/lazily.ts'
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

type ThreadCatalog = Pick<ReverseManyOptions, 'sources' | 'disputes'>

/** Returns the functions of a thread, which are called by name. Each thread opens the catalog itself. */
export const enrichThread = (openCatalog: () => Promise<ThreadCatalog>) => {
  const thread = lazily(async () => openEnricher(await openCatalog()))
  return {
    enrichPart: async (part: unknown): Promise<unknown> => {
      const enriched: EnrichedPart = await (await thread.get()).enricher.enrich(part)
      return move({ [transferableSymbol]: enriched.moved, [valueSymbol]: enriched })
    },
    orientationOf: async (part: unknown): Promise<Orientation> => {
      const { many, enricher } = await thread.get()
      return orientationOf(many, enricher.points(part))
    },
  }
}

const openEnricher = async ({ sources, disputes }: ThreadCatalog) => {
  const { layout, kinds, languages, regionBytes, threads } = workerData as EnrichThread
  const { port1, port2 } = new MessageChannel()
  parentPort?.postMessage({ regions: port2 }, [port2])
  const many = await openReverseMany({ sources, disputes, regionBytes, sharing: sharedBy(threads, port1) })
  const columns = ladderColumns(kinds, languages)
  const enricher: Enricher =
    layout.format === 'parquet'
      ? groupEnricher(layout, columns, many)
      : blockEnricher(pointsReader(layout, columns), many)
  return { many, enricher }
}

const SAMPLE = 1_000

const orientationOf = async (
  many: ReverseMany,
  { lons, lats }: ReturnType<Enricher['points']>,
): Promise<Orientation> => {
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
