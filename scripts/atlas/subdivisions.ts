/** Places Natural Earth's units below their countries, with the regions that they form. */
import { polygonCount, type Rings } from '../../src/domain/geometry/rings.ts'
import { UNITED_STATES } from './counties.ts'
import { languageOf, writesLatin } from './country-names.ts'
import type { CountryRules, RulesOf } from './country-rules.ts'
import type { IsoCodes } from './iso-codes.ts'
import type { Unit } from './natural-earth.ts'
import { type OtherName, otherNamesOf, type Place } from './place.ts'
import type { Relations } from './relations.ts'

export interface SubdivisionContext {
  readonly codes: IsoCodes
  readonly relations: Relations
  readonly rulesOf: RulesOf
  /** Wikidata entities that Natural Earth lacks, by ISO code. */
  readonly entities: Readonly<Record<string, string>>
  readonly countries: ReadonlyMap<string, Place>
  /** The land of each unit of a country, in their order; empty for a unit without land in it. */
  readonly shapesOf: (country: Place, units: readonly Unit[]) => readonly Rings[]
  /** The union of shapes that share borders. */
  readonly dissolve: (shapes: readonly Rings[]) => Rings
}

/** By country; in each, regions come first. */
export function toSubdivisions(units: readonly Unit[], context: SubdivisionContext): readonly Place[] {
  const byCountry = Map.groupBy(units, ({ country }) => country)
  return [...context.countries.values()].flatMap((country) => {
    const ofCountry = byCountry.get(country.country) ?? []
    // A single unit repeats the country.
    if (ofCountry.length < 2) return []
    return placesOfCountry(ofCountry, country, context)
  })
}

function placesOfCountry(
  units: readonly Unit[],
  country: Place,
  context: SubdivisionContext,
): readonly Place[] {
  const rules = context.rulesOf(country.country)
  const fitted = new Map(context.shapesOf(country, units).map((shape, index) => [units[index], shape]))
  const shapes = withContained(fitted, rules, context)
  const drawn = units.filter((unit) => polygonCount(shapes.get(unit)!) > 0)
  const regions: Place[] = []
  const places: Place[] = []
  for (const [code, members] of Map.groupBy(drawn, (unit) => regionCode(unit, rules, context.codes))) {
    const land = members.map((unit) => shapes.get(unit)!)
    const region = code === null ? null : toRegion(code, members, land, country, rules, context)
    if (region !== null) regions.push(region)
    // A region of one unit has the same land: the unit's code becomes another name of it.
    if (region !== null && members.length === 1) continue
    for (const unit of members) {
      if (rules.types[unit.type]?.omit || containerOf(unit, rules) !== null) continue
      places.push(toPlace(unit, shapes.get(unit)!, region ?? country, rules, context))
    }
  }
  const contained = drawn.flatMap((unit) => {
    const container = places.find(({ iso }) => iso !== null && iso === containerOf(unit, rules))
    return container === undefined ? [] : [toPlace(unit, shapes.get(unit)!, container, rules, context)]
  })
  return [...regions, ...places, ...contained]
}

const containerOf = ({ iso }: Unit, { within }: CountryRules): string | null =>
  iso === null ? null : (within[iso] ?? null)

/** Each unit united with the units inside it: the data set leaves holes for them. */
function withContained(
  shapes: ReadonlyMap<Unit, Rings>,
  rules: CountryRules,
  { dissolve }: SubdivisionContext,
): ReadonlyMap<Unit, Rings> {
  const contained = Map.groupBy(shapes, ([unit]) => containerOf(unit, rules))
  return new Map(
    [...shapes].map(([unit, shape]) => {
      const inner = unit.iso === null ? undefined : contained.get(unit.iso)
      return [unit, inner === undefined ? shape : dissolve([shape, ...inner.map(([, each]) => each)])]
    }),
  )
}

/** The region that a unit is part of; null when it lies directly below its country. */
function regionCode(unit: Unit, rules: CountryRules, codes: IsoCodes): string | null {
  if (rules.regions === null || rules.types[unit.type]?.level === rules.regions) return null
  const said = unit.iso === null ? undefined : rules.parents[unit.iso]
  if (said !== undefined) return said === unit.country ? null : said
  let region = rules.geounits[unit.geounit] ?? parentOf(unit.iso ?? unit.oldCode, codes)
  // Alsace is a part of Grand Est: the outermost region counts.
  for (let above = parentOf(region, codes); above !== null; above = parentOf(region, codes)) region = above
  return region
}

function parentOf(code: string | null, codes: IsoCodes): string | null {
  const parent = code === null ? undefined : codes.inForce.get(code)?.parent
  return parent === undefined || parent.length === 2 ? null : parent
}

