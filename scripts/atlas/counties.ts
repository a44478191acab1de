/** Counties of the United States and what takes their place in Louisiana, Alaska, Virginia and the territories. */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import { polygonCount } from '../../src/domain/geometry/rings.ts'
import type { Packages } from './packages.ts'
import type { Place } from './place.ts'
import { featuresOf, type Topology } from './topojson.ts'

const COUNTY_LEVEL = 6
const UNITED_STATES = 'US'

/** Made or renamed after the list of names was drawn up. https://www.census.gov/programs-surveys/geography/technical-documentation/county-changes.html */
const LATER_NAMES: Readonly<Record<string, string>> = {
  '02158': 'Kusilvak Census Area',
  '46102': 'Oglala Lakota County',
}

/** `states` by ISO 3166-2 code, `countries` by ISO 3166-1 code: territories have codes of both kinds. */
export function readCounties(
  packages: Packages,
  states: ReadonlyMap<string, Place>,
  countries: ReadonlyMap<string, Place>,
  prepare: (parts: readonly GeoJsonArea[]) => Place['geometry'],
): readonly Place[] {
  const topology: Topology = JSON.parse(packages.text('counties'))
  const { names, states: postal } = readNames(packages)
  return featuresOf(topology, 'counties')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, name: short, geometry }): Place[] => {
      const state = postal.get(id.slice(0, 2))!
      const parent = states.get(`${UNITED_STATES}-${state}`) ?? countries.get(state)!
      const name = LATER_NAMES[id] ?? names.get(id) ?? short
      // The District of Columbia is its own county.
      if (parent.name === name) return []
      const shape = prepare([geometry])
      // Falls Church, 5 km², is less than a triangle at this scale.
      if (polygonCount(shape) === 0) return []
      return [
        {
          dataset: 'counties',
          name,
          names: { en: name },
          otherNames: [short],
          country: parent.country,
          iso: null,
          isoAliases: [],
          relation: null,
          wikidata: null,
          fips: id,
          population: null,
          adminLevel: COUNTY_LEVEL,
          tags: parent.country === UNITED_STATES ? { border_type: borderType(name) } : {},
          parent,
          geometry: shape,
        },
      ]
    })
}

/** "Fairfax city" in small letters is a city that belongs to no county. */
const borderType = (name: string): string =>
  /(parish|borough|census area|city)$/i.exec(name)?.[1].toLowerCase().replace(' ', '_') ?? 'county'

/** Full names by FIPS code, and the postal code of each state by the FIPS code of the state. */
function readNames(packages: Packages) {
  const names = new Map<string, string>()
  const states = new Map<string, string>()
  for (const line of packages.text('countyNames').split(/\r?\n/).slice(1)) {
    const [state, stateFips, countyFips, name] = line.split(',')
    if (name === undefined) continue
    names.set(stateFips + countyFips, name)
    states.set(stateFips, state)
  }
  return { names, states }
}
