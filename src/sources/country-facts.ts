/** Facts about countries apart from their boundaries, from the bundled data directory. */
import type { CountryFacts } from '../domain/catalog/ports.ts'
import { once } from '../util/once.ts'
import { readAtlasCoverage } from './atlas/atlas-coverage.ts'
import { loadKindTables } from './kinds/kind-tables.ts'

export const readCountryFacts = (directory: string): CountryFacts => {
  const coverage = once(() => readAtlasCoverage(`${directory}/atlas`))
  const kinds = once(() => loadKindTables(`${directory}/kinds`))
  return {
    levelsWithoutGovernment: (country) =>
      country === null ? [] : (kinds().country(country)?.withoutGovernment ?? []),
    atlasCoverage: (code) => coverage().of(code),
  }
}