function toPlace(
  unit: Unit,
  geometry: Rings,
  parent: Place,
  rules: CountryRules,
  { codes, relations, entities }: SubdivisionContext,
): Place {
  const type = rules.types[unit.type]
  // A canton with the code of its federation has no code.
  const iso = unit.iso === parent.iso ? null : unit.iso
  const english = iso === null ? null : codes.englishName(iso)
  // A unit assembled from parts has no names of its own.
  const relationNames = iso !== null && Object.keys(unit.names).length === 0 ? relations.names(iso) : {}
  const { en: _, ...foreign } = relationNames
  const inNoRegion = iso !== null && rules.parents[iso] === unit.country
  return {
    layer: unit.layer,
    datasets: datasetsIn(parent.country, unit.layer),
    name: localName({ ...unit, names: { ...foreign, ...unit.names } }, iso, rules, codes),
    names: { ...relationNames, ...(english === null ? {} : { en: english }), ...unit.names },
    otherNames: [...officialNames(iso, codes), { name: unit.name, source: 'n' }, ...unit.otherNames],
    country: unit.country,
    iso,
    isoAliases: retiredCode({ ...unit, iso }, codes),
    relation: relationOf(unit, relations),
    wikidata: unit.wikidata ?? entities[iso ?? ''] ?? null,
    fips: null,
    population: null,
    adminLevel: inNoRegion ? rules.regions! : (type?.level ?? rules.level),
    tags: type?.tags ?? {},
    parent,
    geometry,
  }
}

function toRegion(
  code: string,
  members: readonly Unit[],
  shapes: readonly Rings[],
  country: Place,
  rules: CountryRules,
  { codes, relations, entities, dissolve }: SubdivisionContext,
): Place {
  const only = members.length === 1 ? members[0] : null
  const english = codes.englishName(code)
  const names = { ...only?.names, ...relations.names(code), ...(english === null ? {} : { en: english }) }
  const official = codes.inForce.get(code)?.name
  return {
    layer: 'subdivisions',
    datasets: datasetsIn(country.country, 'subdivisions'),
    name: chooseName(country.country, rules, names, official ?? english ?? code),
    names,
    otherNames: [
      ...officialNames(code, codes),
      ...(only === null ? [] : [{ name: only.name, source: 'n' } as const, ...only.otherNames]),
    ],
    country: country.country,
    iso: code,
    isoAliases: only === null || only.iso === null ? [] : [only.iso, ...retiredCode(only, codes)],
    relation: relations.relation(code),
    wikidata: entities[code] ?? null,
    fips: null,
    population: null,
    adminLevel: rules.regions!,
    tags: {},
    parent: country,
    geometry: only === null ? dissolve(shapes) : shapes[0],
  }
}

const datasetsIn = (country: string, layer: Unit['layer']): Place['datasets'] => {
  if (layer === 'moroccanRegions') return ['openstreetmap']
  return country === UNITED_STATES
    ? ['openstreetmap', 'natural_earth', 'us_census']
    : ['openstreetmap', 'natural_earth']
}

/** The data set's code, unless it is the unit's own or, by now, another unit's. */
const retiredCode = ({ iso, oldCode }: Unit, codes: IsoCodes): readonly string[] =>
  iso === null || oldCode === null || oldCode === iso || codes.inForce.has(oldCode) ? [] : [oldCode]

function relationOf(unit: Unit, relations: Relations): number | null {
  const names = [unit.name, ...otherNamesOf(unit), ...Object.values(unit.names)]
  // Where the data set has the code of another unit, the unit's own takes precedence.
  const codes = unit.isMiscoded ? [unit.iso, unit.oldCode] : [unit.oldCode, unit.iso]
  const known = codes.filter((code) => code !== null)
  return relations.relationByName(known, names)
}

const officialNames = (iso: string | null, codes: IsoCodes): readonly OtherName[] => {
  const official = codes.inForce.get(iso ?? '')?.name
  const english = codes.englishName(iso ?? '')
  return [
    ...(official === undefined ? [] : [{ name: official, source: 'i' } as const]),
    ...(english === null ? [] : [{ name: english, source: 'c' } as const]),
  ]
}

const localName = (unit: Unit, iso: string | null, rules: CountryRules, codes: IsoCodes): string =>
  chooseName(
    unit.country,
    rules,
    unit.names,
    (iso === null ? undefined : codes.inForce.get(iso)?.name) ?? unit.name,
  )

/** The local name: ISO's own name in Latin letters, a translation in other scripts. */
function chooseName(
  country: string,
  rules: CountryRules,
  names: Readonly<Record<string, string>>,
  official: string,
): string {
  if (rules.language === null && writesLatin(country)) return uninverted(official)
  return names[rules.language ?? languageOf(country)] ?? names.en ?? uninverted(official)
}

/** Reorders "Asturias, Principado de" and "Bristol, City of"; of a name in two languages takes the first. */
function uninverted(name: string): string {
  const [first, second, ...more] = name.split(', ')
  if (second === undefined || more.length > 0 || / (and|et|y|e) /.test(second)) return name
  return / (de|of)$|^(Comunidad|County)$/.test(second) ? `${second} ${first}` : first
}
