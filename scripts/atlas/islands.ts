/**
 * Adds islands that the polygons of countries lack. An island of the finer coastlines within a sliver of a unit belongs to the unit's
 * country (the Senkaku Islands), another one to the country in whose waters it lies (Clipperton). A unit far from all land, such as Penrhyn
 * or Howland, is added to its country as drawn.
 */
import Flatbush from 'flatbush'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { buildGrid } from '../../src/domain/geometry/contains-grid.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import { type Position, polygonCount, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type Box, boxOf, dissolve, onGrid } from './geometry.ts'
import type { Unit } from './natural-earth.ts'
import { nearestOf } from './nearest-unit.ts'
import { reachesInto } from './one-country.ts'
import type { Place } from './place.ts'

/**
 * @param coastlines polygons of all land, finer than those of the countries
 * @param waters the country that has the waters around a point; null where they are nobody's or disputed
 * @param territoriesOf countries whose land is also part of another country, by that country's code
 */
export function withIslands(
  countries: ReadonlyMap<string, Place>,
  drawn: ReadonlyMap<Unit, Rings>,
  coastlines: readonly GeoJsonArea[],
  waters: (point: Position) => string | null,
  territoriesOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Place> {
  const add = (places: ReadonlyMap<string, Place>, islands: readonly Island[], datasets: Place['datasets']) =>
    added(places, islands, datasets, territoriesOf)
  const withCoasts = add(countries, islandsOfCoastlines(countries, drawn, coastlines, waters), [])
  const mapped = new MappedLand(withCoasts)
  const apart = [...drawn].flatMap(([{ country }, shape]) =>
    polygonCount(shape) > 0 && mapped.isApart(shape) ? [{ country, island: shape }] : [],
  )
  return add(withCoasts, apart, ['natural_earth'])
}

interface Island {
  readonly country: string
  readonly island: Rings
}

const MIN_REMOTE_KM2 = 0.05

/** Wider polygons are not forgotten islands. */
const MAX_ISLAND_DEGREES = 1

function islandsOfCoastlines(
  countries: ReadonlyMap<string, Place>,
  drawn: ReadonlyMap<Unit, Rings>,
  coastlines: readonly GeoJsonArea[],
  waters: (point: Position) => string | null,
): readonly Island[] {
  const mapped = new MappedLand(countries)
  const codes = [...countries.keys()]
  const nearest = nearestOf(() =>
    [...drawn].map(([{ country }, rings]) => ({ unit: codes.indexOf(country), rings })),
  )
  return coastlines.flatMap((land) => {
    const island = onGrid(ringsFromGeoJson(land))
    if (polygonCount(island) === 0) return []
    const [west, south, east, north] = boxOf(island)
    if (Math.max(east - west, north - south) > MAX_ISLAND_DEGREES * UNITS_PER_DEGREE) return []
    if (!mapped.isApart(island)) return []
    const shares = nearest(island)
    if (shares.length === 1 && shares[0][0] >= 0) return [{ country: codes[shares[0][0]], island }]
    // Near two countries, and on the open sea, the waters decide; an islet there is a rock or a mistake.
    const country = areaKm2(island) < MIN_REMOTE_KM2 ? null : waters(pointOnSurface(island))
    return country === null ? [] : [{ country, island }]
  })
}

function added(
  countries: ReadonlyMap<string, Place>,
  islands: readonly Island[],
  datasets: Place['datasets'],
  territoriesOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Place> {
  const ofCountry = Map.groupBy(islands, ({ country }) => country)
  return new Map(
    [...countries].map(([code, place]) => {
      const own = [code, ...(territoriesOf.get(code) ?? [])].flatMap((each) => ofCountry.get(each) ?? [])
      if (own.length === 0) return [code, place]
      const geometry = dissolve([place.geometry, ...own.map(({ island }) => island)])
      return [code, { ...place, geometry, datasets: [...place.datasets, ...datasets] }]
    }),
  )
}

/** The polygons of all countries. */
class MappedLand {
  readonly #polygons: readonly { readonly box: Box; readonly rings: Rings }[]
  readonly #index: Flatbush
  readonly #grids = new Map<Rings, ReturnType<typeof buildGrid>>()

  constructor(countries: ReadonlyMap<string, Place>) {
    this.#polygons = [...countries.values()]
      .flatMap(({ geometry }) => polygonsOf(geometry))
      .map((rings) => ({ box: boxOf(rings), rings }))
    this.#index = new Flatbush(this.#polygons.length)
    for (const { box } of this.#polygons) this.#index.add(...box)
    this.#index.finish()
  }

  /** Whether it overlaps no country. */
  isApart(shape: Rings): boolean {
    const box = boxOf(shape)
    const near = this.#index.search(...box).map((polygon) => this.#polygons[polygon].rings)
    if (near.length === 0) return true
    if (near.some((rings) => reachesInto(shape, this.#gridOf(rings), null))) return false
    const grid = buildGrid(shape)
    return !near.some((rings) => reachesInto(rings, grid, box))
  }

  #gridOf(rings: Rings): ReturnType<typeof buildGrid> {
    const grid = this.#grids.get(rings) ?? buildGrid(rings)
    this.#grids.set(rings, grid)
    return grid
  }
}
