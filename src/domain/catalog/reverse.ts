/** Everything that contains a point. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { Position } from '../geometry/rings.ts'
import type { LayerView } from './layers.ts'
import type { Polygons } from './polygons.ts'
import type { BoundarySource } from './ports.ts'

/**
 * From the country to the smallest, then postcode areas. Two countries are an answer: borders are disputed, and rivers shared.
 * But where a source holds the whole country around the point, those below are not asked: drawn more coarsely, their neighbour
 * of that country reaches over its border.
 */
export const reverse = async (
  view: LayerView,
  polygons: Polygons,
  point: Position,
): Promise<readonly BoundaryRecord[]> => {
  const found: BoundaryRecord[] = []
  for (const [layer, source] of view.sources.entries()) {
    if (found.some(({ kind, country }) => kind === 'country' && view.isCovered(layer, country))) break
    const records = await view.recordsOf(layer, await containing(source, polygons, point))
    found.push(...(await view.visible(layer, records)))
  }
  return view.withCurrentParents(found.sort(fromCountryToSmallest))
}

const containing = async (
  source: BoundarySource,
  polygons: Polygons,
  point: Position,
): Promise<readonly BoundaryId[]> => {
  const ids = new Set<BoundaryId>()
  for (const candidate of await source.candidates(point)) {
    if (ids.has(candidate.id)) continue
    const contains = polygons.contains(source, candidate, point)
    if (contains instanceof Promise ? await contains : contains) ids.add(candidate.id)
  }
  return [...ids]
}

const fromCountryToSmallest = (a: BoundaryRecord, b: BoundaryRecord): number =>
  levelOf(a) - levelOf(b) || b.areaKm2 - a.areaKm2 || (a.id < b.id ? -1 : 1)

/** Postcode areas have no level and come last. */
const levelOf = ({ adminLevel }: BoundaryRecord): number => adminLevel ?? Number.MAX_SAFE_INTEGER
