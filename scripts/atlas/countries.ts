/** Countries: the polygons of geo-maps, with codes, names and population from other packages. */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import { EMPTY_RINGS, type Rings } from '../../src/domain/geometry/rings.ts'
import { countryNames, languageOf } from './country-names.ts'
import type { RulesOf } from './country-rules.ts'
import { dissolve, subtract } from './geometry.ts'
import type { IsoCodes } from './iso-codes.ts'
import { landAt } from './land-at-points.ts'
import { landOfCountries, type SharedLand } from './one-country.ts'
import type { Packages } from './packages.ts'
import type { Place } from './place.ts'
import { readPopulations } from './populations.ts'
import type { Relations } from './relations.ts'

interface Features {
  readonly features: readonly {
    readonly properties: { readonly A3: string }
    readonly geometry: GeoJsonArea
  }[]
}

/** The fields used from world-countries. */
interface KnownNames {
  readonly cca2: string
  readonly name: {
    readonly common: string
    readonly official: string
    readonly native: Readonly<Record<string, { readonly common: string; readonly official: string }>>
  }
  readonly altSpellings: readonly string[]
}

/** By ISO 3166-1 alpha-2 code, in its order. */
export function readCountries(
  packages: Packages,
  codes: IsoCodes,
  relations: Relations,
  levelOf: (country: string) => number,
  rulesOf: RulesOf,
  shared: SharedLand,
  territories: ReadonlyMap<string, readonly string[]>,
  coastlines: readonly GeoJsonArea[],
): ReadonlyMap<string, Place> {
  const { features }: Features = JSON.parse(packages.text('countries'))
  const identities = readIdentities(packages)
  const known: readonly KnownNames[] = JSON.parse(packages.text('countryNames'))
  const populations = readPopulations(packages)
  const shapes = readShapes(features, packages, identities, rulesOf, shared, territories, coastlines)
  const places = features.map(({ properties: { A3 } }): Place => {
    const { code, wikidata } = identities.get(A3)!
    const names = countryNames(code)
    const rules = rulesOf(code)
    return {
      layer: rules.land ? 'countriesLand' : 'countries',
      datasets: ['openstreetmap'],
      name: names[rules.language ?? languageOf(code)] ?? names.en,
      names,
      otherNames: [
        ...otherNames(known.find(({ cca2 }) => cca2 === code)).map(
          (other) => ({ name: other, source: 'o' }) as const,
        ),
        { name: A3, source: 'k' },
      ],
      country: code,
      iso: code,
      isoAliases: codes.predecessors(code),
      relation: relations.relation(code),
      wikidata,
      fips: null,
      population: populations.get(relations.fips10(code)?.toLowerCase() ?? '') ?? null,
      adminLevel: levelOf(code),
      tags: { 'ISO3166-1': code },
      parent: null,
      geometry: shapes.get(code) ?? EMPTY_RINGS,
    }
  })
  return new Map(places.map((place) => [place.country, place] as const).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** By ISO 3166-1 alpha-2 code: each point in one country, territories in their own boundary and in their country's. */
function readShapes(
  features: Features['features'],
  packages: Packages,
  identities: ReadonlyMap<string, Identity>,
  rulesOf: RulesOf,
  shared: SharedLand,
  territories: ReadonlyMap<string, readonly string[]>,
  coastlines: readonly GeoJsonArea[],
): ReadonlyMap<string, Rings> {
  const land = readLand(packages)
  const areas = new Map(
    features.map(({ properties: { A3 }, geometry }) => {
      const { code } = identities.get(A3)!
      const { land: isLand, islands } = rulesOf(code)
      return [code, [isLand ? land.get(A3)! : geometry, ...landAt(coastlines, islands)]] as const
    }),
  )
  const whole = new Map(landOfCountries(areas, shared))
  for (const [code, shape] of whole) {
    const others = rulesOf(code).without.map((other) => whole.get(other)!)
    const parts = (territories.get(code) ?? []).map((territory) => whole.get(territory)!)
    const rest = others.length === 0 ? shape : subtract(shape, others)
    whole.set(code, parts.length === 0 ? rest : dissolve([rest, ...parts]))
  }
  return whole
}

/** By ISO 3166-1 alpha-3 code. */
function readLand(packages: Packages): ReadonlyMap<string, GeoJsonArea> {
  const { features }: Features = JSON.parse(packages.text('countriesLand'))
  return new Map(features.map(({ properties: { A3 }, geometry }) => [A3, geometry]))
}

/** Where country-coder names the realm, while the polygon and the code are the country's. */
const COUNTRIES_OF_REALMS: Readonly<Record<string, string>> = {
  /** Denmark of the Danish Realm. */
  Q756617: 'Q35',
  /** The Netherlands of the Kingdom. */
  Q29999: 'Q55',
}

interface Identity {
  readonly code: string
  readonly wikidata: string
}

function readIdentities(packages: Packages): ReadonlyMap<string, Identity> {
  const { features } = JSON.parse(packages.text('countryCodes')) as {
    features: readonly { properties: { iso1A2?: string; iso1A3?: string; wikidata: string } }[]
  }
  return new Map(
    features.flatMap(({ properties: { iso1A2, iso1A3, wikidata } }) =>
      iso1A2 && iso1A3
        ? [[iso1A3, { code: iso1A2, wikidata: COUNTRIES_OF_REALMS[wikidata] ?? wikidata }]]
        : [],
    ),
  )
}

const otherNames = (known: KnownNames | undefined): readonly string[] =>
  known === undefined
    ? []
    : [
        known.name.common,
        known.name.official,
        ...Object.values(known.name.native).flatMap(({ common, official }) => [common, official]),
        ...known.altSpellings,
      ]
