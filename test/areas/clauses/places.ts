/**
 * The places in clauses. Names come from the tables beside this file, counties from the catalog; places
 * whose code the catalog lacks are left out.
 */
import type { BoundaryRecord } from '../../../src/domain/boundary/boundary.ts'
import { parseBoundaryReference } from '../../../src/domain/boundary/id.ts'
import type { Catalog } from '../../../src/domain/catalog/catalog.ts'
import { nonsenseWords } from './nonsense.ts'
import { COUNTRIES } from './tables/countries.ts'
import { TOWNS } from './tables/towns.ts'
import { OTHER_UNITS, UNIT_GROUPS, type UnitGroup } from './tables/units.ts'
import { COUNTY_WORD_NEEDED, NOT_ONLY_COUNTIES, UNCLEAR_ALONE, US_STATES } from './tables/us-states.ts'

export interface County {
  readonly id: string
  /** Without the level word: "Lake". */
  readonly base: string
  /** "Lake County", "Orleans Parish". */
  readonly full: string
  /** Other things in the state have the name without the word "County". */
  readonly wordNeeded: boolean
}

export interface State {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly counties: readonly County[]
  readonly countyWord: 'County' | 'Parish'
  /** The counties together are the state. */
  readonly onlyCounties: boolean
  /** A list without other states must state that this is a state. */
  readonly unclearAlone: boolean
}

export interface Unit {
  readonly id: string
  readonly country: string
  readonly names: readonly string[]
  /** A city has the name too. */
  readonly wordNeeded: boolean
  /** A unit of another country has the name too. */
  readonly hasHomonym: boolean
}

export interface UnitSet {
  readonly country: Country
  readonly group: UnitGroup
  readonly units: readonly Unit[]
  /** Ids of all units, including those of other groups. */
  readonly allIds: readonly string[]
}

export interface Country {
  readonly id: string
  readonly code: string
  readonly names: readonly string[]
  readonly official: string | null
}

export interface Town {
  readonly name: string
  readonly container: string
}

export interface Places {
  readonly states: readonly State[]
  readonly countries: readonly Country[]
  readonly unitSets: readonly UnitSet[]
  /** Full names of counties that at least eight states have. */
  readonly commonCounties: readonly string[]
  readonly towns: readonly Town[]
  readonly nonsense: readonly string[]
}

export const loadPlaces = async (catalog: Catalog): Promise<Places> => {
  const states = (await Promise.all(US_STATES.map((state) => loadState(catalog, state)))).filter(
    (state) => state !== null,
  )
  const countries = []
  for (const each of COUNTRIES) {
    const country: Country = { ...each, id: `iso:${each.code}` }
    if ((await recordOf(catalog, country.id)) !== null) countries.push(country)
  }
  const unitSets = []
  for (const group of UNIT_GROUPS) {
    const country = countries.find(({ code }) => code === group.country)
    if (country !== undefined) unitSets.push(await loadUnits(catalog, group, country))
  }
  return {
    states,
    countries,
    unitSets,
    commonCounties: commonNames(states),
    towns: await unknownTowns(catalog, states, unitSets),
    nonsense: await unknownWords(catalog, nonsenseWords(300)),
  }
}

export const recordOf = async (
  catalog: Pick<Catalog, 'find'>,
  id: string,
): Promise<BoundaryRecord | null> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference) throw new Error(reference.problem)
  const found = await catalog.find(reference)
  return found.found ? found.record : null
}

const loadState = async (
  catalog: Catalog,
  { code, name }: (typeof US_STATES)[number],
): Promise<State | null> => {
  const id = `iso:US-${code}`
  const record = await recordOf(catalog, id)
  if (record === null) return null
  const { children } = await catalog.children(record, 6)
  const countyWord = code === 'LA' ? 'Parish' : 'County'
  const counties = (await catalog.records(children.map((child) => child.id)))
    .values()
    .filter((child) => child.fips !== null && child.name.endsWith(` ${countyWord}`))
    .map((child) => ({
      id: `fips:${child.fips}`,
      base: child.name.slice(0, -countyWord.length - 1),
      full: child.name,
      wordNeeded: COUNTY_WORD_NEEDED.has(`${child.name}, ${code}`),
    }))
    .toArray()
    .sort((one, other) => one.id.localeCompare(other.id))
  return {
    id,
    code,
    name,
    counties: counties.filter(({ full }) => counties.filter((other) => other.full === full).length === 1),
    countyWord,
    onlyCounties: !NOT_ONLY_COUNTIES.has(code),
    unclearAlone: UNCLEAR_ALONE.has(code),
  }
}

const loadUnits = async (catalog: Catalog, group: UnitGroup, country: Country): Promise<UnitSet> => {
  const units: Unit[] = []
  for (const line of group.table.split('\n')) {
    const [code, rest] = line.replace(/^!/, '').split(/ (.*)/)
    const id = `iso:${group.country}-${code}`
    const record = await recordOf(catalog, id)
    const names = rest.split(';')
    if (record === null || record.country !== group.country || record.parents.length === 0) continue
    const hasHomonym = (
      await Promise.all(names.map((each) => isNameElsewhere(catalog, each, group.country)))
    ).includes(true)
    units.push({ id, country: group.country, names, wordNeeded: line.startsWith('!'), hasHomonym })
  }
  const others = (OTHER_UNITS[group.country] ?? []).map((code) => `iso:${group.country}-${code}`)
  return { country, group, units, allIds: [...units.map(({ id }) => id), ...others] }
}

/** Whether another country or a unit of another country has the name. */
const isNameElsewhere = async (catalog: Catalog, text: string, country: string): Promise<boolean> =>
  (await wholeName(catalog, text.replace(/^the /, ''), [])).some((record) => record.country !== country)

const commonNames = (states: readonly State[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { full } of states.flatMap(({ counties }) => counties))
    counts.set(full, (counts.get(full) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= 8)
    .map(([full]) => full)
    .sort()
}

const unknownTowns = async (
  catalog: Catalog,
  states: readonly State[],
  unitSets: readonly UnitSet[],
): Promise<readonly Town[]> => {
  const containers = new Map([
    ...states.map(({ id, name }) => [id, name] as const),
    ...unitSets.flatMap(({ units }) => units.map(({ id, names }) => [id, names[0]] as const)),
  ])
  const towns: Town[] = []
  for (const { name, container } of TOWNS) {
    const country = container.slice(0, 2)
    const known = await wholeName(catalog, name, [country])
    const within = containers.get(`iso:${container}`)
    if (known.length === 0 && within !== undefined) towns.push({ name, container: within })
  }
  return towns
}

const unknownWords = async (catalog: Catalog, words: readonly string[]): Promise<readonly string[]> => {
  const unknown = []
  for (const word of words) if ((await wholeName(catalog, word, [])).length === 0) unknown.push(word)
  return unknown
}

const wholeName = async (
  catalog: Catalog,
  text: string,
  countries: readonly string[],
): Promise<readonly BoundaryRecord[]> => {
  const found = await catalog.search({
    text,
    countries,
    kind: null,
    adminLevel: null,
    near: null,
    limit: 20,
    isWholeName: true,
  })
  return found.map(({ record }) => record)
}
