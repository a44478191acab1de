/**
 * Finds the parents of a boundary on the map if no source has its country. Requests only names, codes and boxes, not
 * polygons: that is all that a child shows of its parents.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import { resolveKind } from '../../domain/boundary/resolve-kind.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { cleanTags } from '../extract/clean-tags.ts'
import type { LowerLayers } from '../extract/lower-layers.ts'
import { displayName, namesByLanguage } from '../extract/names.ts'
import { adminLevelOf, countryCodeOf, subdivisionCodeOf, wikidataOf } from '../extract/tag-values.ts'
import type { OverpassRelation } from '../overpass/answer.ts'
import type { Overpass } from '../overpass/client.ts'
import { elementsOf } from '../overpass/parts.ts'
import { queryOfParents } from '../overpass/queries.ts'

const COUNTRY_LEVEL = 2

/** Wraps the layers: asks the map for the parents of boundaries that lie in none of their countries. */
export const withParentsOnMap = (
  layers: LowerLayers,
  overpass: Pick<Overpass, 'ask'>,
  kinds: KindTables,
): LowerLayers => ({
  ...layers,
  around: async (boundary) => {
    const known = await layers.around(boundary)
    if (known.some(({ adminLevel }) => adminLevel === COUNTRY_LEVEL)) return known
    const relations = await overpass.ask(
      (limits) => queryOfParents(boundary.centroid, limits),
      (reply) => elementsOf(reply, 0, 'relation'),
    )
    const level = boundary.adminLevel ?? Number.POSITIVE_INFINITY
    const onMap = recordsOf(relations, kinds).filter(
      ({ id, adminLevel }) => adminLevel! < level && id !== boundary.id,
    )
    const levels = new Set(known.map(({ adminLevel }) => adminLevel))
    return [...known, ...onMap.filter(({ adminLevel }) => !levels.has(adminLevel))].sort(
      (a, b) => (a.adminLevel ?? 0) - (b.adminLevel ?? 0),
    )
  },
})

/** Returns the smallest boundary of each level, from the country down. */
const recordsOf = (relations: readonly OverpassRelation[], kinds: KindTables): readonly BoundaryRecord[] => {
  const records: BoundaryRecord[] = []
  const byLevel = relations
    .map((relation) => ({ ...relation, tags: cleanTags(relation.tags).tags }))
    .flatMap((relation) => {
      const [level, name] = [adminLevelOf(relation.tags), displayName(relation.tags)]
      if (level === null || level < COUNTRY_LEVEL || name === null || relation.bounds === null) return []
      return [{ ...relation, level, name, bounds: relation.bounds }]
    })
    .sort((a, b) => a.level - b.level || sizeOf(a.bounds) - sizeOf(b.bounds))
  for (const { id: number, level, name, bounds, tags } of byLevel) {
    if (records.at(-1)?.adminLevel === level) continue
    const id = `r${number}` as BoundaryId
    const country = countryCodeOf(tags) ?? records.at(-1)?.country ?? null
    records.push({
      id,
      name,
      kind: resolveKind(
        {
          boundary: 'administrative',
          tags,
          adminLevel: level,
          country,
          id,
          containedBy: records.map((each) => each.id),
        },
        kinds,
      ),
      adminLevel: level,
      origin: 'live',
      names: namesByLanguage(tags),
      country,
      iso: countryCodeOf(tags) ?? subdivisionCodeOf(tags),
      wikidata: wikidataOf(tags),
      fips: null,
      population: null,
      parents: [],
      bbox: bounds,
      centroid: [bounds[0], bounds[1]],
      // The area is unknown; infinite, it never makes a parent another drawing of its child.
      areaKm2: Number.POSITIVE_INFINITY,
      vertices: 0,
      source: { url: '', version: null, timestamp: null, fetchedAt: '', stale: false },
    })
  }
  return records
}

const sizeOf = ([west, south, east, north]: BBox): number => ((east - west + 360) % 360) * (north - south)
