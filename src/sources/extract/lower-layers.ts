/**
 * Compares an extract with the layers below it: finds the country and state around a city extract, and the boundaries of
 * lower layers that the extract replaces.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type Locator, shareInside } from '../../domain/boundary/hierarchy.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import { foldedNames } from '../../domain/catalog/folded-names.ts'
import type { Aliases, BoundarySource, BoundaryStore } from '../../domain/catalog/ports.ts'
import { bboxContains } from '../../domain/geometry/bbox.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { RayIndex } from '../../domain/geometry/ray-index.ts'
import type { BBox, Position, Rings } from '../../domain/geometry/rings.ts'
import { lazily } from '../../util/lazily.ts'
import { sharedLand } from './land-share.ts'

/** The fields of a boundary of the extract that are compared. */
interface Compared {
  readonly id: BoundaryId
  readonly name: string
  readonly adminLevel: number | null
  readonly areaKm2: number
  readonly centroid: Position
  readonly samples: Float64Array
  readonly wikidata: string | null
  readonly isoCodes: readonly string[]
  readonly country: string | null
}

/** A boundary whose polygon may also be needed. */
interface Drawn extends Compared {
  readonly bbox: BBox
  rings(): Rings
}

/** Reason for a match with a counterpart, the surest first. */
export type MatchedBy = 'id' | 'iso' | 'wikidata' | 'land'

export interface Counterpart {
  readonly record: BoundaryRecord
  readonly by: MatchedBy
  /** Intersection over union of the two drawings if they were compared; 1 for a surer match. */
  readonly overlap: number
}

