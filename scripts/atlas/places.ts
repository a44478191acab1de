/** Assembles all places of the atlas, parents before children, each with an identifier. */
import { join } from 'node:path'
import type { KindTables } from '../../src/domain/boundary/kind-table.ts'
import { bboxContains } from '../../src/domain/geometry/bbox.ts'
import type { Position, Rings } from '../../src/domain/geometry/rings.ts'
import { readResearchedCoverage } from '../../src/sources/atlas/atlas-coverage.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { checkNames } from './check-names.ts'
import { withAliases } from './code-aliases.ts'
import { readRowCorrections } from './corrected-rows.ts'
import { placesOfCensusUnits, readCensusUnits } from './counties.ts'
import { readCountries } from './countries.ts'
import { readSurroundings } from './country-of-point.ts'
import { readCountryRules } from './country-rules.ts'
import { unmappedLand, withAdministered } from './disputed-land.ts'
import { type Gap, gapsOf } from './gaps.ts'
import { dissolve } from './geometry.ts'
import { identified, unambiguous } from './identify.ts'
import { withIslands } from './islands.ts'
import { readIsoCodes } from './iso-codes.ts'
import { readCoastlines } from './land-at-points.ts'
import { readMainlands } from './mainlands.ts'
import { withMoroccanRegions } from './moroccan-regions.ts'
import { readNameRules } from './name-rules.ts'
import { readUnits } from './natural-earth.ts'
import { readSharedLand } from './one-country.ts'
import { withOwnNames } from './own-names.ts'
import type { Packages } from './packages.ts'
import type { Place } from './place.ts'
import { readUnitPopulations } from './populations.ts'
import type { DisputeEntry } from './read-disputes.ts'
import { readRelations } from './relations.ts'
import { readRemoteIslands, remoteIslands } from './remote-islands.ts'
import { toSubdivisions } from './subdivisions.ts'
import { readTerritories, withTerritories } from './territories.ts'
import { withTownPopulations } from './town-populations.ts'
import { checkVotes, existingTowns, readExplainedVotes, readTowns } from './town-votes.ts'
import { readUncoded } from './uncoded.ts'
import { readUnions, withUnions } from './unions.ts'
import { drawnUnits, shapesOfUnits } from './unit-shapes.ts'

export interface AtlasPlaces {
  readonly places: readonly Place[]
  /** Disputed land that no country's polygon covers. */
  readonly unmapped: ReadonlyMap<DisputeEntry, Rings>
  /** By country: land outside all of its units. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>
}

/** `data` is the directory with the corrections to the packages. */
export async function readPlaces(
  packages: Packages,
  kinds: KindTables,
  data: string,
  disputes: readonly DisputeEntry[],
  report: (line: string) => void,
): Promise<AtlasPlaces> {
  const codes = await readIsoCodes(packages)
  const relations = readRelations(packages, join(data, 'relations.yaml'))
  const rulesOf = readCountryRules(join(data, 'countries.yaml'))
  const levelOf = (country: string) => levelOfCountry(country, kinds)
  const territories = readTerritories(join(data, 'territories.yaml'))
  const shared = readSharedLand(join(data, 'borders.yaml'), disputes, territories)
  const naturalEarth = readUnits(packages, codes, rulesOf, readRowCorrections(join(data, 'rows.yaml')))
  const units = withMoroccanRegions(naturalEarth, packages)
  const drawn = drawnUnits(units)
  const coastlines = readCoastlines(packages)
  const surroundings = readSurroundings(packages)
  const drawnCountries = readCountries(
    packages,
    codes,
    relations,
    levelOf,
    rulesOf,
    shared,
    territories,
    coastlines,
  )
  const waters = (point: Position): string | null => {
    const country = surroundings.countryAt(point, (code) => drawnCountries.has(code))
    return disputes.some((dispute) => isInBoxOfOthers(dispute, country, point)) ? null : country
  }
  const mapped = withIslands(drawnCountries, drawn, coastlines, waters, territories)
  const unmapped = unmappedLand(disputes, mapped, coastlines)
  const countries = withTerritories(withAdministered(mapped, unmapped), territories)
  const uncoded = readUncoded(join(data, 'uncoded.yaml'), countries, surroundings, coastlines)
  const towns = readTowns(packages)
  report(`${countries.size} countries`)
  const censusUnits = readCensusUnits(packages)
  const gaps = new Map<string, readonly Gap[]>()
  const subdivisions = toSubdivisions(units, {
    codes,
    relations,
    rulesOf,
    entities: readYaml(join(data, 'entities.yaml')),
    countries,
    shapesOf: shapesOfUnits(
      drawn,
      censusUnits.counties,
      countries,
      territories,
      remoteIslands(towns, readRemoteIslands(join(data, 'remote-islands.yaml')), report),
      report,
      (country, land) => gaps.set(country, gapsOf(land)),
    ),
    dissolve,
  })
  const states = new Map(
    subdivisions.flatMap((place) => (place.iso === null ? [] : [[place.iso, place] as const])),
  )
  const counties = placesOfCensusUnits(censusUnits, states, countries)
  const mainlands = readMainlands(join(data, 'mainlands.yaml'), countries, subdivisions)
  const places = withUnions(
    [...countries.values(), ...uncoded, ...mainlands, ...subdivisions, ...counties],
    readUnions(join(data, 'unions.yaml')),
  )
  const aliased = withAliases(places, codes, rulesOf, readResearchedCoverage(data))
  const known = identified(unambiguous(aliased, relations))
  report(`${subdivisions.length} subdivisions and ${counties.length} counties`)
  const ids = new Set(known.map(({ country, name }) => `${country} ${name}`))
  const lost = places.filter(({ country, name }) => !ids.has(`${country} ${name}`))
  report(
    `${places.length - known.length} without an id: ${lost.map(({ country, name }) => `${country} ${name}`).join(', ')}`,
  )
  const rules = readNameRules(join(data, 'names.yaml'))
  const named = withOwnNames(known, { codes, relations, rulesOf, rules })
  mustBeEmpty([
    ...checkNames(named, codes, rules),
    ...checkVotes(named, towns, codes, readExplainedVotes(join(data, 'votes.yaml'))),
  ])
  const populated = withTownPopulations(
    named,
    existingTowns(packages),
    readUnitPopulations(join(data, 'populations.yaml')),
  )
  return { places: populated, unmapped, gaps }
}

/**
 * True in a box that holds one claimant's share of a disputed archipelago: another claimant's islands there would count as nobody's
 * dispute.
 */
const isInBoxOfOthers = ({ inside, near }: DisputeEntry, country: string | null, point: Position): boolean =>
  inside !== undefined && inside !== country && near !== undefined && bboxContains(near, point)

function mustBeEmpty(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`Names and places do not match:\n${problems.join('\n')}`)
}

/** OpenStreetMap's level of an independent country. */
const COUNTRY_LEVEL = 2

/** A dependency is mapped at the level that its own table calls a country. */
function levelOfCountry(country: string, kinds: KindTables): number {
  for (const [level, kind] of kinds.country(country)?.levels ?? []) if (kind === 'country') return level
  return COUNTRY_LEVEL
}
