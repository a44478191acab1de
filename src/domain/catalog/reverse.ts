/** Finds the boundaries that contain a point. */
import { isLater } from '../../util/now-or-later.ts'
import type { BoundaryRecord, ParentRef } from '../boundary/boundary.ts'
import type { DisputeClaims } from '../boundary/dispute.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { COUNTRY_LEVEL } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'
import type { LayerView } from './layers.ts'
import type { PolygonCache } from './polygon-cache.ts'
import type { BoxIndex, PolygonSource } from './ports.ts'

/**
 * Returns boundaries from the country to the smallest, then postcode areas. Two countries are possible: borders are
 * disputed, and rivers shared. If a source covers the whole country around the point, lower sources are not asked: they are
 * coarser, and their neighbour of that country may reach across its border. On disputed land they are still asked for the
 * claimants. A level that is missing is filled by the parents of the others.
 */
export const reverse = (
  view: LayerView,
  polygons: PolygonCache,
  point: Position,
  disputes: readonly DisputeClaims[],
): Promise<readonly BoundaryRecord[]> =>
  combineLayers(view, (layer) => containing(view.sources[layer], polygons, point), disputes)

/** Returns the answer for a point, given the boundaries of each layer and the disputed land that contain it. */
export const combineLayers = async (
  view: LayerView,
  containingIn: (layer: number) => Promise<readonly BoundaryId[]>,
  disputes: readonly DisputeClaims[],
): Promise<readonly BoundaryRecord[]> => {
  const claimants = new Set(disputes.flatMap((dispute) => dispute.claimants))
  const found: BoundaryRecord[] = []
  for (const layer of view.sources.keys()) {
    const isSettled = isHeldAbove(view, layer, found)
    if (isSettled && claimants.size === 0) break
    const records = await view.recordsOf(layer, await containingIn(layer))
    const visible = await view.visible(layer, records)
    found.push(...(isSettled ? visible.filter((record) => isOneOf(record, claimants)) : visible))
  }
  const rulers = new Set(disputes.flatMap(({ administeredBy }) => administeredBy))
  const placed = await view.withCurrentParents(found)
  const above = await missingParents(view, placed)
  return [...placed, ...above].sort(fromCountryToSmallest(rulers))
}

/**
 * Returns the parents of the boundaries on levels that none of them has: what contains a boundary contains its points. At sea, a
 * municipality of an extract reaches beyond the coast where its country in the atlas ends. On a level that is there, the lines of two
 * sources differ, and the point keeps one unit. Only the country of a postcode area is certain: it may lie in several units.
 */
const missingParents = async (
  view: LayerView,
  found: readonly BoundaryRecord[],
): Promise<readonly BoundaryRecord[]> => {
  const levels = new Set(found.map(levelWithCountry))
  const missing = new Set<BoundaryId>()
  // A stranger's relation of the live map says nothing about the water around it.
  const sure = found.filter((record) => view.standingOf(record) !== 'fetched')
  for (const { adminLevel, parents } of sure)
    for (const parent of parents)
      if (!levels.has(levelWithCountry(parent)) && (adminLevel !== null || parent.kind === 'country'))
        missing.add(parent.id)
  if (missing.size === 0) return []
  const records = await view.records([...missing])
  return view.withCurrentParents([...records.values()])
}

/** True if a source above the layer covers the whole country found around a point. */
export const isHeldAbove = (view: LayerView, layer: number, found: readonly BoundaryRecord[]): boolean =>
  found.some(({ kind, country }) => kind === 'country' && view.isCovered(layer, country))

const containing = async (
  source: BoxIndex & PolygonSource,
  polygons: PolygonCache,
  point: Position,
): Promise<readonly BoundaryId[]> => {
  const ids = new Set<BoundaryId>()
  for (const candidate of await source.candidates(point)) {
    if (ids.has(candidate.id)) continue
    const contains = polygons.contains(source, candidate, point)
    if (isLater(contains) ? await contains : contains) ids.add(candidate.id)
  }
  return [...ids]
}

/** Of several countries, those that rule the land come first. */
const fromCountryToSmallest =
  (rulers: ReadonlySet<string>) =>
  (a: BoundaryRecord, b: BoundaryRecord): number =>
    levelOf(a) - levelOf(b) ||
    rank(a, rulers) - rank(b, rulers) ||
    b.areaKm2 - a.areaKm2 ||
    (a.id < b.id ? -1 : 1)

/** All countries are one level, although OpenStreetMap maps some deeper. */
const levelWithCountry = ({ kind, adminLevel }: ParentRef): number | null =>
  kind === 'country' ? COUNTRY_LEVEL : adminLevel

/** Postcode areas have no level and come last. */
const levelOf = ({ adminLevel }: BoundaryRecord): number => adminLevel ?? Number.MAX_SAFE_INTEGER

const rank = (record: BoundaryRecord, rulers: ReadonlySet<string>): number =>
  isOneOf(record, rulers) ? 0 : 1

const isOneOf = ({ kind, country }: BoundaryRecord, countries: ReadonlySet<string>): boolean =>
  kind === 'country' && countries.has(country ?? '')