export interface LowerLayers {
  /**
   * Returns administrative boundaries of other sources that contain most of the given one, or of its land, and have a lower
   * level; country first.
   */
  around(boundary: Drawn): Promise<readonly BoundaryRecord[]>
  /** Returns boundaries of the lower layers that are the same place. */
  counterparts(boundary: Compared): Promise<readonly Counterpart[]>
  /** Returns names and codes by which the lower layers find these boundaries, beyond those of their records. */
  aliases(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>>
}

/** Lower layers have nothing deeper: world atlases end at municipalities. */
const FINEST_LEVEL = 8
const MIN_SHARE = 0.5
/** Minimum intersection over union of two drawings of one place: for namesakes, and for namesakes at the same level. */
const MIN_OVERLAP = 0.8
/** An atlas draws small communes coarsely: those of Liechtenstein and Andorra overlap by 0.24 to 0.81. */
const MIN_OVERLAP_AT_LEVEL = 0.2
/** The polygons of states are large and needed again and again by their parts. */
const LOCATORS_KEPT = 64

const COUNTRY_LEVEL = 2

/** Polygons of surrounding records, indexed for point tests. Kept between fetches, because states are large. */
export type Locators = Map<string, Locator>

/** `store` has earlier imports, which are more accurate than the lower layers about the surroundings of an extract. */
export const lowerLayersOf = (
  sources: readonly BoundarySource[],
  store: BoundaryStore,
  locators: Locators = new Map(),
): LowerLayers => {
  const locatorFor = async (
    source: BoundarySource,
    id: BoundaryId,
    revision: number,
  ): Promise<Locator | null> => {
    const key = `${source.origin} ${id} ${revision}`
    const kept = locators.get(key)
    if (kept !== undefined) return kept
    const geometry = await source.geometry(id)
    if (geometry === null) return null
    const locator = new RayIndex(decodeRings(geometry.rings))
    if (locators.size >= LOCATORS_KEPT) locators.delete(locators.keys().next().value!)
    locators.set(key, locator)
    return locator
  }

  /** Returns every record whose box contains the centre of the boundary, with the share of the boundary inside it. */
  const overlapping = async (
    asked: readonly BoundarySource[],
    boundary: Compared,
    isOfInterest: (record: BoundaryRecord) => boolean,
  ) => {
    const found: { record: BoundaryRecord; share: number }[] = []
    for (const source of asked) {
      const candidates = await source.candidates(boundary.centroid)
      if (candidates.length === 0) continue
      const revisions = new Map(candidates.map(({ id, revision }) => [id, revision]))
      for (const record of await source.records([...revisions.keys()])) {
        if (!isOfInterest(record) || !bboxContains(record.bbox, boundary.centroid)) continue
        const locator = await locatorFor(source, record.id, revisions.get(record.id)!)
        if (locator === null) continue
        found.push({ record, share: shareInside(boundary.samples, locator) })
      }
    }
    return found
  }

  /**
   * Returns every record whose box meets the boundary's, with their shared land as a share of the boundary's land in all
   * countries.
   */
  const sharingLand = async (boundary: Drawn, isOfInterest: (record: BoundaryRecord) => boolean) => {
    const rings = boundary.rings()
    const found: { record: BoundaryRecord; land: number }[] = []
    for (const source of [store, ...sources]) {
      const candidates = await source.candidatesIn(boundary.bbox)
      const ids = [...new Set(candidates.map(({ id }) => id))]
      for (const record of await source.records(ids)) {
        if (!isOfInterest(record)) continue
        const geometry = await source.geometry(record.id)
        if (geometry === null) continue
        found.push({ record, land: sharedLand(rings, boundary.bbox, decodeRings(geometry.rings)) })
      }
    }
    const countries = found.filter(({ record }) => record.adminLevel === COUNTRY_LEVEL)
    const ofCountries = countries.reduce((sum, { land }) => sum + land, 0)
    return found
      .filter(({ land }) => land > 0)
      .map(({ record, land }) => ({ record, share: land / ofCountries }))
  }

  const overrides = lazily(() => store.overrides())
  return {
    async around(boundary) {
      const { superseded, coveredCountries } = await overrides.get()
      const isHidden = ({ id, origin, country, adminLevel }: BoundaryRecord): boolean =>
        origin !== store.origin &&
        (superseded.has(id) || (adminLevel !== COUNTRY_LEVEL && coveredCountries.has(country ?? '')))
      const level = boundary.adminLevel ?? Number.POSITIVE_INFINITY
      const isAbove = (record: BoundaryRecord): boolean =>
        record.adminLevel !== null &&
        record.adminLevel >= COUNTRY_LEVEL &&
        record.adminLevel < level &&
        record.id !== boundary.id &&
        !isHidden(record)
      const isLargeEnough = ({ areaKm2 }: BoundaryRecord): boolean => areaKm2 >= boundary.areaKm2 / 2
      const found = await overlapping(
        [store, ...sources],
        boundary,
        (record) => isAbove(record) && isLargeEnough(record),
      )
      const around = onePerLevel(found.filter(({ share }) => share >= MIN_SHARE))
      if (around.some(({ adminLevel }) => adminLevel === COUNTRY_LEVEL)) return around
      const byLand = await sharingLand(boundary, isAbove)
      return onePerLevel([
        ...byLand.filter(({ share }) => share >= MIN_SHARE),
        ...around.map((record) => ({ record })),
      ])
    },
    async counterparts(boundary) {
      const { adminLevel } = boundary
      if (adminLevel === null || adminLevel > FINEST_LEVEL) return []
      const counterparts = new Map<BoundaryId, Counterpart>()
      const add = (by: MatchedBy, records: readonly BoundaryRecord[], overlap = 1): void => {
        for (const record of records)
          if (!counterparts.has(record.id)) counterparts.set(record.id, { record, by, overlap })
      }
      for (const source of sources) {
        const number = Number(boundary.id.slice(1))
        add('id', await source.find({ by: boundary.id[0] === 'r' ? 'relation' : 'way', number }))
        for (const code of boundary.isoCodes) add('iso', await source.find({ by: 'iso', code }))
        if (boundary.wikidata !== null)
          add('wikidata', await source.find({ by: 'wikidata', entity: boundary.wikidata }))
      }
      const name = foldName(boundary.name)
      const isNamesake = (record: BoundaryRecord): boolean =>
        record.country === boundary.country &&
        (record.adminLevel === COUNTRY_LEVEL) === (adminLevel === COUNTRY_LEVEL) &&
        foldedNames(record).has(name)
      for (const { record, share } of await overlapping(sources, boundary, isNamesake)) {
        const shared = share * boundary.areaKm2
        const overlap = shared / (boundary.areaKm2 + record.areaKm2 - shared)
        const least = record.adminLevel === adminLevel ? MIN_OVERLAP_AT_LEVEL : MIN_OVERLAP
        if (overlap >= least) add('land', [record], overlap)
      }
      return [...counterparts.values()]
    },
    async aliases(ids) {
      const aliases = new Map<BoundaryId, Aliases>()
      for (const source of sources.toReversed())
        for (const [id, each] of (await source.aliases?.(ids)) ?? []) aliases.set(id, each)
      return aliases
    },
  }
}

/**
 * Returns the smallest of several at a level: the dependency, not the realm. On land that two countries share, only records
 * of the chosen country.
 */
const onePerLevel = (found: readonly { readonly record: BoundaryRecord }[]): BoundaryRecord[] => {
  const chain = smallestPerLevel(found)
  const country = chain.find(({ adminLevel }) => adminLevel === COUNTRY_LEVEL)
  return country === undefined || country.parents.length > 0
    ? chain
    : chain.filter((record) => record.country === null || record.country === country.country)
}

const smallestPerLevel = (found: readonly { readonly record: BoundaryRecord }[]): BoundaryRecord[] => {
  const byLevel = new Map<number, BoundaryRecord>()
  for (const { record } of found) {
    const level = record.adminLevel ?? 0
    const rival = byLevel.get(level)
    if (rival === undefined || record.areaKm2 < rival.areaKm2) byLevel.set(level, record)
  }
  return [...byLevel.entries()].sort(([a], [b]) => a - b).map(([, record]) => record)
}
