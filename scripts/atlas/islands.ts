/**
 * Islands that the countries' polygons lack and the units have: atolls such as Penrhyn, islets such as Howland and the Senkaku Islands. They
 * become a part of their country as they were drawn, so that every unit has land in its country.
 */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { buildGrid } from '../../src/domain/geometry/contains-grid.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import { type Position, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type Box, boxOf, dissolve, touch } from './geometry.ts'
import type { Unit } from './natural-earth.ts'
import { KM_PER_DEGREE, lonScaleOf } from './nearest-unit.ts'
import { reachesInto } from './one-country.ts'
import type { Place } from './place.ts'

/**
 * A unit that lies apart from all countries is taken whole. Of the others an island is taken only where no country's coast is near: the units
 * are drawn coarsely, so one that is nearer may be a second drawing of an island that the countries have. One that not even the finest
 * coastlines have is an islet, or, where it is drawn large, a reef or a rock.
 *
 * @param coasts positions of the finest coastlines, in degrees
 */
export function withIslands(
  countries: ReadonlyMap<string, Place>,
  drawn: ReadonlyMap<Unit, Rings>,
  coasts: readonly Position[],
): ReadonlyMap<string, Place> {
  const mapped = new MappedLand(
    [...countries.values()].map(({ geometry }) => geometry),
    coasts,
  )
  const islandsOf = (shape: Rings): readonly Rings[] => {
    const parts = polygonsOf(shape)
    return parts.every((part) => mapped.isApart(part)) ? parts : parts.filter((part) => mapped.isIsland(part))
  }
  const islands = Map.groupBy(
    [...drawn].flatMap(([{ country }, shape]) => islandsOf(shape).map((island) => ({ country, island }))),
    ({ country }) => country,
  )
  return new Map(
    [...countries].map(([code, place]) => {
      const own = islands.get(code) ?? []
      if (own.length === 0) return [code, place]
      const geometry = dissolve([place.geometry, ...own.map(({ island }) => island)])
      return [code, { ...place, geometry, datasets: [...place.datasets, 'natural_earth'] }]
    }),
  )
}

/** How far from the countries' coasts an island has to be. */
export const REMOTE_KM = 10

/** The finest coastlines lack only smaller islands. */
const MAX_ISLET_KM2 = 1

/** Coasts are marked on cells of about this size. */
const CELL_UNITS = 0.1 * UNITS_PER_DEGREE
const CELLS_AROUND = 1 << 12

class MappedLand {
  readonly #countries: readonly { readonly box: Box; readonly geometry: Rings }[]
  readonly #grids = new Map<Rings, ReturnType<typeof buildGrid>>()
  readonly #coastsOfCountries = new Set<number>()
  readonly #coasts: ReadonlySet<number>

  constructor(countries: readonly Rings[], coasts: readonly Position[]) {
    this.#countries = countries.map((geometry) => ({ box: boxOf(geometry), geometry }))
    for (const { coords } of countries)
      for (let i = 0; i < coords.length; i += 2) this.#coastsOfCountries.add(cellAt(coords[i], coords[i + 1]))
    this.#coasts = new Set(coasts.map(([lon, lat]) => cellAt(lon * UNITS_PER_DEGREE, lat * UNITS_PER_DEGREE)))
  }

  /** Whether no country has land in common with it. */
  isApart(part: Rings): boolean {
    const box = boxOf(part)
    const near = this.#countries.filter((country) => touch(country.box, box))
    if (near.some(({ geometry }) => reachesInto(part, this.#gridOf(geometry), null))) return false
    const grid = buildGrid(part)
    return !near.some(({ geometry }) => reachesInto(geometry, grid, box))
  }

  /** Whether, besides, no country's coast is near, and it is no reef or rock drawn large. */
  isIsland(part: Rings): boolean {
    const box = boxOf(part)
    if (!hasNear(this.#coasts, box, 0) && areaKm2(part) > MAX_ISLET_KM2) return false
    return !hasNear(this.#coastsOfCountries, box, REMOTE_KM) && this.isApart(part)
  }

  #gridOf(geometry: Rings): ReturnType<typeof buildGrid> {
    const grid = this.#grids.get(geometry) ?? buildGrid(geometry)
    this.#grids.set(geometry, grid)
    return grid
  }
}

const hasNear = (cells: ReadonlySet<number>, [west, south, east, north]: Box, km: number): boolean => {
  const reach = (km / KM_PER_DEGREE) * UNITS_PER_DEGREE
  const aside = reach / lonScaleOf((south + north) / 2 / UNITS_PER_DEGREE)
  const [lastX, lastY] = [Math.floor((east + aside) / CELL_UNITS), Math.floor((north + reach) / CELL_UNITS)]
  for (let x = Math.floor((west - aside) / CELL_UNITS); x <= lastX; x++)
    for (let y = Math.floor((south - reach) / CELL_UNITS); y <= lastY; y++)
      if (cells.has(cellOf(x, y))) return true
  return false
}

const cellAt = (lon: number, lat: number): number =>
  cellOf(Math.floor(lon / CELL_UNITS), Math.floor(lat / CELL_UNITS))

const cellOf = (x: number, y: number): number => x * CELLS_AROUND + y
