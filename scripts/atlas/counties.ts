/** Counties of the United States and their equivalents in Louisiana, Alaska, Virginia and the territories. */
import { polygonCount, type Rings } from '../../src/domain/geometry/rings.ts'
import { fitUnits } from './fit-units.ts'
import { prepareShape } from './geometry.ts'
import type { Packages } from './packages.ts'
import type { Layer, Place } from './place.ts'
import { featuresOf, type TopoFeature, type Topology } from './topojson.ts'

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

/** Planning regions of Connecticut have codes from 09110. */
const isPlanningRegion = (fips: string): boolean => /^091[1-9]0$/.test(fips)

interface CensusUnits {
  readonly counties: readonly County[]
  /** The nine of Connecticut: the Census Bureau counts them in place of its counties, whose land they divide otherwise. */
  readonly planningRegions: readonly County[]
}

export function readCensusUnits(packages: Packages): CensusUnits {
  const { names, states } = readNames(packages)
  const read = (key: 'counties' | 'laterCounties'): readonly TopoFeature[] => {
    const topology: Topology = JSON.parse(packages.text(key))
    return featuresOf(topology, 'counties')
  }
  const toCounty = ({ id, name: shortName, geometry }: TopoFeature): County => ({
    fips: id,
    name: isPlanningRegion(id)
      ? `${shortName} Planning Region`
      : (LATER_NAMES[id] ?? names.get(id) ?? shortName),
    shortName,
    state: states.get(id.slice(0, 2))!,
    shape: prepareShape([geometry]),
  })
  const units = [...read('counties'), ...read('laterCounties').filter(({ id }) => isPlanningRegion(id))]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(toCounty)
    // Falls Church, 5 km², is less than a triangle at this scale.
    .filter(({ shape }) => polygonCount(shape) > 0)
  return {
    counties: units.filter(({ fips }) => !isPlanningRegion(fips)),
    planningRegions: units.filter(({ fips }) => isPlanningRegion(fips)),
  }
}

/** `states` by ISO 3166-2 code, `countries` by ISO 3166-1 code: territories have codes of both kinds. */
export const placesOfCensusUnits = (
  { counties, planningRegions }: CensusUnits,
  states: ReadonlyMap<string, Place>,
  countries: ReadonlyMap<string, Place>,
): readonly Place[] => [
  ...fitted(counties, 'counties', states, countries),
  ...fitted(planningRegions, 'planningRegions', states, countries),
]

function fitted(
  counties: readonly County[],
  layer: CensusLayer,
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
        .map((county, index) => toPlace(county, layer, shapes[index], parent))
        // The District of Columbia is its own county.
        .filter(({ name, geometry }) => name !== parent.name && polygonCount(geometry) > 0)
    )
  })
}

type CensusLayer = Extract<Layer, 'counties' | 'planningRegions'>

const LEVELS: Readonly<Record<CensusLayer, number>> = { planningRegions: 5, counties: 6 }

const toPlace = (
  { fips, name, shortName }: County,
  layer: CensusLayer,
  geometry: Rings,
  parent: Place,
): Place => ({
  layer,
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
  adminLevel: LEVELS[layer],
  tags: parent.country === UNITED_STATES ? { border_type: borderType(name) } : {},
  parent,
  geometry,
})

/** "Fairfax city", in lower case, is a city outside any county. */
const borderType = (name: string): string =>
  /(parish|borough|census area|city|planning region)$/i.exec(name)?.[1].toLowerCase().replace(' ', '_') ??
  'county'

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
