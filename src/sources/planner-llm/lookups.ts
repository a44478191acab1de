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

export class Lookups {
  readonly #catalog: LookupCatalog
  readonly #regions: readonly Region[]
  readonly #seen = new Set<BoundaryId>()

  constructor(catalog: LookupCatalog, regions: readonly Region[]) {
    this.#catalog = catalog
    this.#regions = regions
  }

  /** True if a previous result contained the boundary. */
  hasSeen(id: BoundaryId): boolean {
    return this.#seen.has(id)
  }

  async search(query: { name: string; country?: string | null; kind?: Kind | null; within?: string | null }) {
    if (query.name.trim() === '' || query.name.length > MAX_NAME_LENGTH)
      return { error: `A name has between 1 and ${MAX_NAME_LENGTH} letters.` }
    const outer = query.within == null ? null : await this.#find(query.within)
    if (outer !== null && 'error' in outer) return outer
    const found = await this.#catalog.search({
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
      .map(({ record, matchedName }) => ({ ...this.#shown(record), matched_name: matchedName }))
    const group = outer === null ? await this.#group(query.name) : null
    return { candidates, ...(group === null ? {} : { group }) }
  }

  async children(query: { id: string; admin_level?: number | null; offset?: number | null }) {
    const parent = await this.#find(query.id)
    if ('error' in parent) return parent
    const { adminLevel, children } = await this.#catalog.children(parent, query.admin_level ?? null)
    const offset = query.offset ?? 0
    return {
      of: this.#named(parent),
      admin_level: adminLevel,
      total: children.length,
      children: children.slice(offset, offset + MAX_CHILDREN).map((child) => this.#named(child)),
    }
  }

  /** Returns boundaries from the country to the smallest. */
  async containing({ lat, lon }: { lat: number; lon: number }) {
    const records = await this.#catalog.reverse([lon, lat])
    return records.map((record) => this.#shown(record))
  }

  async #find(id: string): Promise<BoundaryRecord | NoResult> {
    const reference = parseBoundaryReference(id)
    if ('problem' in reference) return { error: reference.problem }
    const answer = await this.#catalog.find(reference)
    return answer.found ? answer.record : { error: `No boundary has the id ${id}.` }
  }

  /** "Benelux", "the lower 48": the members come from the tables, not from a model's memory. */
  async #group(name: string) {
    const folded = foldName(name).replace(/^the /, '')
    const region = this.#regions.find(({ names }) => names.includes(folded))
    if (region === undefined) return null
    return {
      members: await this.#members(region.members),
      except: await this.#members(region.except),
      source: region.source,
    }
  }

  async #members(ids: readonly string[]) {
    const found = await Promise.all(ids.map((id) => this.#find(id)))
    return found.flatMap((each) => ('error' in each ? [] : [this.#named(each)]))
  }

  #shown(record: BoundaryRecord) {
    return {
      ...this.#named(record),
      admin_level: record.adminLevel,
      country: record.country,
      lies_in: record.parents.map(({ name }) => name),
      area_km2: Math.round(record.areaKm2 * 100) / 100,
      population: record.population,
    }
  }

  #named({ id, name, names, kind }: BoundarySummary) {
    this.#seen.add(id)
    return { id, name, ...(names.en === undefined || names.en === name ? {} : { name_en: names.en }), kind }
  }
}
