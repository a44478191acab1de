/** Published populations: of countries and, where a table has them, of subdivisions. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import type { Packages } from './packages.ts'

/** Of countries by FIPS 10-4 code, lower case, from The World Factbook (estimates for July 2015). */
export function readPopulations(packages: Packages): ReadonlyMap<string, number> {
  const populations = new Map<string, number>()
  for (const [path, content] of packages.files('populations')) {
    const text: unknown = JSON.parse(content.toString('utf8'))['People and Society']?.Population?.text
    // "80,854,408 (July 2015 est.)"; uninhabited places have a sentence instead.
    const number = /^[\d,]+/.exec(String(text))?.[0]
    if (number !== undefined)
      populations.set(path.slice(-'xx.json'.length, -'.json'.length), Number(number.replaceAll(',', '')))
  }
  return populations
}

/** Of subdivisions by ISO 3166-2 code, from `data/atlas/populations.yaml`. */
export function readUnitPopulations(path: string): ReadonlyMap<string, number> {
  const tables: readonly { readonly figures: Readonly<Record<string, number>> }[] = readYaml(path)
  return new Map(tables.flatMap(({ figures }) => Object.entries(figures)))
}
