/**
 * Checks that polygons belong to the places whose names they carry, with an independent witness: the towns of GeoNames, each with its
 * divisions. Where the towns of a division are those in a polygon, place and division are the same and must have the
 * same name.
 */
import { readYaml } from '../../src/sources/read-yaml.ts'
import { type Division, FORMER, type Row, rowsOf } from '../gazetteer/entries.ts'
import { type IsoCodes, namesAgree, namesEqual } from './iso-codes.ts'
import { keyOf } from './name-rules.ts'
import { mainNames, siblingsOf } from './own-names.ts'
import type { Packages } from './packages.ts'
import { isCountry, otherNamesOf, type Place } from './place.ts'
import { townsInside } from './towns-inside.ts'

type Codes = Pick<IsoCodes, 'officialNames' | 'agrees'>

export interface Town {
  readonly lon: number
  readonly lat: number
  readonly population: number
  /** First-order and second-order divisions, where GeoNames names them. */
  readonly divisions: readonly Division[]
}

export function readTowns(packages: Packages): readonly Town[] {
  const divisions = new Map(
    [...packages.files('townDivisions').values()]
      .flatMap((file): readonly Division[] => JSON.parse(file.toString('utf8')))
      .map(({ code, name }) => [code, { code, name: name.replaceAll(TURNED_E, SCHWA) }]),
  )
  return existingTowns(packages).map((row) => ({
    lon: row.lon,
    lat: row.lat,
    population: row.population,
    divisions: codesOf(row)
      .map((code) => divisions.get(code))
      .filter((division) => division !== undefined),
  }))
}

export const existingTowns = (packages: Packages): readonly Row[] =>
  rowsOf(packages.text('towns')).filter(({ feature }) => !FORMER.has(feature))

/** Azerbaijani uses the other one of two similar letters. */
const TURNED_E = '\u01dd'
const SCHWA = '\u0259'

const codesOf = ({ country, admin1, admin2 }: Row): readonly string[] => [
  `${country}.${admin1}`,
  `${country}.${admin1}.${admin2}`,
]

/** Contradictions that `data/atlas/votes.yaml` explains: place → code of the division. */
export type ExplainedVotes = ReadonlyMap<string, string>

interface Explanation {
  readonly reason: string
  readonly places: Readonly<Record<string, string>>
}

export function readExplainedVotes(path: string): ExplainedVotes {
  const explanations: readonly Explanation[] = readYaml(path)
  return new Map(explanations.flatMap(({ places }) => Object.entries(places)))
}

/** One line for each unexplained contradiction, and for each explanation without a contradiction. */
export function checkVotes(
  places: readonly Place[],
  towns: readonly Town[],
  codes: Codes,
  explained: ExplainedVotes,
): readonly string[] {
  const against = votesAgainst(places, towns, codes)
  const found = new Set(against.map(({ place, division }) => `${keyOf(place)} ${division.code}`))
  return [
    ...against
      .filter(({ place, division }) => explained.get(keyOf(place)) !== division.code)
      .map(
        ({ place, division, towns: count }) =>
          `${keyOf(place)} ${place.name} has the ${count} towns of ${division.code} ${division.name}.`,
      ),
    ...[...explained]
      .filter(([key, code]) => !found.has(`${key} ${code}`))
      .map(([key, code]) => `votes.yaml explains ${key} ${code}, but the towns do not contradict it.`),
  ]
}

interface Vote {
  readonly place: Place
  readonly division: Division
  readonly towns: number
}

/** Divisions with a place's land and another name. */
function votesAgainst(places: readonly Place[], towns: readonly Town[], codes: Codes): readonly Vote[] {
  const byDivision = new Map<Division, Town[]>()
  for (const town of towns) for (const division of town.divisions) append(byDivision, division, town)
  const inside = townsInside(towns)
  return siblingsOf(places).flatMap((siblings) =>
    siblings.flatMap((place): Vote[] => {
      if (isCountry(place)) return []
      const own = inside(place.geometry)
      const divisions = new Map<Division, Town[]>()
      for (const town of own) for (const division of town.divisions) append(divisions, division, town)
      const same = [...divisions]
        .map(([division, shared]) => ({
          division,
          towns: shared.length,
          likeness: likeness(shared, own, byDivision.get(division)!),
        }))
        .filter(({ likeness }) => likeness >= MIN_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness)
      const most = [...divisions]
        .filter(([, { length }]) => length > own.length / 2)
        .map(([division]) => division)
      const known = [...same.map(({ division }) => division), ...most]
      if (same.length === 0 || known.some(({ name }) => isCalled(place, name, siblings, codes))) return []
      return [{ place, ...same[0] }]
    }),
  )
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** At least half of the towns in either, and of their people, are in both. */
const MIN_LIKENESS = 0.5

const likeness = (shared: readonly Town[], a: readonly Town[], b: readonly Town[]): number =>
  Math.min(...[count, people].map((size) => size(shared) / Math.max(1, size(a) + size(b) - size(shared))))

const count = (towns: readonly Town[]): number => towns.length
/** Many small towns have no population. */
const people = (towns: readonly Town[]): number =>
  towns.reduce((sum, { population }) => sum + population + 1, 0)

/** Whether it is a name of the place, and not rather of a sibling. */
function isCalled(place: Place, name: string, siblings: readonly Place[], codes: Codes): boolean {
  const own = [...mainNames(place, codes), ...Object.values(place.names), ...otherNamesOf(place)]
  if (namesEqual([name], own)) return true
  return (
    namesAgree([name], own) &&
    !siblings.some((sibling) => sibling !== place && namesEqual([name], mainNames(sibling, codes)))
  )
}
