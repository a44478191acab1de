/** Translates the names of parents, which are stored in the local language, with one lookup for each list. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { NameOf } from '../boundary/boundary-json.ts'
import { nameIn } from '../boundary/language.ts'
import type { Catalog } from './catalog.ts'

const localName: NameOf = (parent) => parent.name

export const parentNames = async (
  catalog: Pick<Catalog, 'records'>,
  records: readonly BoundaryRecord[],
  languages: readonly string[],
): Promise<NameOf> => {
  const ids = new Set(records.flatMap((record) => record.parents.map((parent) => parent.id)))
  if (languages.length === 0 || ids.size === 0) return localName
  const known = await catalog.records([...ids])
  return (parent) => {
    const record = known.get(parent.id)
    return record === undefined ? parent.name : nameIn(record, languages)
  }
}
