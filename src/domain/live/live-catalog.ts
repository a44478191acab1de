/**
 * The catalog for calls that may wait: fetches boundaries that no source has from the live map, then answers from the store.
 * Work that makes hundreds of queries uses the catalog without the live map.
 */
import type { WorkOwner } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type BoundaryReference, parseBoundaryReference } from '../boundary/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { FoundByName } from '../catalog/ranking.ts'
import { passesFilters } from '../catalog/search-question.ts'
import { type LiveMap, LiveMapFailed } from './ports.ts'

export interface LiveCatalogOptions {
  readonly catalog: Catalog
  readonly live: LiveMap
  /** True if an import covers the whole country, so that the live map has nothing to add. */
  readonly isImported: (country: string | null) => Promise<boolean>
  /** Time after which a fetched boundary is out of date. */
  readonly ttlMs: number
  readonly now: () => number
  /** Who asks. */
  readonly owner?: WorkOwner
}

const HOUR_MS = 3_600_000

/** What the live map is asked for; the tags of other codes are too uneven to be searched. */
const CAN_BE_ASKED: ReadonlySet<BoundaryReference['by']> = new Set(['relation', 'way', 'wikidata', 'iso'])

export const liveCatalog = (options: LiveCatalogOptions): Catalog => {
  const { catalog, live, isImported, ttlMs, now, owner } = options
  /** Serves an old boundary, marked as stale, while its new state is fetched. */
  const refreshed = (record: BoundaryRecord): BoundaryRecord => {
    if (record.origin !== 'live' || Date.parse(record.source.fetchedAt) > now() - ttlMs) return record
    const reference = parseBoundaryReference(record.id)
    // A failure leaves the old state in place; the next call tries again.
    if ('by' in reference) live.fetch(reference, owner).catch(() => {})
    return { ...record, source: { ...record.source, stale: true } }
  }

  /** Fetches a finer polygon than the atlas has; if the live map fails, the atlas's is the best. */
  const finer = async (record: BoundaryRecord): Promise<boolean> => {
    const reference = parseBoundaryReference(record.id)
    if (!('number' in reference)) return false
    try {
      return (await live.fetch(reference, owner)) === 'fetched'
    } catch (error) {
      if (error instanceof LiveMapFailed) return false
      throw error
    }
  }

  const find: Catalog['find'] = async (reference, minVertices = 0) => {
    const known = await catalog.find(reference)
    if (known.found) {
      const { record } = known
      if (record.origin === 'atlas' && record.vertices < minVertices && (await finer(record)))
        return catalog.find(reference)
      return { ...known, record: refreshed(record) }
    }
    if (!CAN_BE_ASKED.has(reference.by)) return known
    const outcome = await live.fetch(reference, owner)
    if (outcome === 'fetched') return catalog.find(reference)
    return { ...known, deleted: known.deleted || outcome === 'deleted', askedMap: true }
  }

  /** Appends the results of the live map to those of the catalog. */
  const search: Catalog['search'] = async (question) => {
    if (question.isLive !== true) return catalog.search(question)
    const { text, kind, countries, near, languages = [], limit } = question
    const ids = await live.fetchFound({ text, kind, countries, near, languages, limit }, owner)
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

  let version = { base: '', hour: -1, text: '' }
  /** Changes every hour, so that cached answers do not hide that a boundary is out of date or now exists. */
  const versionOf = (base: string): string => {
    const hour = Math.floor(now() / HOUR_MS)
    if (version.base !== base || version.hour !== hour) version = { base, hour, text: `${base}~${hour}` }
    return version.text
  }

  return {
    ...catalog,
    version: () => {
      const base = catalog.version()
      return typeof base === 'string' ? versionOf(base) : base.then(versionOf)
    },
    find,
    search,
    children: async (parent, adminLevel) => {
      const known = await catalog.children(parent, adminLevel)
      // Children from the live map may have been fetched one by one, so a list with any of them may be incomplete.
      const isListed = known.children.length > 0 && known.children.every(({ origin }) => origin !== 'live')
      if (isListed || (await isImported(parent.country))) return known
      await live.fetchChildren(parent, adminLevel, owner)
      return catalog.children(parent, adminLevel)
    },
    reverse: async (point) => {
      const known = await catalog.reverse(point)
      const country = known.find(({ kind }) => kind === 'country')
      if (country !== undefined && (await isImported(country.country))) return known
      await live.fetchContaining(point, owner)
      return catalog.reverse(point)
    },
  }
}
