/** Reads the boundaries of a collection in batches and sends them to the thread that writes the file. */
import type { Compute } from '../../compute/port.ts'
import { Scratch } from '../../util/scratch-files.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import { licencesIn } from '../boundary/attribution.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../boundary/detail-levels.ts'
import { fileHead } from '../boundary/feature.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { FORMATS, type Format } from '../formats/index.ts'
import type { GeometryType } from '../formats/writer.ts'
import { collectionColumns, type WrittenCollection } from './collection-file.ts'
import { recordBatches, type Survey } from './collection-members.ts'
import { collectionWork } from './collection-work.ts'
import { type PackedBatch, packBatch } from './packed-batch.ts'

export interface CollectionPorts {
  readonly catalog: Pick<Catalog, 'records' | 'geometries' | 'version'>
  readonly compute: Compute
}

export interface CollectionOrder {
  readonly title: string
  readonly ids: readonly BoundaryId[]
  readonly survey: Omit<Survey, 'located'>
  readonly format: Format
  readonly detail: Detail
  readonly languages: readonly string[]
  /** Of GeoParquet. */
  readonly geometryType?: GeometryType
  /** Names of columns that the file does not have. */
  readonly without?: readonly string[]
}

export interface WritingOptions {
  /** Directory of the file until it is used; by default that of the system. */
  readonly scratchIn?: string
  readonly owner: WorkOwner
  readonly signal: AbortSignal
  readonly onStep: (step: string) => void
}

/** Maximum number of positions in one message to the thread, unless a single polygon has more: about 3 MB as stored. */
const MAX_BATCH_POSITIONS = 500_000

/** Prepares a thread, because a collection will be written soon. */
export const expectCollection = (compute: Compute): void => compute.prepare(collectionWork, 'export')

/**
 * Writes the file and passes it to `use`; always deletes it afterwards.
 *
 * @throws BeyondFormat, FileStoreError, ComputeBusy
 */
export const writeCollection = async <T>(
  ports: CollectionPorts,
  order: CollectionOrder,
  options: WritingOptions,
  use: (written: WrittenCollection) => Promise<T>,
): Promise<T> => {
  const scratch = new Scratch(options.scratchIn)
  const { format, detail, title, survey, geometryType = 'wkb', without = [] } = order
  try {
    const provenance = {
      catalog_version: await ports.catalog.version(),
      licence: licencesIn(survey.attribution),
    }
    const task = {
      format,
      detail,
      precision: DEFAULT_PRECISION[detail],
      meta: { title, attribution: survey.attribution, bbox: survey.bbox, provenance, geometryType },
      without,
      directory: scratch.directory(),
    }
    const { owner, signal } = options
    const input = memberBatches(ports, order, options)
    return await use(await ports.compute.run(collectionWork, task, { lane: 'export', owner, signal, input }))
  } finally {
    scratch.remove()
  }
}

async function* memberBatches(
  { catalog }: CollectionPorts,
  order: CollectionOrder,
  { signal, onStep }: WritingOptions,
): AsyncGenerator<PackedBatch> {
  const carried = FORMATS[order.format].carry(collectionColumns(order.without))
  let read = 0
  for await (const records of recordBatches(catalog, order.ids, signal)) {
    for (const batch of splitByPositions(records)) {
      const rings = await catalog.geometries(batch)
      yield packBatch({ attributes: carried(batch.map((record) => fileHead(record, order))), rings })
    }
    read += records.length
    onStep(`Read ${shareText(read, order.ids.length)} of ${order.ids.length} boundaries`)
  }
  onStep('Writing the file')
}

function* splitByPositions(records: readonly BoundaryRecord[]): Generator<readonly BoundaryRecord[]> {
  let batch: BoundaryRecord[] = []
  let positions = 0
  for (const record of records) {
    if (batch.length > 0 && positions + record.vertices > MAX_BATCH_POSITIONS) {
      yield batch
      batch = []
      positions = 0
    }
    batch.push(record)
    positions += record.vertices
  }
  if (batch.length > 0) yield batch
}

/** Rounds to a twentieth, so that the number of steps does not grow with the collection. */
const shareText = (read: number, all: number): string => `${Math.floor((20 * read) / all) * 5} %`
