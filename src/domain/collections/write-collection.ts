/** Reads the boundaries of a collection in batches and has them written to a file. */
import { Scratch } from '../../util/scratch.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../boundary/detail-level.ts'
import { featureHead } from '../boundary/feature.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Format } from '../formats/index.ts'
import type { GeometryRenderer } from '../render/renderer.ts'
import type { CollectionFeature, WrittenCollection } from './collection-file.ts'
import { recordBatches, type Survey } from './members.ts'

export interface CollectionPorts {
  readonly catalog: Pick<Catalog, 'records' | 'geometry'>
  readonly renderer: Pick<GeometryRenderer, 'writeCollection'>
}

export interface CollectionOrder {
  readonly title: string
  readonly ids: readonly BoundaryId[]
  readonly survey: Survey
  readonly format: Format
  readonly detail: Detail
  readonly languages: readonly string[]
}

export interface WritingOptions {
  readonly signal: AbortSignal
  readonly onStep: (step: string) => void
}

/** Of stored polygons in one message to the thread. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/**
 * Writes the file and passes it to `use`; it is deleted afterwards, whatever happens.
 * @throws BeyondFormat, FileStoreError, RendererBusy
 */
export const writeCollection = async <T>(
  ports: CollectionPorts,
  order: CollectionOrder,
  { signal, onStep }: WritingOptions,
  use: (written: WrittenCollection) => Promise<T>,
): Promise<T> => {
  const scratch = new Scratch()
  const { format, detail, title, survey } = order
  try {
    const task = {
      format,
      detail,
      precision: DEFAULT_PRECISION[detail],
      meta: { title, attribution: survey.attribution, bbox: survey.bbox },
      directory: scratch.directory(),
    }
    return await use(
      await ports.renderer.writeCollection(task, batches(ports, order, signal, onStep), signal),
    )
  } finally {
    scratch.remove()
  }
}

async function* batches(
  { catalog }: CollectionPorts,
  order: CollectionOrder,
  signal: AbortSignal,
  onStep: WritingOptions['onStep'],
): AsyncGenerator<readonly CollectionFeature[]> {
  let batch: CollectionFeature[] = []
  let bytes = 0
  let read = 0
  for await (const records of recordBatches(catalog, order.ids, signal)) {
    for (const record of records) {
      const { rings } = await catalog.geometry(record)
      batch.push({ head: headOf(record, order), geometry: { rings } })
      bytes += rings.byteLength
      if (bytes < MAX_BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
    read += records.length
    onStep(`Read ${shareOf(read, order.ids.length)} of ${order.ids.length} boundaries`)
  }
  if (batch.length > 0) yield batch
  onStep('Writing the file')
}

/** In steps of a twentieth, so that the number of steps does not grow with the collection. */
const shareOf = (read: number, all: number): string => `${Math.floor((20 * read) / all) * 5} %`

/** As in the file of a single boundary: no disputes, the country and the direct parent. */
const headOf = (record: BoundaryRecord, { detail, languages }: CollectionOrder) =>
  featureHead(record, {
    disputes: null,
    detail,
    precision: DEFAULT_PRECISION[detail],
    vertices: 0,
    reading: { languages, nameOfParent: ({ name }) => name },
    allParents: false,
    children: null,
    alternatives: [],
  })
