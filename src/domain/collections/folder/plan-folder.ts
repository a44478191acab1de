/** What an exported catalog will hold: found, counted and measured before any of it is written. */
import { grouped } from '../../../util/count-with-noun.ts'
import type { Detail } from '../../boundary/detail-levels.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { MAX_COVER_BYTES } from '../../formats/cover.ts'
import { BeyondFormat } from '../../formats/writer.ts'
import type { BBox } from '../../geometry/rings.ts'
import { estimatedBytes, MAX_COVERAGE_POINTS } from '../collection-detail.ts'
import { type Survey, survey } from '../collection-members.ts'
import { type Partition, partitionsOf } from './partitions.ts'

export interface FolderQuestion {
  /** ISO 3166-1 alpha-2, upper case; empty for all boundaries. */
  readonly countries: readonly string[]
  readonly detail: Detail
  /** Whether each partition has an exact cover. */
  readonly covers: boolean
}

/** What a partition needs while it is written; where its boundaries are is in their order. */
export interface PlannedPartition extends Partition {
  readonly survey: Omit<Survey, 'located'>
}

export interface FolderPlan {
  readonly partitions: readonly PlannedPartition[]
  readonly boundaries: number
  /** Approximate size of all files. */
  readonly bytes: number
  /** One line for all boundaries. */
  readonly attribution: string
}

type FolderCatalog = Pick<Catalog, 'withinBox' | 'records'>

/**
 * Reads every record once, and keeps the ids and boxes.
 *
 * @throws BeyondFormat if a partition is too large for its detail or its cover
 */
export const planFolder = async (
  catalog: FolderCatalog,
  question: FolderQuestion,
  signal: AbortSignal,
): Promise<FolderPlan> => {
  const { countries } = question
  const shown = (await catalog.withinBox(WORLD)).filter(
    ({ country }) => countries.length === 0 || countries.includes(country ?? ''),
  )
  const partitions: PlannedPartition[] = []
  let bytes = 0
  for (const partition of partitionsOf(shown)) {
    const found = await survey(catalog, partition.ids, signal)
    if (found === null) continue
    bytes += bytesOf(partition, found, question)
    const { located: _, ...kept } = found
    partitions.push({ ...partition, survey: kept })
  }
  const credits = partitions.flatMap(({ survey: { attribution } }) => attribution.split('; '))
  return {
    partitions,
    boundaries: partitions.reduce((sum, { survey: { count } }) => sum + count, 0),
    bytes,
    attribution: [...new Set(credits)].join('; '),
  }
}

const WORLD: BBox = [-180, -90, 180, 90]

/** Of the names, as JSON has them, the share that the tables beside the boundaries take; fitted to the atlas. */
const TABLES_OF_NAMES = 0.3

const bytesOf = (partition: Partition, found: Survey, { detail, covers }: FolderQuestion): number => {
  const { country, level } = partition
  if (detail !== 'full' && found.points > MAX_COVERAGE_POINTS)
    throw new BeyondFormat(
      `Level ${level} of ${country} has ${grouped(found.points)} points; at most ${grouped(MAX_COVERAGE_POINTS)} are simplified together. Export it at full detail.`,
    )
  const cover = covers ? estimatedBytes('cover', 'full', found) : 0
  if (cover > MAX_COVER_BYTES)
    throw new BeyondFormat(
      `The cover of level ${level} of ${country} would have about ${grouped(cover)} bytes; the limit is ${grouped(MAX_COVER_BYTES)}. Export without covers.`,
    )
  return Math.round(estimatedBytes('parquet', detail, found) + cover + TABLES_OF_NAMES * found.nameBytes)
}
