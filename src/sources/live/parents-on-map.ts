/**
 * Finds the parents of fetched boundaries on the map: an import has all levels above a boundary, an atlas only some.
 * Requests only names, codes and boxes, not polygons: that is all that a child shows of its parents.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { COUNTRY_LEVEL } from '../../domain/boundary/kind.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import { resolveKind } from '../../domain/boundary/resolve-kind.ts'
import { haveSameExtent } from '../../domain/catalog/same-extent.ts'
import { bboxWithin, paddedBBox } from '../../domain/geometry/bbox.ts'
import { type BBox, type Position, UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'
import { MAX_SEA_KM } from '../../domain/identity/near-known-place.ts'
import { cleanTags } from '../extract/clean-tags.ts'
import type { Compared } from '../extract/compared-fields.ts'
import type { KnownWorld } from '../extract/known-world.ts'
import { displayName, namesByLanguage } from '../extract/names-of-tags.ts'
import type { Surroundings } from '../extract/surroundings.ts'
import { adminLevelOf, countryCodeOf, subdivisionCodeOf, wikidataOf } from '../extract/tag-values.ts'
import type { OverpassRelation } from '../overpass/answer.ts'
import { elementsOf } from '../overpass/answer-parts.ts'
import type { Overpass } from '../overpass/client.ts'
import { queryOfParents } from '../overpass/queries.ts'

/** What the question that fetched the boundaries says about their parents. */
export type FetchedBy =
  /** Nothing. */
  | 'name'
  /** Everything that contains a point was fetched: their parents are stored, or among them. */
  | 'point'
  /** They are the level below this one, except those that only touch it. */
  | { readonly parent: BoundaryId }

/** Points of a boundary that are looked up; a parent contains at least half of them. */
const POINTS_EACH = 5
const MIN_SHARE = 0.5
const POINTS_AT_ONCE = 100

/**
 * Returns a world that also knows what is around fetched boundaries on the map. Costs a request for each hundred points of
 * boundaries whose parents may not all be stored.
 */
export const withParentsOnMap = (
  world: KnownWorld,
  by: FetchedBy,
  { overpass, kinds }: { readonly overpass: Pick<Overpass, 'ask'>; readonly kinds: KindTables },
): KnownWorld => ({
  ...world,
  around: async (boundaries) => {
    const surroundings = await world.around(boundaries)
    const stored = surroundings.map(({ around }) => withParents(around))
    const isAsked = surroundings.map(
      ({ straddles }, index) =>
        straddles === null && !isTop(boundaries[index]) && !areAllKnown(stored[index], by),
    )
    const onMap = await relationsAround(
      boundaries.filter((_, index) => isAsked[index]),
      overpass,
    )
    const found: Surroundings[] = []
    for (const [index, boundary] of boundaries.entries()) {
      const records = recordsOf(onMap.get(boundary.id) ?? [], boundary, stored[index], kinds)
      const around = mergedParents(stored[index], await unclaimed(records, world))
      found.push({ ...surroundings[index], around })
    }
    return found
  },
})

/** Anyone can write the code of a known boundary on a relation around others. */
const unclaimed = async (
  records: readonly BoundaryRecord[],
  world: KnownWorld,
): Promise<readonly BoundaryRecord[]> => {
  const left: BoundaryRecord[] = []
  for (const record of records) if (!(await world.isClaimed(record))) left.push(record)
  return left
}

const isTop = ({ adminLevel }: Compared): boolean => adminLevel !== null && adminLevel <= COUNTRY_LEVEL

/** An atlas has some levels only. */
const areAllKnown = (known: readonly BoundaryRecord[], by: FetchedBy): boolean =>
  by === 'point' ||
  (by !== 'name' &&
    known.some(
      ({ id, origin, adminLevel }) =>
        id === by.parent && (origin !== 'atlas' || adminLevel === COUNTRY_LEVEL),
    ))

/** Adds the parents of fetched boundaries, which may not be stored. */
const withParents = (known: readonly BoundaryRecord[]): readonly BoundaryRecord[] =>
  known
    .filter(({ origin }) => origin === 'live')
    .reduceRight(
      (all, child) =>
        mergedParents(
          all,
          child.parents.map((parent) => ({ ...child, iso: null, parents: [], ...parent })),
        ),
      known,
    )

/** Adds the levels that are missing. An atlas draws boundaries coarsely, so the map's box of the same boundary is the better one. */
const mergedParents = (
  known: readonly BoundaryRecord[],
  onMap: readonly BoundaryRecord[],
): readonly BoundaryRecord[] => {
  const levels = new Set(known.map(({ adminLevel }) => adminLevel))
  const byId = new Map(onMap.map((each) => [each.id, each]))
  return [
    ...known.map((each) => (each.origin === 'atlas' ? (byId.get(each.id) ?? each) : each)),
    ...onMap.filter(({ adminLevel }) => !levels.has(adminLevel)),
  ].sort((a, b) => (a.adminLevel ?? 0) - (b.adminLevel ?? 0))
}

