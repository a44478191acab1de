/** Territories as parts of their countries: `data/atlas/territories.yaml`. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import type { Place } from './place.ts'

/** The territories that are part of each country. */
export const readTerritories = (path: string): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(readYaml(path) as Readonly<Record<string, readonly string[]>>))

/** The countries, each territory listed after its country. */
export const withTerritories = (
  countries: ReadonlyMap<string, Place>,
  territories: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Place> => {
  const below = [...territories].flatMap(([country, parts]) =>
    parts.map((part): readonly [string, Place] => [
      part,
      { ...countries.get(part)!, parent: countries.get(country)! },
    ]),
  )
  const parts = new Set(below.map(([part]) => part))
  return new Map([...[...countries].filter(([country]) => !parts.has(country)), ...below])
}
