/** A page of a list of boundaries as GeoJSON Features with flat properties, for tables of maps and databases. */
import type { Compute } from '../../compute/port.ts'
import { orderedParallelMap } from '../../util/ordered-parallel-map.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { DEFAULT_PRECISION, type Detail, maxVertices } from '../boundary/detail-levels.ts'
import { fileHead } from '../boundary/feature.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ListQuestion } from '../catalog/list.ts'
import { columnsOf } from '../formats/attribute-columns.ts'
import { featureBytes } from '../formats/feature-json.ts'
import { COORDINATES, type ReferenceSystem } from './reference-system.ts'
import { multiPolygonWork } from './render-multipolygon.ts'

export interface PageQuestion extends Omit<ListQuestion, 'expected'> {
  readonly limit: number
  readonly detail: Detail
}

export interface FeaturePage {
  readonly records: readonly BoundaryRecord[]
  /** Last id of the page; null if the list ends there. */
  readonly nextAfter: BoundaryId | null
}

/** About ten megabytes of GeoJSON. A page ends before it exceeds this, but has at least one boundary. */
const MAX_PAGE_POSITIONS = 500_000

export const choosePage = async (
  catalog: Pick<Catalog, 'list'>,
  { limit, detail, ...question }: PageQuestion,
): Promise<FeaturePage> => {
  const records: BoundaryRecord[] = []
  let positions = 0
  for await (const record of catalog.list({ ...question, expected: limit + 1 })) {
    positions += Math.min(record.vertices, maxVertices(detail))
    const last = records.at(-1)
    if (last !== undefined && (records.length === limit || positions > MAX_PAGE_POSITIONS))
      return { records, nextAfter: last.id }
    records.push(record)
  }
  return { records, nextAfter: null }
}

interface RenderingPorts {
  readonly catalog: Pick<Catalog, 'geometry'>
  readonly compute: Compute
  readonly owner: WorkOwner
}

export interface PageForm {
  readonly detail: Detail
  readonly system: ReferenceSystem
}

/** Small, so that a page does not fill its owner's queue. */
const RENDERED_AT_ONCE = 4

/** Renders the Features of the records, in their order. */
export const renderFeatures = (
  ports: RenderingPorts,
  records: readonly BoundaryRecord[],
  form: PageForm,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> =>
  Array.fromAsync(
    orderedParallelMap(records, RENDERED_AT_ONCE, async (record) => {
      signal.throwIfAborted()
      return renderFeature(ports, record, form)
    }),
  )

const renderFeature = async (
  { catalog, compute, owner }: RenderingPorts,
  record: BoundaryRecord,
  { detail, system }: PageForm,
): Promise<Uint8Array> => {
  const geometry = await catalog.geometry(record)
  const { json, vertices } = await compute.run(
    multiPolygonWork,
    { geometry, detail, precision: DEFAULT_PRECISION[detail], system },
    { lane: 'interactive', owner, bytes: geometry.rings.byteLength },
  )
  const head = fileHead(record, { detail, languages: [] }, vertices)
  const properties = Object.fromEntries(PROPERTIES.map(({ name, of }) => [name, of(head)]))
  return featureBytes({ ...head, bbox: COORDINATES[system].boxOf(record.bbox), properties }, json)
}

const [ID, NAME, ...OTHERS] = columnsOf({ id: '' })

/** The id is not the first: GDAL adds a first property of that name to the columns of a schema, which then has two. */
const PROPERTIES = [NAME, ID, ...OTHERS]
