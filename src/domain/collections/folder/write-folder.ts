/**
 * Writes a catalog as a folder of Parquet files: GeoParquet and an exact cover for each country and level, and tables beside them.
 * One file is written at a time, so memory holds what its largest file needs.
 */
import { counted } from '../../../util/count-with-noun.ts'
import { Scratch } from '../../../util/scratch-files.ts'
import type { WrittenFile } from '../../../util/sink-file.ts'
import { SERVICE } from '../../../util/work-owner.ts'
import { licencesIn } from '../../boundary/attribution.ts'
import type { Detail } from '../../boundary/detail-levels.ts'
import type { Format } from '../../formats/index.ts'
import type { GeometryType, Provenance } from '../../formats/writer.ts'
import { recordBatches } from '../collection-members.ts'
import { type CollectionPorts, writeCollection } from '../write-collection.ts'
import { PATH_COLUMNS, pathOf } from './partitions.ts'
import type { FolderPlan, PlannedPartition } from './plan-folder.ts'
import { openTable, TABLE_NAMES } from './tables.ts'

export interface FolderOrder {
  readonly plan: FolderPlan
  readonly detail: Detail
  readonly geometryType: GeometryType
  readonly covers: boolean
}

export interface FolderProgress {
  readonly boundaries: number
  readonly files: number
  readonly bytes: number
}

export interface FolderOutput {
  /** Directory of a file until it is taken. */
  readonly scratchIn: string
  /** Takes a finished file, to keep it at the path in the folder. */
  readonly onFile: (path: string, file: Pick<WrittenFile, 'path'>) => Promise<void>
  readonly onProgress: (progress: FolderProgress) => void
  readonly signal: AbortSignal
}

/** What the folder holds, as its `catalog.json` says. */
export interface FolderContents extends Provenance {
  readonly attribution: string
  readonly detail: Detail
  readonly geometry_type: GeometryType
}

export interface ListedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** Absent for tables of all boundaries. */
  readonly boundaries?: number
}

/** @throws BeyondFormat, StorageFullError */
export const writeFolder = async (
  ports: CollectionPorts,
  order: FolderOrder,
  output: FolderOutput,
): Promise<{ readonly contents: FolderContents; readonly files: readonly ListedFile[] }> => {
  const { partitions, attribution } = order.plan
  const contents = {
    catalog_version: await ports.catalog.version(),
    attribution,
    licence: licencesIn(attribution),
    detail: order.detail,
    geometry_type: order.geometryType,
  }
  const files: ListedFile[] = []
  let boundaries = 0
  let bytes = 0
  const take = async (path: string, file: WrittenFile, count?: number): Promise<void> => {
    await output.onFile(path, file)
    files.push({
      path,
      bytes: file.size,
      sha256: file.sha256,
      ...(count === undefined ? {} : { boundaries: count }),
    })
    bytes += file.size
    output.onProgress({ boundaries, files: files.length, bytes })
  }
  const scratch = new Scratch(output.scratchIn)
  try {
    const tables = TABLE_NAMES.map((name) => ({ name, table: openTable(name, scratch) }))
    for (const partition of partitions) {
      for await (const records of recordBatches(ports.catalog, partition.ids, output.signal))
        for (const record of records) for (const { table } of tables) table.add(record)
      for (const [format, folder] of order.covers ? BOTH : BOUNDARIES_ALONE) {
        const path = `${folder}/${pathOf(partition)}/${folder}.parquet`
        await writePartition(ports, partition, { ...order, format }, output, (file) =>
          take(path, file, partition.survey.count),
        )
      }
      boundaries += partition.survey.count
    }
    const { catalog_version, licence } = contents
    for (const { name, table } of tables)
      await take(`${name}.parquet`, table.end({ catalog_version, attribution, licence }))
  } finally {
    scratch.remove()
  }
  return { contents, files }
}

const BOUNDARIES_ALONE: readonly (readonly [Format, string])[] = [['parquet', 'boundaries']]
const BOTH: typeof BOUNDARIES_ALONE = [...BOUNDARIES_ALONE, ['cover', 'cover']]

const writePartition = async (
  ports: CollectionPorts,
  { country, level, ids, survey }: PlannedPartition,
  { format, detail, geometryType }: FolderOrder & { readonly format: Format },
  { scratchIn, signal }: FolderOutput,
  use: (file: WrittenFile) => Promise<void>,
): Promise<void> =>
  writeCollection(
    ports,
    {
      title: `${counted(ids.length, 'boundary', 'boundaries')} of ${country}, level ${level}`,
      ids,
      survey,
      format,
      detail: format === 'cover' ? 'full' : detail,
      languages: [],
      geometryType,
      without: PATH_COLUMNS,
    },
    { owner: SERVICE, signal, onStep: () => {}, scratchIn },
    ({ path, bytes, sha256 }) => use({ path, size: bytes, sha256 }),
  )
