/** Assembles the polygons of disputed land from the finished places of the atlas. */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxesOverlap, bboxOf, bboxWithin } from '../../src/domain/geometry/bbox.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import {
  type BBox,
  EMPTY_RINGS,
  polygonCount,
  type Rings,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'
import { ringsOfBox } from '../../src/domain/geometry/tiles.ts'
import { common, dissolve, onGrid, subtract } from './geometry.ts'
import { isSubdivision, type Place } from './place.ts'
import type { DisputeEntry } from './read-disputes.ts'

export interface DisputedLand {
  readonly entry: DisputeEntry
  readonly land: Rings
}

/**
 * In the order of the entries. Land that two countries share is a separate polygon beside the rest, so that each of them contains it
 * whole. Throws when an entry has no land, or names a place that the atlas lacks.
 */
export const disputedLand = (
  entries: readonly DisputeEntry[],
  places: readonly Place[],
  unmapped: ReadonlyMap<DisputeEntry, Rings>,
): readonly DisputedLand[] => {
  const atlas = new Atlas(places)
  return entries.map((entry) => {
    const shared = dissolve(sharedOf(entry, atlas))
    const others = dissolve([
      ...wholeOf(entry, atlas),
      ...restOf(entry, atlas),
      unmapped.get(entry) ?? EMPTY_RINGS,
    ])
    const land = joinRings(
      [shared, subtract(others, [shared])].map((part) =>
        entry.near === undefined ? part : common(part, boxRings(entry.near)),
      ),
    )
    if (polygonCount(land) === 0) throw new Error(`${entry.area} has no land (data/atlas/disputed.yaml).`)
    return { entry, land }
  })
}

/** The land of the entries that no country's polygon covers. */
export const unmappedLand = (
  entries: readonly DisputeEntry[],
  countries: ReadonlyMap<string, Place>,
  coastlines: readonly GeoJsonArea[],
): ReadonlyMap<DisputeEntry, Rings> =>
  new Map(
    entries.flatMap((entry) => {
      const { nobody, islands, near } = entry
      if ((nobody ?? islands) === undefined || near === undefined) return []
      const drawn = [...countries.values()].filter(({ geometry }) => bboxesOverlap(bboxOf(geometry), near))
      const shapes = drawn.map(({ geometry }) => geometry)
      const land = nobody
        ? withoutSlivers(subtract(boxRings(near), shapes))
        : subtract(dissolve(islandsIn(coastlines, near)), shapes)
      return [[entry, land] as const]
    }),
  )

const islandsIn = (coastlines: readonly GeoJsonArea[], box: BBox): readonly Rings[] =>
  coastlines
    .map((land) => ringsFromGeoJson(land))
    .filter((island) => bboxWithin(bboxOf(island), box))
    .map(onGrid)

/** The countries with the land that only they administer but no polygon covers, so that every point there has a country. */
export const withAdministered = (
  countries: ReadonlyMap<string, Place>,
  unmapped: ReadonlyMap<DisputeEntry, Rings>,
): ReadonlyMap<string, Place> => {
  const given = new Map(countries)
  for (const [{ administered_by }, land] of unmapped) {
    const [only, ...others] = administered_by
    const place = given.get(only)
    if (place !== undefined && others.length === 0)
      given.set(only, { ...place, geometry: dissolve([place.geometry, land]) })
  }
  return given
}

class Atlas {
  readonly #byCode = new Map<string, Place>()
  readonly #places: readonly Place[]

  constructor(places: readonly Place[]) {
    this.#places = places
    for (const place of places) if (place.iso !== null) this.#byCode.set(place.iso, place)
  }

  /** By ISO 3166 code. */
  shape(code: string): Rings {
    const place = this.#byCode.get(code)
    if (place === undefined) throw new Error(`The atlas has no ${code} (data/atlas/disputed.yaml).`)
    return place.geometry
  }

  units(country: string): readonly Rings[] {
    return this.#places
      .filter((place) => isSubdivision(place) && place.country === country)
      .map(({ geometry }) => geometry)
  }
}

const wholeOf = ({ units = [], inside }: DisputeEntry, atlas: Atlas): readonly Rings[] =>
  [...units, ...(inside === undefined ? [] : [inside])].map((code) => atlas.shape(code))

const sharedOf = ({ shared, claimants }: DisputeEntry, atlas: Atlas): readonly Rings[] =>
  shared === undefined
    ? []
    : claimants.flatMap((one, index) =>
        claimants.slice(index + 1).map((other) => common(atlas.shape(one), atlas.shape(other))),
      )

const restOf = ({ rest_of: country }: DisputeEntry, atlas: Atlas): readonly Rings[] =>
  country === undefined ? [] : [withoutSlivers(subtract(atlas.shape(country), atlas.units(country)))]

/** Smaller pieces of a difference are artefacts of two data sets drawing one line. */
const SLIVER_KM2 = 10

const withoutSlivers = (rings: Rings): Rings =>
  joinRings(polygonsOf(rings).filter((polygon) => areaKm2(polygon) >= SLIVER_KM2))

const boxRings = ([west, south, east, north]: BBox): Rings =>
  ringsOfBox([toUnits(west), toUnits(south), toUnits(east), toUnits(north)])

const toUnits = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE)
