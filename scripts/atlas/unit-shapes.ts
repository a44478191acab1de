/**
 * The land of the units of a country, fitted to it. States of the United States are made of their counties, which are more detailed;
 * their shares of the Great Lakes, which belong to no county, come from the states.
 */

import { INSIDE, locate } from '../../src/domain/geometry/contains.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import { polygonCount, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type County, UNITED_STATES } from './counties.ts'
import { type Fitted, fitUnits } from './fit-units.ts'
import { boxOf, dissolve, prepareShape, subtract, touch } from './geometry.ts'
import type { Unit } from './natural-earth.ts'
import type { Place } from './place.ts'

/** Units as the data set draws them. */
export const drawnUnits = (units: readonly Unit[]): ReadonlyMap<Unit, Rings> =>
  new Map(units.map((unit) => [unit, prepareShape(unit.parts)]))

/**
 * @param territoriesOf countries whose land is also part of another country, by that country's code
 * @param withIslands gives islands outside all units to one of them
 */
export const shapesOfUnits =
  (
    drawnOf: ReadonlyMap<Unit, Rings>,
    counties: readonly County[],
    countries: ReadonlyMap<string, Place>,
    territoriesOf: ReadonlyMap<string, readonly string[]>,
    withIslands: (land: Rings, units: readonly Unit[], fitted: Fitted) => Fitted,
    report: (line: string) => void,
    onGaps: (country: string, gaps: Rings) => void,
  ) =>
  (country: Place, units: readonly Unit[]): readonly Rings[] => {
    const drawn = units.map((unit) => drawnOf.get(unit)!)
    const shapes = country.country === UNITED_STATES ? statesOfCounties(units, drawn, counties) : drawn
    const territories = (territoriesOf.get(country.country) ?? []).map(
      (code) => countries.get(code)!.geometry,
    )
    const others = territories.filter((territory) => !shapes.some((shape) => liesIn(shape, territory)))
    const land = others.length === 0 ? country.geometry : subtract(country.geometry, others)
    const fitted = withIslands(land, units, fitUnits(land, shapes))
    onGaps(country.country, fitted.gaps)
    for (const [index, shape] of fitted.shapes.entries())
      if (polygonCount(shape) === 0)
        report(`${country.country} ${units[index].name} lies outside its country`)
    return fitted.shapes.map(withoutInnerEdges)
  }

/** Fitting may leave a triangle beside the part that it belongs to: polygons that share an edge are one. */
const withoutInnerEdges = (shape: Rings): Rings => (hasInnerEdge(shape) ? dissolve([shape]) : shape)

const hasInnerEdge = ({ coords, ringEnds }: Rings): boolean => {
  const edges = new Set<string>()
  let start = 0
  for (const end of ringEnds) {
    for (let at = start; at < end; at++) {
      const next = at + 1 === end ? start : at + 1
      const [from, to] = [at, next].map((vertex) => `${coords[2 * vertex]} ${coords[2 * vertex + 1]}`)
      if (edges.has(`${to} ${from}`)) return true
      edges.add(`${from} ${to}`)
    }
    start = end
  }
  return false
}

/** Whether the shape's inside point is in the other one. */
const liesIn = (shape: Rings, other: Rings): boolean => {
  if (polygonCount(shape) === 0) return false
  const [lon, lat] = pointOnSurface(shape)
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
