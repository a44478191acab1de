/** Boundaries that consist of whole units of the atlas, such as Greater London: `data/atlas/unions.yaml`. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import { dissolve } from './geometry.ts'
import type { Place } from './place.ts'

/** The fields are explained at the top of the file. */
export interface Union {
  readonly relation?: number
  readonly wikidata: string
  readonly level: number
  readonly name: string
  readonly names: Readonly<Record<string, string>>
  readonly other_names: readonly string[]
  readonly population?: number
  readonly units: readonly string[]
}

export const readUnions = (path: string): readonly Union[] => readYaml(path)

/** Each union comes before its first unit, and lies between its units and their parent. */
export const withUnions = (places: readonly Place[], unions: readonly Union[]): readonly Place[] =>
  unions.reduce(withUnion, places)

function withUnion(places: readonly Place[], union: Union): readonly Place[] {
  const codes = new Set(union.units)
  const isUnit = ({ iso, fips }: Place): boolean => codes.has(iso ?? '') || codes.has(fips ?? '')
  const units = places.filter(isUnit)
  const [first] = units
  if (units.length !== codes.size || units.some(({ parent }) => parent !== first.parent))
    throw new Error(`unions.yaml: ${union.name} needs ${codes.size} units of one parent.`)
  const whole: Place = {
    layer: first.layer,
    datasets: first.datasets,
    name: union.name,
    names: union.names,
    otherNames: union.other_names.map((name) => ({ name, source: 'u' })),
    country: first.country,
    iso: null,
    isoAliases: [],
    relation: union.relation ?? null,
    wikidata: union.wikidata,
    fips: null,
    population: union.population ?? null,
    adminLevel: union.level,
    tags: {},
    parent: first.parent,
    geometry: dissolve(units.map(({ geometry }) => geometry)),
  }
  return places.flatMap((place) => {
    const unit = isUnit(place) ? { ...place, parent: whole } : place
    return place === first ? [whole, unit] : [unit]
  })
}
