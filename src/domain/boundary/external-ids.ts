/** Ids and codes of a boundary in systems of others, each with where it is from. */
import { type BoundaryRecord, INHERITED_CODES } from './boundary.ts'

type IdSystem = 'osm' | 'wikidata' | 'iso' | 'fips' | 'geonames' | 'nuts'

/** `openstreetmap`: the object, or its tags; `atlas`: the tables that the bundled atlas was made from. */
export const ID_SOURCES = ['openstreetmap', 'atlas'] as const
type IdSource = (typeof ID_SOURCES)[number]

export interface ExternalId {
  readonly id: string
  readonly source: IdSource
}

/** Returns all ids, in the order of the systems; only NUTS may have several, the largest region first. */
export const externalIds = (record: BoundaryRecord): readonly (readonly [IdSystem, ExternalId])[] => {
  const { id, origin, inherited = [], codes = {} } = record
  const own: IdSource = origin === 'atlas' ? 'atlas' : 'openstreetmap'
  const found: [IdSystem, ExternalId][] = []
  if (/^[rw]\d/.test(id)) found.push(['osm', { id, source: own }])
  for (const system of INHERITED_CODES) {
    const code = record[system]
    if (code !== null) found.push([system, { id: code, source: inherited.includes(system) ? 'atlas' : own }])
  }
  if (codes.geonames !== undefined) found.push(['geonames', { id: codes.geonames, source: own }])
  for (const code of codes.nuts ?? []) found.push(['nuts', { id: code, source: own }])
  return found
}

/** The first id of each system that has one. */
export const idsBody = (record: BoundaryRecord): Readonly<Partial<Record<IdSystem, ExternalId>>> => {
  const ids: Partial<Record<IdSystem, ExternalId>> = {}
  for (const [system, id] of externalIds(record)) ids[system] ??= id
  return ids
}
