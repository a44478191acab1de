/** Everything in the catalog, from the countries down. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'

/** By any form of id. */
export const recordOf = async (
  catalog: Pick<Catalog, 'find'>,
  id: string,
): Promise<BoundaryRecord | null> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference) throw new Error(reference.problem)
  const found = await catalog.find(reference)
  return found.found ? found.record : null
}

/** Countries and territories with their own code, ordered by it. */
export const countriesOf = async (catalog: Pick<Catalog, 'find'>): Promise<readonly BoundaryRecord[]> => {
  const records = await Promise.all(CODES.map((code) => recordOf(catalog, `iso:${code}`)))
  // Some reserved codes belong to a country that has another one.
  const byId = new Map(records.flatMap((record) => (record?.kind === 'country' ? [[record.id, record]] : [])))
  return [...byId.values()]
}

/** Everything that lies in the country, at every level. */
export const unitsOf = async (
  catalog: Pick<Catalog, 'children' | 'records'>,
  country: BoundaryRecord,
): Promise<readonly BoundaryRecord[]> => {
  const levels = await Promise.all(LEVELS.map((level) => catalog.children(country, level)))
  const ids = levels.flatMap(({ children }) => children.map(({ id }) => id))
  return [...(await catalog.records([...new Set(ids)])).values()]
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
const LEVELS = [3, 4, 5, 6, 7, 8, 9, 10, 11]
