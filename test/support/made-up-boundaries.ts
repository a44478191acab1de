/** Made-up boundaries, and the parts of plans that have them. */
import type { PlanPart } from '../../src/domain/area/plan.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Kind } from '../../src/domain/boundary/kind.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'

interface Fields {
  readonly id: string
  readonly name: string
  readonly kind: Kind
  readonly country: string | null
  readonly english?: string
  readonly parents?: readonly BoundaryRecord[]
  readonly bbox?: BBox
}

export const boundaryOf = ({
  id,
  name,
  kind,
  country,
  english,
  parents = [],
  bbox = [0, 0, 9, 9],
}: Fields): BoundaryRecord => ({
  id: id as BoundaryId,
  name,
  names: english === undefined ? {} : { en: english },
  kind,
  adminLevel: kind === 'country' ? 2 : kind === 'state' ? 4 : 6,
  origin: 'atlas',
  country,
  iso: null,
  wikidata: null,
  fips: null,
  population: null,
  parents,
  bbox,
  centroid: [0, 0],
  areaKm2: 1,
  vertices: 5,
  source: { url: '', version: null, timestamp: null, fetchedAt: '', stale: false },
})

export const country = (name: string, code: string, fields: Partial<Fields> = {}) =>
  boundaryOf({ id: code, name, kind: 'country', country: code, ...fields })
export const below = (parent: BoundaryRecord, kind: Kind, name: string, fields: Partial<Fields> = {}) =>
  boundaryOf({
    id: `${parent.id} ${name}`,
    name,
    kind,
    country: parent.country,
    parents: [...(parent.parents as BoundaryRecord[]), parent],
    ...fields,
  })

export const part = (boundary: BoundaryRecord, ...except: readonly PlanPart[]): PlanPart =>
  saying(boundary.name, boundary, ...except)
export const saying = (text: string, boundary: BoundaryRecord, ...except: readonly PlanPart[]): PlanPart => ({
  text,
  boundary,
  reason: '',
  except,
})
