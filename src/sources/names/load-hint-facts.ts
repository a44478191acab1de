/** Reads what hints say about places that no boundary is; each file at its first use. */
import { join } from 'node:path'
import { foldName } from '../../domain/catalog/fold.ts'
import type {
  CityBoundaries,
  GroupFact,
  HintFacts,
  MissingUnitFact,
} from '../../domain/catalog/hint-facts.ts'
import { once } from '../../util/once.ts'
import { readYaml } from '../read-yaml.ts'

interface CitiesFile {
  readonly units: readonly string[]
  readonly consolidated: Readonly<Record<string, readonly string[]>>
}

interface GroupEntry {
  readonly names: readonly unknown[]
  readonly members: readonly string[]
  readonly composite?: boolean
  readonly drawn_by?: readonly string[]
  readonly reason?: string
}

interface ContestedEntry {
  readonly names: readonly unknown[]
  readonly reason: string
  readonly nearest?: readonly string[]
}

interface MissingUnitEntry {
  readonly code?: string
  readonly names: readonly unknown[]
  readonly land_in: readonly string[]
}

/** `data` is the directory of the bundled data. */
export const loadHintFacts = (data: string): HintFacts => ({
  groups: once(() => groupsOf(join(data, 'areas'))),
  missingUnits: once(() => missingUnitsOf(readYaml(join(data, 'atlas/missing-units.yaml')))),
})

export const loadCityBoundaries = (directory: string): CityBoundaries => {
  const { units, consolidated }: CitiesFile = readYaml(join(directory, 'city-units.yaml'))
  return {
    cityUnits: new Set(units),
    cityNames: new Map(Object.entries(consolidated).map(([id, names]) => [id, new Set(names.map(foldName))])),
  }
}

const groupsOf = (directory: string): ReadonlyMap<string, GroupFact> => {
  const groups: readonly GroupEntry[] = readYaml(join(directory, 'regions.yaml'))
  const contested: readonly ContestedEntry[] = readYaml(join(directory, 'contested.yaml'))
  return byName([
    ...contested.map((entry) => [entry.names, { members: [], refusal: refusalOf(entry) }] as const),
    ...groups.map((entry) => [entry.names, groupOf(entry)] as const),
  ])
}

const groupOf = ({ members, composite = false, drawn_by, reason = '' }: GroupEntry): GroupFact =>
  composite && drawn_by === undefined
    ? { members: [], refusal: reason }
    : { members: drawn_by ?? members, refusal: null }

const refusalOf = ({ reason, nearest = [] }: ContestedEntry): string =>
  nearest.length === 0 ? reason : `${reason} It draws similar lists: ${nearest.join(', ')}.`

const missingUnitsOf = (entries: readonly MissingUnitEntry[]): ReadonlyMap<string, MissingUnitFact> => {
  const facts = entries.map(({ code = null, names, land_in: landIn }) => {
    const unit = { name: String(names[0]), code, landIn }
    return { unit, names, code }
  })
  return new Map([
    ...facts.flatMap(({ code, unit }) => (code === null ? [] : [[code, unit] as const])),
    ...byName(facts.map(({ names, unit }) => [names, unit])),
  ])
}

/** The first of several entries has a name. */
const byName = <T>(
  entries: readonly (readonly [names: readonly unknown[], value: T])[],
): ReadonlyMap<string, T> =>
  new Map(
    entries
      .flatMap(([names, value]) => names.map((name) => [foldName(String(name)), value] as const))
      .reverse(),
  )
