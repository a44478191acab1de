/**
 * Boundaries as public files: each is built on its first request, and never again. A note in the file store itself, named by the hash
 * of everything the file is made of, records what was built. Servers that share a store therefore share the files, and a changed
 * boundary gets another note.
 */
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Compute } from '../../compute/port.ts'
import type { ShareWork } from '../../util/share-work.ts'
import { SingleFlight } from '../../util/single-flight.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail } from '../boundary/detail-levels.ts'
import { fileHead } from '../boundary/feature.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { featureId, featureName } from '../formats/feature-head.ts'
import type { Format } from '../formats/index.ts'
import type { FileFacts, FileStore } from './ports.ts'
import { type FileTask, renderFileWork } from './render-file.ts'
import { type ExportedFile, storeFile } from './store-file.ts'
import { type FileKey, fileKey } from './stored-file-name.ts'

export type Exporter = ReturnType<typeof createExporter>

export interface ExporterParts {
  readonly store: FileStore
  readonly catalog: Pick<Catalog, 'geometry' | 'version'>
  readonly compute: Compute
  readonly shareWork: ShareWork
}

/** Part of every note: increase it when the same boundary would give another file than before. */
const REVISION = 3

/** Notes cached in memory; past this number the cache is cleared and notes are read again. */
const MAX_KNOWN = 20_000

export const createExporter = ({ store, catalog, compute, shareWork }: ExporterParts) => {
  const known = new Map<string, ExportedFile>()
  const building = new SingleFlight<ExportedFile>()

  const find = async (
    record: BoundaryRecord,
    detail: Detail,
    format: Format,
    languages: readonly string[],
    owner: WorkOwner,
  ): Promise<ExportedFile> => {
    const geometry = await catalog.geometry(record)
    const order: FileTask = {
      geometry,
      detail,
      format,
      precision: DEFAULT_PRECISION[detail],
      head: fileHead(record, { detail, languages }),
    }
    const note = noteKey(order)
    const noted = await readNote(store, note)
    if (noted !== null && (await store.head(noted.key)) !== null) return noted
    const built = await build(store, compute, order, owner)
    await store.put(note, Buffer.from(JSON.stringify(built)), NOTE_FACTS)
    return built
  }

  return {
    /** `languages`: of the names in the file, best first; none for local names. @throws ComputeBusy, FileStoreError */
    file: async (...wanted: Parameters<typeof find>): Promise<ExportedFile> => {
      const [record, detail, format, languages] = wanted
      const question = [await catalog.version(), record.id, detail, format, ...languages].join('|')
      const ready = known.get(question)
      if (ready !== undefined) return ready
      return building.run(question, async () => {
        const found = await shareWork(`file ${question}`, () => find(...wanted))
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(question, found)
        return found
      })
    },
  }
}

const noteKey = ({ geometry, ...question }: FileTask): FileKey => {
  const hash = createHash('sha256')
    .update(JSON.stringify([REVISION, question]))
    .update(geometry.rings)
  return fileKey(hash.digest('hex'), 'note')
}

const NOTE_FACTS: FileFacts = { mediaType: 'application/json', encoding: null, disposition: 'attachment' }

const readNote = async (store: FileStore, note: FileKey): Promise<ExportedFile | null> => {
  const stream = await store.read(note)
  return stream === null ? null : (JSON.parse(await text(stream)) as ExportedFile)
}

const build = async (
  store: FileStore,
  compute: Compute,
  order: FileTask,
  owner: WorkOwner,
): Promise<ExportedFile> => {
  const { head } = order
  const bytes = order.geometry.rings.byteLength
  return storeFile(store, {
    ...(await compute.run(renderFileWork, order, { lane: 'long', owner, bytes })),
    format: order.format,
    stem: `${featureName(head)}-${order.detail}`,
    plainStem: `${featureId(head).replace(':', '-')}-${order.detail}`,
  })
}
