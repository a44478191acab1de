/** Counties of the United States and their equivalents in Louisiana, Alaska, Virginia and the territories. */
import { polygonCount, type Rings } from '../../src/domain/geometry/rings.ts'
import { fitUnits } from './fit-units.ts'
import { prepareShape } from './geometry.ts'
import type { Packages } from './packages.ts'
import type { Place } from './place.ts'
import { featuresOf, type Topology } from './topojson.ts'

const COUNTY_LEVEL = 6
export const UNITED_STATES = 'US'

/** Created or renamed after the list of names was published. https://www.census.gov/programs-surveys/geography/technical-documentation/county-changes.html */
const LATER_NAMES: Readonly<Record<string, string>> = {
  '02158': 'Kusilvak Census Area',
  '46102': 'Oglala Lakota County',
}

export interface County {
  readonly fips: string
  readonly name: string
  /** Without the word for its kind. */
  readonly shortName: string
  /** Postal code of its state or territory. */
  readonly state: string
  /** As the Census Bureau draws it. */
  readonly shape: Rings
}

export function readCounties(packages: Packages): readonly County[] {
  const topology: Topology = JSON.parse(packages.text('counties'))
  const { names, states } = readNames(packages)
  return (
    featuresOf(topology, 'counties')
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name: shortName, geometry }) => ({
        fips: id,
        name: LATER_NAMES[id] ?? names.get(id) ?? shortName,
        shortName,
        state: states.get(id.slice(0, 2))!,
        shape: prepareShape([geometry]),
      }))
      // Falls Church, 5 km², is less than a triangle at this scale.
      .filter(({ shape }) => polygonCount(shape) > 0)
  )
}

/** `states` by ISO 3166-2 code, `countries` by ISO 3166-1 code: territories have codes of both kinds. */
export function placesOfCounties(
  counties: readonly County[],
  states: ReadonlyMap<string, Place>,
  countries: ReadonlyMap<string, Place>,
): readonly Place[] {
  return [...Map.groupBy(counties, ({ state }) => state)].flatMap(([state, members]) => {
    const parent = states.get(`${UNITED_STATES}-${state}`) ?? countries.get(state)!
    const { shapes } = fitUnits(
      parent.geometry,
      members.map(({ shape }) => shape),
    )
    return (
      members
        .map((county, index) => toPlace(county, shapes[index], parent))
        // The District of Columbia is its own county.
        .filter(({ name, geometry }) => name !== parent.name && polygonCount(geometry) > 0)
    )
  })
}

const toPlace = ({ fips, name, shortName }: County, geometry: Rings, parent: Place): Place => ({
  layer: 'counties',
  datasets: ['openstreetmap', 'us_census'],
  name,
  names: { en: name },
  otherNames: [{ name: shortName, source: 'f' }],
  country: parent.country,
  iso: null,
  isoAliases: [],
  relation: null,
  wikidata: null,
  fips,
  population: null,
  adminLevel: COUNTY_LEVEL,
  tags: parent.country === UNITED_STATES ? { border_type: borderType(name) } : {},
  parent,
  geometry,
})

/** "Fairfax city", in lower case, is a city outside any county. */
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
