/**
 * Islands that the coastlines lack and the units have: atolls such as Penrhyn, islets such as Howland and the Senkaku Islands. They become a part of
 * their country as they were drawn, so that every unit has land in its country.
 */
import { buildGrid } from '../../src/domain/geometry/contains-grid.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import { type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type Box, boxOf, dissolve, touch } from './geometry.ts'
import type { Unit } from './natural-earth.ts'
import { KM_PER_DEGREE, lonScaleOf } from './nearest-unit.ts'
import { reachesInto } from './one-country.ts'
import type { Place } from './place.ts'

/**
 * A unit that lies apart from all countries is taken whole. Of the others an island is taken only where no coast is near: the units are
 * drawn coarsely, so one that is nearer may be a second drawing of an island that the coastlines have.
 */
export function withIslands(
  countries: ReadonlyMap<string, Place>,
  drawn: ReadonlyMap<Unit, Rings>,
): ReadonlyMap<string, Place> {
  const mapped = new MappedLand([...countries.values()].map(({ geometry }) => geometry))
  const islandsOf = (shape: Rings): readonly Rings[] => {
    const parts = polygonsOf(shape)
    return parts.every((part) => mapped.isApart(part)) ? parts : parts.filter((part) => mapped.isRemote(part))
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

/** How far from every coast an island has to be. */
export const REMOTE_KM = 10

/** Coasts are marked on cells of about this size. */
const CELL_UNITS = 0.1 * UNITS_PER_DEGREE
const CELLS_AROUND = 1 << 12

class MappedLand {
  readonly #countries: readonly { readonly box: Box; readonly geometry: Rings }[]
  readonly #grids = new Map<Rings, ReturnType<typeof buildGrid>>()
  readonly #coasts = new Set<number>()

  constructor(countries: readonly Rings[]) {
    this.#countries = countries.map((geometry) => ({ box: boxOf(geometry), geometry }))
    for (const { coords } of countries)
      for (let i = 0; i < coords.length; i += 2)
        this.#coasts.add(cellOf(Math.floor(coords[i] / CELL_UNITS), Math.floor(coords[i + 1] / CELL_UNITS)))
  }

  /** Whether no country has land in common with it. */
  isApart(part: Rings): boolean {
    const box = boxOf(part)
    const near = this.#countries.filter((country) => touch(country.box, box))
    if (near.some(({ geometry }) => reachesInto(part, this.#gridOf(geometry), null))) return false
    const grid = buildGrid(part)
    return !near.some(({ geometry }) => reachesInto(geometry, grid, box))
  }

  /** Whether, besides, no coast is near. */
  isRemote(part: Rings): boolean {
    const [west, south, east, north] = boxOf(part)
    const reach = (REMOTE_KM / KM_PER_DEGREE) * UNITS_PER_DEGREE
    const aside = reach / lonScaleOf((south + north) / 2 / UNITS_PER_DEGREE)
    for (let x = Math.floor((west - aside) / CELL_UNITS); x <= Math.floor((east + aside) / CELL_UNITS); x++)
      for (
        let y = Math.floor((south - reach) / CELL_UNITS);
        y <= Math.floor((north + reach) / CELL_UNITS);
        y++
      )
        if (this.#coasts.has(cellOf(x, y))) return false
    return this.isApart(part)
  }

  #gridOf(geometry: Rings): ReturnType<typeof buildGrid> {
    const grid = this.#grids.get(geometry) ?? buildGrid(geometry)
    this.#grids.set(geometry, grid)
    return grid
  }
}

const cellOf = (x: number, y: number): number => x * CELLS_AROUND + y
