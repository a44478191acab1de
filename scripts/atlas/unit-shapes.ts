/**
 * The land of the units of a country, fitted to it. States of the United States are made of their counties, which are drawn in more detail;
 * their shares of the Great Lakes, which no county has, come from the states.
 */

import { INSIDE, locate } from '../../src/domain/geometry/contains.ts'
import { buildGrid } from '../../src/domain/geometry/contains-grid.ts'
import { pointInside } from '../../src/domain/geometry/inside.ts'
import { polygonCount, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type County, UNITED_STATES } from './counties.ts'
import { fitUnits } from './fit-units.ts'
import { boxOf, dissolve, prepareShape, subtract } from './geometry.ts'
import type { Unit } from './natural-earth.ts'
import { reachesInto } from './one-country.ts'
import type { Place } from './place.ts'

/** Units as the data set draws them. */
export const drawnUnits = (units: readonly Unit[]): ReadonlyMap<Unit, Rings> =>
  new Map(units.map((unit) => [unit, prepareShape(unit.parts)]))

/**
 * The countries with the units that lie apart from all of them: atolls and islets that the coastlines lack, such as Penrhyn and Howland. They stay
 * as they were drawn.
 */
export function withIslands(
  countries: ReadonlyMap<string, Place>,
  drawn: ReadonlyMap<Unit, Rings>,
): ReadonlyMap<string, Place> {
  const lands = [...countries.values()].map(({ geometry }) => ({
    box: boxOf(geometry),
    grid: buildGrid(geometry),
    geometry,
  }))
  const liesApart = (shape: Rings): boolean => {
    if (polygonCount(shape) === 0) return false
    const box = boxOf(shape)
    const near = lands.filter((land) => touch(land.box, box))
    if (near.some(({ grid }) => reachesInto(shape, grid, null))) return false
    const grid = buildGrid(shape)
    return !near.some(({ geometry }) => reachesInto(geometry, grid, box))
  }
  const islands = Map.groupBy(
    [...drawn].filter(([, shape]) => liesApart(shape)),
    ([{ country }]) => country,
  )
  return new Map(
    [...countries].map(([code, place]) => {
      const own = (islands.get(code) ?? []).map(([, shape]) => shape)
      if (own.length === 0) return [code, place]
      const geometry = dissolve([place.geometry, ...own])
      return [code, { ...place, geometry, datasets: [...place.datasets, 'natural_earth'] }]
    }),
  )
}

/** @param territoriesOf countries whose land is in another one's as well, by the code of that one */
export const shapesOfUnits =
  (
    drawnOf: ReadonlyMap<Unit, Rings>,
    counties: readonly County[],
    countries: ReadonlyMap<string, Place>,
    territoriesOf: ReadonlyMap<string, readonly string[]>,
    report: (line: string) => void,
  ) =>
  (country: Place, units: readonly Unit[]): readonly Rings[] => {
    const drawn = units.map((unit) => drawnOf.get(unit)!)
    const shapes = country.country === UNITED_STATES ? statesOfCounties(units, drawn, counties) : drawn
    const territories = (territoriesOf.get(country.country) ?? []).map(
      (code) => countries.get(code)!.geometry,
    )
    const others = territories.filter((territory) => !shapes.some((shape) => liesIn(shape, territory)))
    const land = others.length === 0 ? country.geometry : subtract(country.geometry, others)
    const fitted = fitUnits(land, shapes)
    for (const [index, shape] of fitted.shapes.entries())
      if (polygonCount(shape) === 0)
        report(`${country.country} ${units[index].name} lies outside its country`)
    return fitted.shapes
  }

type Box = ReturnType<typeof boxOf>

const touch = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** Whether the shape's inside point is in the other one. */
const liesIn = (shape: Rings, other: Rings): boolean => {
  if (polygonCount(shape) === 0) return false
  const [lon, lat] = pointInside(shape)
  return locate(other, Math.round(lon * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)) === INSIDE
}

function statesOfCounties(
  units: readonly Unit[],
  drawn: readonly Rings[],
  counties: readonly County[],
): readonly Rings[] {
  const ofState = Map.groupBy(counties, ({ state }) => `${UNITED_STATES}-${state}`)
  const boxes = new Map(counties.map((county) => [county, boxOf(county.shape)]))
  return units.map(({ iso }, index) => {
    const own = ofState.get(iso ?? '') ?? []
    const box = boxOf(drawn[index])
    const near = counties.filter((county) => touch(boxes.get(county)!, box))
    const beyondCounties = subtract(
      drawn[index],
      near.map(({ shape }) => shape),
    )
    return dissolve([...own.map(({ shape }) => shape), beyondCounties])
  })
}
