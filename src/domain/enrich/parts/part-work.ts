/** The work of threads that enrich the parts of a file. Each thread opens the catalog itself, and keeps indexes of it. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Exchange, Work } from '../../../compute/work.ts'
import type { Kind } from '../../boundary/kind.ts'
import { openReverseMany, type ReverseManyOptions } from '../../catalog/reverse-many.ts'
import { ladderColumns } from '../added-columns.ts'
import type { Locator } from '../locator.ts'
import { type LineLayout, pointsReader } from '../point-formats.ts'
import { blockEnricher } from './enrich-block.ts'
import { groupEnricher, type ParquetLayout } from './enrich-group.ts'
import type { EnrichedPart, Enricher } from './enriched-part.ts'
import { sharedBy } from './shared-regions.ts'
import { type Orientation, orientationOf } from './swapped-coordinates.ts'

/** Layout of the parts of a file: plain data, so that it can be sent to a thread. */
export type PointsLayout = LineLayout | ParquetLayout

/** The file that threads enrich. */
export interface EnrichedFile {
  readonly layout: PointsLayout
  readonly kinds: readonly Kind[]
  readonly languages: readonly string[]
  readonly regionBytes: number
  readonly threads: number
}

export interface PartTask {
  readonly file: EnrichedFile
  readonly part: unknown
}

/** What a thread reports with its first part. */
export interface ThreadReport {
  /** Port on which it requests regions. */
  readonly regions: MessagePort
}

/** The work as the composition root defines it: its threads open the adapters of the catalog. */
export interface PartWorks {
  readonly enrichPart: Work<PartTask, EnrichedPart, never, ThreadReport>
  readonly orientationOf: Work<PartTask, Orientation, never, ThreadReport>
}

type ThreadCatalog = Pick<ReverseManyOptions, 'sources' | 'disputes'>

type Report = Exchange<never, ThreadReport>['report']

/** Returns the functions of a thread. It enriches one file in its life, because its indexes are made for that. */
export const partWork = (openCatalog: () => Promise<ThreadCatalog>) => {
  let opened: ReturnType<typeof openEnricher> | null = null
  const openedFor = (file: EnrichedFile, report: Report) => {
    opened ??= openEnricher(openCatalog, file, report)
    return opened
  }
  return {
    enrichPart: async (
      { file, part }: PartTask,
      { report }: Exchange<never, ThreadReport>,
    ): Promise<EnrichedPart> => (await openedFor(file, report)).enricher.enrich(part),
    orientationOf: async (
      { file, part }: PartTask,
      { report }: Exchange<never, ThreadReport>,
    ): Promise<Orientation> => {
      const { many, enricher } = await openedFor(file, report)
      return orientationOf(many, enricher.points(part))
    },
  }
}

const openEnricher = async (
  openCatalog: () => Promise<ThreadCatalog>,
  { layout, kinds, languages, regionBytes, threads }: EnrichedFile,
  report: Report,
) => {
  const { sources, disputes } = await openCatalog()
  const { port1, port2 } = new MessageChannel()
  report({ regions: port2 }, [port2])
  const many = await openReverseMany({ sources, disputes, regionBytes, sharing: sharedBy(threads, port1) })
  return { many, enricher: enricherOf({ layout, kinds, languages }, many) }
}

/** Returns what enriches the parts of the file with the answers of a locator. */
export const enricherOf = (
  { layout, kinds, languages }: Pick<EnrichedFile, 'layout' | 'kinds' | 'languages'>,
  many: Locator,
): Enricher => {
  const columns = ladderColumns(kinds, languages)
  return layout.format === 'parquet'
    ? groupEnricher(layout, columns, many)
    : blockEnricher(pointsReader(layout, columns), columns, many)
}
