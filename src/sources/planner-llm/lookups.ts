/** Lookups for the model, short and limited in number, and the record of the boundaries in their results. */
import type { Region } from '../../domain/area/vocabulary.ts'
import type { BoundaryRecord, BoundarySummary } from '../../domain/boundary/boundary.ts'
import { type BoundaryId, parseBoundaryReference } from '../../domain/boundary/id.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { foldName } from '../../domain/catalog/fold.ts'

export type LookupCatalog = Pick<Catalog, 'find' | 'records' | 'search' | 'reverse' | 'children'>

const MAX_NAME_LENGTH = 200
const MAX_FOUND = 10
/** Number of candidates of a search that is narrowed to a boundary afterwards. */
const MAX_NARROWED = 40
const MAX_CHILDREN = 200

/** Returned by a tool instead of a result for an invalid input. */
export interface NoResult {
  readonly error: string
}

export type Lookups = ReturnType<typeof createLookups>

export const createLookups = (catalog: LookupCatalog, regions: readonly Region[]) => {
  const seen = new Set<BoundaryId>()

  /** True if a previous result contained the boundary. */
  const hasSeen = (id: BoundaryId): boolean => seen.has(id)

  const search = async (query: {
    name: string
    country?: string | null
    kind?: Kind | null
    within?: string | null
  }) => {
    if (query.name.trim() === '' || query.name.length > MAX_NAME_LENGTH)
      return { error: `A name has between 1 and ${MAX_NAME_LENGTH} letters.` }
    const outer = query.within == null ? null : await find(query.within)
    if (outer !== null && 'error' in outer) return outer
    const found = await catalog.search({
      text: outer === null ? query.name : `${query.name}, ${outer.name}`,
      countries: query.country == null ? [] : [query.country.toUpperCase()],
      kind: query.kind ?? null,
      adminLevel: null,
      near: null,
      limit: outer === null ? MAX_FOUND : MAX_NARROWED,
    })
    const candidates = found
      .filter(({ record }) => outer === null || record.parents.some(({ id }) => id === outer.id))
      .slice(0, MAX_FOUND)
      .map(({ record, matchedName }) => ({ ...shown(record), matched_name: matchedName }))
    const group = outer === null ? await groupOf(query.name) : null
    return { candidates, ...(group === null ? {} : { group }) }
  }

  const children = async (query: { id: string; admin_level?: number | null; offset?: number | null }) => {
    const parent = await find(query.id)
    if ('error' in parent) return parent
    const { adminLevel, children } = await catalog.children(parent, query.admin_level ?? null)
    const offset = query.offset ?? 0
    return {
      of: named(parent),
      admin_level: adminLevel,
      total: children.length,
      children: children.slice(offset, offset + MAX_CHILDREN).map((child) => named(child)),
    }
  }

  /** Returns boundaries from the country to the smallest. */
  const containing = async ({ lat, lon }: { lat: number; lon: number }) => {
    const records = await catalog.reverse([lon, lat])
    return records.map((record) => shown(record))
  }

  const find = async (id: string): Promise<BoundaryRecord | NoResult> => {
    const reference = parseBoundaryReference(id)
    if ('problem' in reference) return { error: reference.problem }
    const answer = await catalog.find(reference)
    return answer.found ? answer.record : { error: `No boundary has the id ${id}.` }
  }

  /** "Benelux", "the lower 48": the members come from the tables, not from a model's memory. */
  const groupOf = async (name: string) => {
    const folded = foldName(name).replace(/^the /, '')
    const region = regions.find(({ names }) => names.includes(folded))
    if (region === undefined) return null
    return {
      members: await members(region.members),
      except: await members(region.except),
      source: region.source,
    }
  }

  const members = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => find(id)))
    return found.flatMap((each) => ('error' in each ? [] : [named(each)]))
  }

  const shown = (record: BoundaryRecord) => ({
    ...named(record),
    admin_level: record.adminLevel,
    country: record.country,
    lies_in: record.parents.map(({ name }) => name),
    area_km2: Math.round(record.areaKm2 * 100) / 100,
    population: record.population,
  })

  const named = ({ id, name, names, kind }: BoundarySummary) => {
    seen.add(id)
    return { id, name, ...(names.en === undefined || names.en === name ? {} : { name_en: names.en }), kind }
  }

  return { hasSeen, search, children, containing }
}
