/**
 * Finds boundaries near a point that no country contains, or no boundary directly below its country: a pier, an islet that
 * the coastline lacks, a gap between two data sets. Other points get an empty answer.
 */
import type { BoundaryRecord, ParentRef } from '../boundary/boundary.ts'
import { bboxAround } from '../geometry/bbox.ts'
import type { Position } from '../geometry/rings.ts'
import type { LayerView } from './layers.ts'
import type { PolygonCache } from './polygon-cache.ts'
import { isHeldAbove } from './reverse.ts'

export interface Nearby {
  readonly record: BoundaryRecord
  /** Distance from the point to the nearest border of the boundary, which does not contain it. */
  readonly distanceKm: number
}

const NEARBY_KM = 3

/**
 * Returns, for each level that `containing` lacks, from the country down, the nearest boundary within `NEARBY_KM` that fits
 * the higher levels: in the same country, with the same parents, and a parent of the boundaries below. Asks the sources in
 * the same order and depth as `reverse`.
 */
export const nearby = async (
  view: LayerView,
  polygons: PolygonCache,
  point: Position,
  containing: readonly BoundaryRecord[],
): Promise<readonly Nearby[]> => {
  if (containing.some(isCountry) && containing.some(isFirstLevel)) return []
  const box = bboxAround(point, NEARBY_KM)
  const found: Nearby[] = []
  for (const [layer, source] of view.sources.entries()) {
    if (isHeldAbove(view, layer, containing)) break
    const candidates = new Map((await source.candidatesIn(box)).map((each) => [each.id, each]))
    const records = await view.recordsOf(layer, [...candidates.keys()])
    for (const record of await view.withCurrentParents(await view.visible(layer, records))) {
      if (!fits(record, containing)) continue
      const candidate = candidates.get(record.id)!
      const distanceKm = await polygons.distanceKm(source, candidate, point, NEARBY_KM)
      if (distanceKm !== null) found.push({ record, distanceKm })
    }
  }
  const chosen: Nearby[] = []
  for (const next of found.sort(fromCountryAndNearest))
    if (fits(next.record, [...containing, ...chosen.map(({ record }) => record)])) chosen.push(next)
  return chosen
}

const isCountry = ({ kind }: BoundaryRecord): boolean => kind === 'country'

/**
 * True directly below a country or territory. A mainland is not a unit: it has no level, or the code of a country (FX,
 * Metropolitan France).
 */
const isFirstLevel = (record: BoundaryRecord): boolean =>
  !isCountry(record) &&
  record.parents.at(-1)?.kind === 'country' &&
  !Number.isNaN(levelOf(record)) &&
  (record.iso === null || record.iso.includes('-'))

/** At the same distance the smaller comes first, as for a territory and its country. */
const fromCountryAndNearest = (a: Nearby, b: Nearby): number =>
  levelOf(a.record) - levelOf(b.record) ||
  a.distanceKm - b.distanceKm ||
  a.record.areaKm2 - b.record.areaKm2 ||
  (a.record.id < b.record.id ? -1 : 1)

/** All countries are one level, although OpenStreetMap maps some deeper; postcode areas have none. */
const levelOf = ({ kind, adminLevel }: ParentRef): number =>
  kind === 'country' ? 0 : (adminLevel ?? Number.NaN)

/** True if the boundary fills a level that the others lack without contradicting them. */
const fits = (record: BoundaryRecord, others: readonly BoundaryRecord[]): boolean => {
  const level = levelOf(record)
  if (Number.isNaN(level) || others.some((other) => levelOf(other) === level)) return false
  const countries = new Set(others.flatMap(({ country }) => country ?? []))
  if (countries.size > 0 && !countries.has(record.country ?? '')) return false
  return others.every((other) => isNamedBy(record, other)) && namesParentsAmong(record, others)
}

/**
 * False if the other boundary has different parents on this one's level. A territory's unit has two parents: the territory
 * and its country.
 */
const isNamedBy = (record: BoundaryRecord, other: BoundaryRecord): boolean => {
  const parents = other.parents.filter((each) => levelOf(each) === levelOf(record))
  return parents.length === 0 || parents.some(({ id }) => id === record.id)
}

/** False if its parents on a level differ from the others' boundaries on that level. */
const namesParentsAmong = ({ parents }: BoundaryRecord, others: readonly BoundaryRecord[]): boolean =>
  parents.every((parent) => {
    const level = levelOf(parent)
    const ofLevel = others.filter((other) => levelOf(other) === level)
    const own = parents.filter((each) => levelOf(each) === level)
    return ofLevel.length === 0 || ofLevel.some(({ id }) => own.some((each) => each.id === id))
  })