type RelationsById = ReadonlyMap<BoundaryId, readonly OverpassRelation[]>

/** Returns the relations that contain at least half of the points of each boundary. */
const relationsAround = async (
  boundaries: readonly Compared[],
  overpass: Pick<Overpass, 'ask'>,
): Promise<RelationsById> => {
  const points = boundaries.flatMap(({ id, samples }) => pointsOf(samples).map((point) => ({ id, point })))
  const relations = new Map<number, OverpassRelation>()
  const counts = new Map<BoundaryId, Map<number, number>>()
  for (let first = 0; first < points.length; first += POINTS_AT_ONCE) {
    const some = points.slice(first, first + POINTS_AT_ONCE)
    const places = some.map(({ point }) => point)
    const reply = await overpass.ask(
      (limits) => queryOfParents(places, limits),
      (answer) => ({
        around: places.map((_, place) => elementsOf(answer, place, 'relation')),
        all: elementsOf(answer, places.length, 'relation'),
      }),
    )
    for (const relation of reply.all) relations.set(relation.id, relation)
    for (const [place, { id }] of some.entries()) {
      const ofBoundary = counts.get(id) ?? new Map<number, number>()
      counts.set(id, ofBoundary)
      for (const each of reply.around[place]) ofBoundary.set(each.id, (ofBoundary.get(each.id) ?? 0) + 1)
    }
  }
  return new Map(
    boundaries.map(({ id, samples }) => {
      const least = MIN_SHARE * pointsOf(samples).length
      const inMost = [...(counts.get(id) ?? [])].filter(([, count]) => count >= least)
      return [id, inMost.flatMap(([number]) => relations.get(number) ?? [])]
    }),
  )
}

/** Returns some of the samples, evenly chosen. */
const pointsOf = (samples: Float64Array): readonly Position[] => {
  const total = samples.length / 2
  const count = Math.min(total, POINTS_EACH)
  return Array.from({ length: count }, (_, index): Position => {
    const at = 2 * Math.floor(((index + 0.5) * total) / count)
    return [samples[at] / UNITS_PER_DEGREE, samples[at + 1] / UNITS_PER_DEGREE]
  })
}

/** Returns the smallest boundary of each level above the child, from the country down. */
const recordsOf = (
  relations: readonly OverpassRelation[],
  child: Compared,
  known: readonly BoundaryRecord[],
  kinds: KindTables,
): readonly BoundaryRecord[] => {
  const countryAround = known.find(({ kind }) => kind === 'country')
  const knownCountry = countryAround?.country ?? null
  const childLevel = child.adminLevel ?? Number.POSITIVE_INFINITY
  const records: BoundaryRecord[] = []
  const byLevel = relations
    .map((relation) => ({ ...relation, tags: cleanTags(relation.tags).tags }))
    .flatMap((relation) => {
      const [level, name] = [adminLevelOf(relation.tags), displayName(relation.tags)]
      if (level === null || level < COUNTRY_LEVEL || level >= childLevel) return []
      if (name === null || relation.bounds === null || `r${relation.id}` === child.id) return []
      if (countryAround !== undefined && !boxMayLieIn(relation.bounds, countryAround.bbox)) return []
      return [{ ...relation, level, name, bounds: relation.bounds }]
    })
    .sort((a, b) => a.level - b.level || boxSize(a.bounds) - boxSize(b.bounds))
  for (const { id: number, level, name, bounds, tags } of byLevel) {
    if (records.at(-1)?.adminLevel === level) continue
    const id = `r${number}` as BoundaryId
    const country = knownCountry ?? countryCodeOf(tags) ?? records.at(-1)?.country ?? null
    // The area is unknown; the child's leaves it to the boxes whether both are the same land.
    const extent = { bbox: bounds, areaKm2: child.areaKm2 }
    records.push({
      ...extent,
      id,
      name,
      kind: resolveKind(
        {
          boundary: 'administrative',
          tags,
          adminLevel: level,
          isCountry: knownCountry === null && countryCodeOf(tags) !== null,
          country,
          id,
          containedBy: mergedParents(known, records)
            .filter((each) => each.adminLevel! < level && !haveSameExtent(each, extent))
            .map((each) => each.id),
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
      centroid: [bounds[0], bounds[1]],
      vertices: 0,
      source: { url: '', version: null, timestamp: null, fetchedAt: '', stale: false },
    })
  }
  return records
}

/** The map's boxes go around the Earth at the antimeridian, so that in countries across it any may be right. */
const boxMayLieIn = (bounds: BBox, country: BBox): boolean =>
  country[0] > country[2] || bboxWithin(bounds, paddedBBox(country, MAX_SEA_KM))

const boxSize = ([west, south, east, north]: BBox): number => ((east - west + 360) % 360) * (north - south)
