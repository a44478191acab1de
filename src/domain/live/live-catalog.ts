/**
 * The catalog for calls that may wait: what no source has is fetched from the live map first, then answered from the store as everything
 * else. Work that asks hundreds of questions takes the catalog itself.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type BoundaryReference, parseBoundaryReference } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type FoundByName, passesFilters } from '../catalog/search.ts'
import type { LiveMap } from './ports.ts'

export interface LiveCatalogOptions {
  readonly catalog: Catalog
  readonly live: LiveMap
  /** Whether an import holds the whole country: then the map has nothing to add. */
  readonly isImported: (country: string | null) => Promise<boolean>
  /** How long a fetched boundary is good for. */
  readonly ttlMs: number
  readonly now: () => number
}

export const liveCatalog = ({ catalog, live, isImported, ttlMs, now }: LiveCatalogOptions): Catalog => {
  /** What is old is served, marked, while its new state is being fetched. */
  const refreshed = (record: BoundaryRecord): BoundaryRecord => {
    if (record.origin !== 'live' || Date.parse(record.source.fetchedAt) > now() - ttlMs) return record
    const reference = parseBoundaryReference(record.id)
    // A failure leaves the old state in place; the next call tries again.
    if ('by' in reference) live.fetch(reference).catch(() => {})
    return { ...record, source: { ...record.source, stale: true } }
  }

  const find = async (reference: BoundaryReference) => {
    const known = await catalog.find(reference)
    if (known.found) return { ...known, record: refreshed(known.record) }
    const outcome = await live.fetch(reference)
    if (outcome === 'fetched') return catalog.find(reference)
    return { found: false as const, deleted: known.deleted || outcome === 'deleted', askedMap: true }
  }

  /** What the map finds comes behind what has the name here. */
  const search: Catalog['search'] = async (question) => {
    if (question.isLive !== true) return catalog.search(question)
    const { text, countries, near, languages = [], limit } = question
    const ids = await live.fetchFound({ text, countries, near, languages, limit })
    const found = await catalog.search(question)
    const known = new Set(found.map(({ record }) => record.id))
    const others = [...(await catalog.records(ids)).values()].filter(
      (record) => !known.has(record.id) && passesFilters(record, question),
    )
    return [
      ...found,
      ...others.map((record): FoundByName => ({ record, matchedName: record.name, match: 'words' })),
    ].slice(0, limit)
  }

  return {
    ...catalog,
    find,
    search,
    children: async (parent, adminLevel) => {
      const known = await catalog.children(parent, adminLevel)
      // Boundaries that were fetched one by one are no list of all subdivisions.
      const isListed = known.children.some(({ origin }) => origin !== 'live')
      if (isListed || (await isImported(parent.country))) return known
      await live.fetchChildren(parent, adminLevel)
      return catalog.children(parent, adminLevel)
    },
    reverse: async (point) => {
      const known = await catalog.reverse(point)
      const country = known.find(({ kind }) => kind === 'country')
      if (country !== undefined && (await isImported(country.country))) return known
      await live.fetchContaining(point)
      return catalog.reverse(point)
    },
  }
}
