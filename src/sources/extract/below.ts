/**
 * What the sources below an extract say of places: the country and state around a city extract, and which of their
 * boundaries the extract's own replace.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type Locator, shareInside } from '../../domain/boundary/hierarchy.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import type { BoundarySource, BoundaryStore, Overrides } from '../../domain/catalog/ports.ts'
import { bboxContains } from '../../domain/geometry/bbox.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { RayIndex } from '../../domain/geometry/ray-index.ts'
import type { Position } from '../../domain/geometry/rings.ts'

/** A boundary of the extract, as far as it is compared. */
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

/** How a twin was recognised, the surest first. */
export type TwinBy = 'id' | 'iso' | 'wikidata' | 'land'

export interface Twin {
  readonly record: BoundaryRecord
  readonly by: TwinBy
}

export interface Below {
  /** Administrative boundaries of other sources that hold most of the given one and are of a lower level, country first. */
  around(boundary: Compared): Promise<readonly BoundaryRecord[]>
  /** Boundaries of the sources that are the same place. */
  twins(boundary: Compared): Promise<readonly Twin[]>
}

/** Sources below hold nothing finer: world atlases end at municipalities. */
const FINEST_LEVEL = 8
const LEAST_SHARE = 0.5
/** Intersection over union from which two drawings are one place. */
const LEAST_OVERLAP = 0.8
/** Polygons of states are large and asked for again and again by their parts. */
const LOCATORS_KEPT = 64

const COUNTRY_LEVEL = 2

/** `store` is where earlier imports are: it knows better than the sources below what is around an extract. */
export const belowOf = (sources: readonly BoundarySource[], store: BoundaryStore): Below => {
  const locators = new Map<string, Locator>()
  const locatorFor = async (source: BoundarySource, id: BoundaryId): Promise<Locator | null> => {
    const key = `${source.origin} ${id}`
    const kept = locators.get(key)
    if (kept !== undefined) return kept
    const geometry = await source.geometry(id)
    if (geometry === null) return null
    const locator = new RayIndex(decodeRings(geometry.rings))
    if (locators.size >= LOCATORS_KEPT) locators.delete(locators.keys().next().value!)
    locators.set(key, locator)
    return locator
  }

  /** Every record whose box has the centre of the boundary, with the share of the boundary inside it. */
  const overlapping = async (
    asked: readonly BoundarySource[],
    boundary: Compared,
    isOfInterest: (record: BoundaryRecord) => boolean,
  ) => {
    const found: { record: BoundaryRecord; share: number }[] = []
    for (const source of asked) {
      const candidates = await source.candidates(boundary.centroid)
      if (candidates.length === 0) continue
      const records = await source.records(candidates.map(({ id }) => id))
      for (const record of records) {
        if (!isOfInterest(record) || !bboxContains(record.bbox, boundary.centroid)) continue
        const locator = await locatorFor(source, record.id)
        if (locator === null) continue
        found.push({ record, share: shareInside(boundary.samples, locator) })
      }
    }
    return found
  }

  let overrides: Promise<Overrides> | null = null
  return {
    async around(boundary) {
      overrides ??= store.overrides()
      const { superseded, coveredCountries } = await overrides
      const isHidden = ({ id, origin, country, adminLevel }: BoundaryRecord): boolean =>
        origin !== store.origin &&
        (superseded.has(id) || (adminLevel !== COUNTRY_LEVEL && coveredCountries.has(country ?? '')))
      const level = boundary.adminLevel ?? Number.POSITIVE_INFINITY
      const found = await overlapping(
        [store, ...sources],
        boundary,
        (record) =>
          record.adminLevel !== null &&
          record.adminLevel < level &&
          record.areaKm2 >= boundary.areaKm2 / 2 &&
          !isHidden(record),
      )
      return onePerLevel(found.filter(({ share }) => share >= LEAST_SHARE))
    },
    async twins(boundary) {
      const { adminLevel } = boundary
      if (adminLevel === null || adminLevel > FINEST_LEVEL) return []
      const twins = new Map<BoundaryId, Twin>()
      const add = (by: TwinBy, records: readonly BoundaryRecord[]): void => {
        for (const record of records) if (!twins.has(record.id)) twins.set(record.id, { record, by })
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
        [record.name, ...Object.values(record.names)].some((other) => foldName(other) === name)
      for (const { record, share } of await overlapping(sources, boundary, isNamesake)) {
        const shared = share * boundary.areaKm2
        if (shared / (boundary.areaKm2 + record.areaKm2 - shared) >= LEAST_OVERLAP) add('land', [record])
      }
      return [...twins.values()]
    },
  }
}

/** Of several at a level the smallest: the dependency, not the realm. */
const onePerLevel = (found: readonly { readonly record: BoundaryRecord }[]): BoundaryRecord[] => {
  const byLevel = new Map<number, BoundaryRecord>()
  for (const { record } of found) {
    const level = record.adminLevel ?? 0
    const rival = byLevel.get(level)
    if (rival === undefined || record.areaKm2 < rival.areaKm2) byLevel.set(level, record)
  }
  return [...byLevel.entries()].sort(([a], [b]) => a - b).map(([, record]) => record)
}
